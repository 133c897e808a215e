/// A part of a tape as a tape of its own: exchanges numbered from 1 again, marks at their places among them, and only
/// the connections that are used.
package enum TapeExcerpt {
    package static func of(_ items: [TapeItem]) -> [TapeItem] {
        var clients: Set<Int> = []
        var upstreams: Set<Int> = []
        for case .exchange(let exchange) in items {
            clients.insert(exchange.connection)
            if let upstream = exchange.upstream { upstreams.insert(upstream) }
        }
        var count = 0
        return items.compactMap { item in
            switch item {
            case .exchange(var exchange):
                count += 1
                exchange.number = count
                return .exchange(exchange)
            case .mark(var mark):
                mark.afterExchange = count
                return .mark(mark)
            case .client(let facts): return clients.contains(facts.id) ? item : nil
            case .upstream(let facts): return upstreams.contains(facts.id) ? item : nil
            case .gap(var gap):
                // Its numbers are of the whole tape.
                gap.exchanges = nil
                return .gap(gap)
            case .header, .note, .losses: return item
            }
        }
    }
}
