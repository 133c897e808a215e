import CassetteFormat

/// The items of a journal in the order of a cassette.
final class JournalSource {
    let header: TapeHeader?
    private(set) var remarks: [TapeError] = []
    private var reader: JournalReader
    private var assembler: JournalAssembler
    private var order = TapeOrder<Exchange>()
    private var ready: [TapeOrder<Exchange>.Element] = []
    private var nextReady = 0
    private var isFinished = false
    private let limits: TapeLimits

    /// - Parameter bytes: the file; stays valid as long as this object.
    init(_ bytes: UnsafeRawBufferPointer, _ limits: TapeLimits) throws(TapeError) {
        header = try JournalSource.header(bytes, limits)
        self.limits = limits
        reader = JournalReader(bytes, limits: limits)
        assembler = JournalAssembler(limits: limits)
    }

    /// The header of the first frame; nil when that is damaged.
    static func header(_ bytes: UnsafeRawBufferPointer, _ limits: TapeLimits) throws(TapeError) -> TapeHeader? {
        var reader = JournalReader(bytes, limits: limits)
        guard case .frame(let frame) = reader.next(), frame.type == .tapeOpen else { return nil }
        let version = frame.payload.first ?? 0
        guard version == JournalFrame.version else {
            throw TapeError(
                .version, "the journal is of format \(version)", offset: 0, saw: "version \(version)",
                why: "this program reads format \(JournalFrame.version)", action: "update the program")
        }
        return TapeHeader(journalPayload: frame.payload)
    }

    func next() -> TapeItem? {
        while nextReady == ready.count {
            guard !isFinished else { return nil }
            ready.removeAll(keepingCapacity: true)
            nextReady = 0
            step()
        }
        defer { nextReady += 1 }
        switch ready[nextReady] {
        case .item(let item): return item
        case .exchange(let exchange): return .exchange(exchange)
        }
    }

    private func step() {
        var items: [TapeItem] = []
        switch reader.next() {
        case .frame(let frame): assembler.feed(frame, into: &items)
        case .damage(let damage):
            if remarks.count < limits.damages { remarks.append(TapeError(damage)) }
            assembler.damage(damage, into: &items)
        case nil:
            assembler.finish(into: &items)
            isFinished = true
        }
        for item in items {
            if case .exchange(let exchange) = item {
                order.add(
                    exchange: exchange.number, client: exchange.connection, upstream: exchange.upstream, exchange,
                    into: &ready)
            } else {
                order.add(item, begun: assembler.begun, into: &ready)
            }
        }
        if isFinished { order.finish(into: &ready) }
    }
}

extension TapeError {
    /// The damage of a journal as an error with its place.
    init(_ damage: JournalReader.Damage) {
        let unit = damage.kind == .missing ? "frames" : "bytes"
        self.init(
            .journalDamage, "the journal is damaged: \(damage.kind.rawValue)", offset: damage.offset,
            saw: "\(damage.count) \(unit)",
            why: damage.kind == .unfinished ? "its recorder was stopped while it wrote" : "the file has changed",
            action: "fita pack (keeps all exchanges that are whole, marks the others as cut)")
    }
}
