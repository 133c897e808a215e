package import CassetteFormat
package import SDKContracts

/// Puts several tapes on one: the runs of one device, told one after the other.
///
/// Exchanges are numbered on and times run from the first tape's zero, so that every rule sees one recording. Two marks
/// of its own tell ``DeclaredState`` what a boundary means: ``MetrikeVocabulary/joinedTapeMark`` begins a tape, and
/// ``MetrikeVocabulary/joinedAppMark`` names the app whose stored choices hold from there on. An app is known by its
/// first request for ads; what comes before that is held back, up to a limit.
package struct TapeJoin {
    /// Items that wait for the app's first request.
    package static let heldItems = 512

    package private(set) var tapes: [JoinedTape] = []
    private let contract: MetrikeContract
    private var shift: TapeTime = 0
    private var held: [TapeItem] = []
    private var isHolding = false
    private var lastTime: TapeTime = 0
    private var lastNumber = 0
    private var zero: (seconds: Int64, nanoseconds: Int32)?
    private let baseURL: String?

    /// - Parameter baseURL: the base URL that the tapes' headers name; it stands in the header of the join.
    package init(configuration: ContractConfiguration = ContractConfiguration(), baseURL: String? = nil) {
        contract = MetrikeContract(configuration: configuration, hosts: nil)
        self.baseURL = baseURL
    }

    /// Begins the next tape.
    ///
    /// - Parameter marks: what the operator says of the whole tape, before its first item.
    package mutating func begin(
        _ name: String, _ header: TapeHeader?, marks: [(key: String, value: String)] = [],
        _ take: (TapeItem) -> Void
    ) {
        release(nil, take)
        var tape = JoinedTape(
            label: JoinedTape.label(tapes.count), name: name, header: header, offset: lastNumber)
        shift = lastTime
        if let header {
            let start = (header.wallSeconds, header.wallNanoseconds)
            let zero = zero ?? start
            self.zero = zero
            let (seconds, isOver) = (start.0 &- zero.0).multipliedReportingOverflow(by: 1_000_000_000)
            let nanoseconds = seconds &+ Int64(start.1) &- Int64(zero.1)
            shift = isOver || nanoseconds < 0 ? lastTime : TapeTime(nanoseconds)
            tape.overlaps = !tapes.isEmpty && shift < lastTime
        }
        if tapes.isEmpty, var header {
            header.baseURL = baseURL ?? header.baseURL
            take(.header(header))
        }
        tapes.append(tape)
        take(.mark(mark(MetrikeVocabulary.joinedTapeMark, tape.label)))
        isHolding = true
        held = marks.map { .mark(mark($0.key, $0.value)) }
    }

    /// Takes the next item of the tape that was begun last.
    package mutating func see(_ item: TapeItem, _ take: (TapeItem) -> Void) {
        guard let joined = joined(item) else { return }
        var app: String?
        switch joined {
        case .mark(let mark) where mark.key == MetrikeVocabulary.launchMark && !isHolding:
            isHolding = true
        case .exchange(let exchange) where isHolding: app = self.app(of: exchange)
        default: break
        }
        guard isHolding else { return take(joined) }
        held.append(joined)
        if app != nil || held.count >= Self.heldItems { release(app, take) }
    }

    /// Gives what is held back.
    package mutating func finish(_ take: (TapeItem) -> Void) {
        release(nil, take)
    }

    private mutating func release(_ app: String?, _ take: (TapeItem) -> Void) {
        if let app, let last = tapes.indices.last {
            if !tapes[last].apps.contains(app) { tapes[last].apps.append(app) }
            // Before what is held: the marks among it are of this app.
            take(
                .mark(
                    Mark(
                        time: shift, afterExchange: held.map(\.lastBefore).min() ?? lastNumber,
                        key: MetrikeVocabulary.joinedAppMark, value: app)))
        }
        for item in held { take(item) }
        held = []
        isHolding = false
    }

    private func mark(_ key: String, _ value: String) -> Mark {
        Mark(time: shift, afterExchange: lastNumber, key: key, value: value)
    }

    private func app(of exchange: Exchange) -> String? {
        guard let sighting = contract.request(of: exchange), sighting.has(.sdkVersion),
            let bundle = sighting.value(.appBundle), !bundle.isEmpty
        else { return nil }
        return String(decoding: bundle, as: UTF8.self)
    }

    // MARK: Numbers and times

    private mutating func joined(_ item: TapeItem) -> TapeItem? {
        guard let last = tapes.indices.last else { return nil }
        let offset = tapes[last].offset
        switch item {
        case .header: return nil
        case .client, .upstream, .losses: return item
        case .mark(var mark):
            mark.time &+= shift
            mark.afterExchange += offset
            return .mark(mark)
        case .gap(var gap):
            gap.start &+= shift
            gap.end &+= shift
            gap.exchanges = gap.exchanges.map { $0.lowerBound + offset...$0.upperBound + offset }
            // Their numbers are taken, though they are not here.
            lastNumber = max(lastNumber, gap.exchanges?.upperBound ?? 0)
            lastTime = max(lastTime, gap.end)
            guard gap.exchanges == nil else { return .gap(gap) }
            return .note(time: gap.end, text: "\(tapes[last].label): the recording has \(gap.text)")
        case .note(let time, let text): return .note(time: time &+ shift, text: "\(tapes[last].label): \(text)")
        case .exchange(let exchange):
            let exchange = moved(exchange, by: offset)
            tapes[last].exchangeCount = max(tapes[last].exchangeCount, exchange.number - offset)
            lastNumber = max(lastNumber, exchange.number)
            lastTime = max(lastTime, exchange.endTime)
            return .exchange(exchange)
        }
    }

    private func moved(_ exchange: Exchange, by offset: Int) -> Exchange {
        var exchange = exchange
        exchange.number += offset
        guard shift > 0 else { return exchange }
        exchange.start &+= shift
        exchange.endTime &+= shift
        for index in exchange.interim.indices { exchange.interim[index].time &+= shift }
        exchange.response?.time &+= shift
        exchange.request.body.shift(by: shift)
        exchange.response?.body.shift(by: shift)
        for index in exchange.frames.indices {
            exchange.frames[index].time &+= shift
            exchange.frames[index].body.shift(by: shift)
        }
        return exchange
    }
}

extension TapeItem {
    /// The number of the last exchange that began before it, where the item says so.
    fileprivate var lastBefore: Int {
        switch self {
        case .mark(let mark): mark.afterExchange
        case .exchange(let exchange): exchange.number - 1
        case .gap(let gap): gap.exchanges.map { $0.lowerBound - 1 } ?? Int.max
        case .header, .client, .upstream, .note, .losses: Int.max
        }
    }
}

extension TapedBody {
    fileprivate mutating func shift(by time: TapeTime) {
        for index in arrivals.indices { arrivals[index].time &+= time }
    }
}
