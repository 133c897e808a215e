/// Connections to origins that no exchange uses now.
final class UpstreamPool {
    /// Nanoseconds; below the 60 s after which common servers close.
    static let idleLimit: UInt64 = 55_000_000_000
    static let idleLimitForUnsafe: UInt64 = 1_000_000_000
    static let perOriginLimit = 256
    static let totalLimit = 1_024

    private struct Idle {
        let connection: UpstreamConnection
        let since: UInt64
    }

    private var idle: [UpstreamPlace: [Idle]] = [:]
    private var count = 0

    /// The connection last used, so that the others can grow old.
    func take(_ place: UpstreamPlace, now: UInt64, maximumIdle: UInt64) -> UpstreamConnection? {
        guard let last = idle[place]?.last, now &- last.since <= maximumIdle else { return nil }
        idle[place]?.removeLast()
        count -= 1
        return last.connection
    }

    func put(_ connection: UpstreamConnection, now: UInt64) {
        guard count < UpstreamPool.totalLimit, idle[connection.place, default: []].count < UpstreamPool.perOriginLimit
        else { return connection.close() }
        idle[connection.place, default: []].append(Idle(connection: connection, since: now))
        count += 1
    }

    func remove(_ connection: UpstreamConnection) {
        guard let index = idle[connection.place]?.firstIndex(where: { $0.connection === connection }) else { return }
        idle[connection.place]?.remove(at: index)
        count -= 1
        if idle[connection.place]?.isEmpty == true { idle[connection.place] = nil }
    }

    func sweep(now: UInt64) {
        for connections in idle.values {
            for entry in connections where now &- entry.since > UpstreamPool.idleLimit {
                remove(entry.connection)
                entry.connection.close()
            }
        }
    }

    func closeAll() {
        let connections = idle.values.joined().map(\.connection)
        idle = [:]
        count = 0
        for connection in connections { connection.close() }
    }
}
