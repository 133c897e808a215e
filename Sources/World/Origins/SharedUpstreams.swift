import HTTP2Wire
import HTTPModel

/// Connections to origins that carry many exchanges at once, and who waits for one.
final class SharedUpstreams {
    /// Origins whose way of speaking is remembered, of either kind.
    static let knownLimit = 1_024

    private var connections: [ServerOrigin: [HTTP2UpstreamConnection]] = [:]
    private var waiting: [ServerOrigin: [() -> Void]] = [:]
    private var onlyHTTP2: Set<ServerOrigin> = []
    private var onlyHTTP1: Set<ServerOrigin> = []

    func connection(to origin: ServerOrigin) -> HTTP2UpstreamConnection? {
        connections[origin]?.first { $0.mayTakeAnother }
    }

    func add(_ connection: HTTP2UpstreamConnection) {
        connections[connection.origin, default: []].append(connection)
    }

    func remove(_ connection: HTTP2UpstreamConnection) {
        connections[connection.origin]?.removeAll { $0 === connection }
        if connections[connection.origin]?.isEmpty == true { connections[connection.origin] = nil }
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

    /// True for those who are to connect now; the others are called when that is settled.
    func wait(for origin: ServerOrigin, _ settled: @escaping () -> Void) -> Bool {
        guard !onlyHTTP1.contains(origin) else { return true }
        guard waiting[origin] != nil else {
            waiting[origin] = []
            return true
        }
        waiting[origin]?.append(settled)
        return false
    }

    func settled(_ origin: ServerOrigin) {
        for settled in waiting.removeValue(forKey: origin) ?? [] { settled() }
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
