/// Puts what a journal gives, in the order of ends, into the order of a cassette: exchanges by their numbers, each
/// connection before the first exchange that used it, marks and notes after the exchanges that had begun by then.
///
/// `Held` is what waits for an exchange whose turn has not come: the exchange itself, or its text.
package struct TapeOrder<Held> {
    package enum Element {
        case item(TapeItem)
        case exchange(Held)
    }

    private struct Waiting {
        let client: Int
        let upstream: Int?
        let held: Held
    }

    private var nextNumber = 1
    private var waiting: [Int: Waiting] = [:]
    private var clients: [Int: ClientConnectionFacts] = [:]
    private var upstreams: [Int: UpstreamConnectionFacts] = [:]
    /// Marks and notes in the order in which they came.
    private var placed: [(after: Int, item: TapeItem)] = []
    private var placedStart = 0
    /// Numbers that will not come.
    private var missing: [ClosedRange<Int>] = []

    package init() {}

    /// Adds an item that is no exchange.
    ///
    /// - Parameter begun: how many exchanges had begun.
    package mutating func add(_ item: TapeItem, begun: Int, into elements: inout [Element]) {
        switch item {
        case .header, .exchange, .losses: elements.append(.item(item))
        case .client(let facts): clients[facts.id] = facts
        case .upstream(let facts): upstreams[facts.id] = facts
        case .mark(let mark): placed.append((mark.afterExchange, item))
        case .gap(let gap):
            placed.append((begun, item))
            if let numbers = gap.exchanges { missing.append(numbers) }
        case .note: placed.append((begun, item))
        }
        advance(into: &elements)
    }

    package mutating func add(
        exchange number: Int, client: Int, upstream: Int?, _ held: Held, into elements: inout [Element]
    ) {
        let exchange = Waiting(client: client, upstream: upstream, held: held)
        // A number that has had its turn can only come from a damaged journal; a reader will find the order.
        if number < nextNumber { give(exchange, into: &elements) } else { waiting[number] = exchange }
        advance(into: &elements)
    }

    /// Gives all that waits, over the gaps, and the connections that no exchange used.
    package mutating func finish(into elements: inout [Element]) {
        for number in waiting.keys.sorted() {
            nextNumber = number
            advance(into: &elements)
        }
        nextNumber = Int.max
        givePlaced(into: &elements)
        for id in clients.keys.sorted() { clients[id].map { elements.append(.item(.client($0))) } }
        for id in upstreams.keys.sorted() { upstreams[id].map { elements.append(.item(.upstream($0))) } }
        clients = [:]
        upstreams = [:]
    }

    private mutating func advance(into elements: inout [Element]) {
        givePlaced(into: &elements)
        while true {
            if let exchange = waiting.removeValue(forKey: nextNumber) {
                give(exchange, into: &elements)
                nextNumber += 1
            } else if let index = missing.firstIndex(where: { $0.contains(nextNumber) }) {
                nextNumber = missing.remove(at: index).upperBound + 1
            } else {
                return
            }
            givePlaced(into: &elements)
        }
    }

    private mutating func give(_ exchange: Waiting, into elements: inout [Element]) {
        if let facts = clients.removeValue(forKey: exchange.client) { elements.append(.item(.client(facts))) }
        if let upstream = exchange.upstream, let facts = upstreams.removeValue(forKey: upstream) {
            elements.append(.item(.upstream(facts)))
        }
        elements.append(.exchange(exchange.held))
    }

    private mutating func givePlaced(into elements: inout [Element]) {
        while placedStart < placed.count, placed[placedStart].after < nextNumber {
            elements.append(.item(placed[placedStart].item))
            placedStart += 1
        }
        if placedStart > 1_024, placedStart * 2 > placed.count {
            placed.removeFirst(placedStart)
            placedStart = 0
        }
    }
}
