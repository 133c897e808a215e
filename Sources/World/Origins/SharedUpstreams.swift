import HTTP2Wire
import HTTPModel

/// Connections to origins that carry many exchanges at once, and who waits for one.
final class SharedUpstreams {
    /// Origins whose way of speaking is remembered, of each kind.
    static let knownLimit = 1_024

    private var connections: [UpstreamPlace: [HTTP2UpstreamConnection]] = [:]
    private var waiting: [UpstreamPlace: [() -> Void]] = [:]
    private var onlyHTTP2: Set<ServerOrigin> = []
    private var onlyHTTP1: Set<ServerOrigin> = []
    private var noExtendedConnect: Set<ServerOrigin> = []

    func connection(to place: UpstreamPlace) -> HTTP2UpstreamConnection? {
        connections[place]?.first { $0.mayTakeAnother }
    }

    func add(_ connection: HTTP2UpstreamConnection) {
        connections[connection.place, default: []].append(connection)
    }

    func remove(_ connection: HTTP2UpstreamConnection) {
        connections[connection.place]?.removeAll { $0 === connection }
        if connections[connection.place]?.isEmpty == true { connections[connection.place] = nil }
    }

    func speaksOnlyHTTP2(_ origin: ServerOrigin) -> Bool { onlyHTTP2.contains(origin) }

    func noteOnlyHTTP2(_ origin: ServerOrigin) {
        if onlyHTTP2.count >= SharedUpstreams.knownLimit { onlyHTTP2 = [] }
        onlyHTTP2.insert(origin)
    }

    /// It was offered HTTP/2 and took HTTP/1.1: a connection to it is for one exchange at a time.
    func noteOnlyHTTP1(_ origin: ServerOrigin) {
        if onlyHTTP1.count >= SharedUpstreams.knownLimit { onlyHTTP1 = [] }
        onlyHTTP1.insert(origin)
    }

    func takesNoExtendedConnect(_ origin: ServerOrigin) -> Bool { noExtendedConnect.contains(origin) }

    /// A WebSocket to it goes over a connection of HTTP/1.1.
    func noteNoExtendedConnect(_ origin: ServerOrigin) {
        if noExtendedConnect.count >= SharedUpstreams.knownLimit { noExtendedConnect = [] }
        noExtendedConnect.insert(origin)
    }

    /// True for those who are to connect now; the others are called when that is settled.
    func wait(for place: UpstreamPlace, _ settled: @escaping () -> Void) -> Bool {
        guard !onlyHTTP1.contains(place.origin) else { return true }
        guard waiting[place] != nil else {
            waiting[place] = []
            return true
        }
        waiting[place]?.append(settled)
        return false
    }

    func settled(_ place: UpstreamPlace) {
        for settled in waiting.removeValue(forKey: place) ?? [] { settled() }
    }

    func sweep(now: UInt64) {
        for connection in connections.values.joined() {
            connection.session.tick()
            if connection.isIdle, now &- connection.idleSince > UpstreamPool.idleLimit { connection.end() }
        }
    }

    func endIdle() {
        for connection in connections.values.joined() where connection.isIdle { connection.end() }
    }
}
