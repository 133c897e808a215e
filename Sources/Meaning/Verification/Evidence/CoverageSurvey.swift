import AdTimeline
import CassetteFormat
import HTTPModel
import LeakSearch
import SDKContracts

/// Counts what a recording holds and what it lacks: of the whole, and of each of several joined tapes.
struct CoverageSurvey {
    private var whole: Tally
    /// Of each joined tape, after how many exchanges it begins, and its name.
    private var tapes: [(start: Int, label: String, tally: Tally)] = []
    private let search: BaseHostSearch.Result

    init(search: BaseHostSearch.Result) {
        self.search = search
        whole = Tally(search)
    }

    var coverage: Coverage {
        var coverage = whole.coverage
        coverage.tapes = tapes.map(\.tally.coverage)
        return coverage
    }

    mutating func add(_ mark: Mark) {
        switch mark.key {
        case MetrikeVocabulary.joinedTapeMark: tapes.append((mark.afterExchange, mark.value, Tally(search)))
        case MetrikeVocabulary.joinedAppMark: break
        default:
            whole.add(mark)
            if !tapes.isEmpty { tapes[tapes.count - 1].tally.add(mark) }
        }
    }

    mutating func add(note: String) { whole.coverage.notes.append(note) }

    /// - Returns: words for it, with the number that each exchange has on its own tape.
    mutating func add(_ gap: TapeGap) -> String {
        var gap = gap
        var label = ""
        if let first = gap.exchanges?.lowerBound, let tape = tapes.last(where: { $0.start < first }) {
            label = "\(tape.label): "
            gap.exchanges = gap.exchanges.map { $0.lowerBound - tape.start...$0.upperBound - tape.start }
        }
        let text = "\(label)the recording has \(gap.text)"
        add(note: text)
        return text
    }

    /// Counts for the whole, and for the tape that the exchange is on.
    private mutating func count(_ exchange: Int, _ change: (inout Tally) -> Void) {
        change(&whole)
        if let tape = tapes.lastIndex(where: { $0.start < exchange }) { change(&tapes[tape].tally) }
    }

    mutating func add(_ exchange: Exchange) {
        let isTunnel = exchange.ingress == .tunnel || exchange.tunnel != nil && !exchange.isWebSocket
        let text: String?
        if isTunnel {
            let bytes = exchange.tunnel.map { ", \($0.sent) bytes sent, \($0.received) received" } ?? ""
            text = "passed through unread" + bytes
        } else {
            text = Self.fragment(exchange) ?? Self.failure(exchange.end)
        }
        let gap = text.map {
            Coverage.Gap(
                exchange: exchange.number, host: FirstPartyHosts.normalized(exchange.origin.host), text: $0)
        }
        let frames = exchange.isWebSocket ? exchange.frames.count : nil
        count(exchange.number) { tally in
            tally.coverage.exchangeCount += 1
            if let frames {
                tally.coverage.unread.append(
                    Coverage.Gap(
                        exchange: exchange.number, host: FirstPartyHosts.normalized(exchange.origin.host),
                        text: "\(frames) WebSocket frames: searched for known values alone"))
            }
            guard let gap else { return }
            if isTunnel { tally.coverage.tunnels.append(gap) } else { tally.coverage.failures.append(gap) }
        }
    }

    mutating func add(_ sighting: Sighting) {
        count(sighting.number) { tally in
            tally.add(sighting)
            if let text = Self.unread(sighting.requestContent.reading) {
                tally.addUnread(sighting, "request content: \(text)")
            }
            if let text = Self.unread(sighting.answer.reading) { tally.addUnread(sighting, "answer: \(text)") }
        }
    }

    /// Counts what the exchange told and whether it was joined, once the timeline has taken it in.
    mutating func add(_ timeline: AdTimeline, of exchange: Int) {
        let told = timeline.toldCount(by: exchange)
        let joined = timeline.join(of: exchange) == nil ? 0 : 1
        guard told + joined > 0 else { return }
        count(exchange) { tally in
            tally.coverage.toldCount += told
            tally.coverage.joinedCount += joined
        }
    }

    mutating func finish(_ timeline: AdTimeline) {
        guard timeline.forgottenCount > 0 else { return }
        add(
            note: "\(timeline.forgottenCount) of \(timeline.toldCount) URLs of documents were forgotten for want of "
                + "room: a request that came long after its document is joined to none")
    }

    /// A request line with `#` is no request (RFC 9112 §3.2): what its client does with URLs is known.
    private static func fragment(_ exchange: Exchange) -> String? {
        guard case .refused = exchange.end, exchange.request.head == nil,
            exchange.request.headBytes.prefix(while: { $0 != 0x0A }).contains(UInt8(ascii: "#"))
        else { return nil }
        return "refused by the recorder: the client sent the fragment (broken URL parser)"
    }

    private static func failure(_ end: ExchangeEnd) -> String? {
        switch end {
        case .complete, .tunnelClosed: nil
        case .clientAborted: "the client went away"
        case .originAborted: "the origin closed before the answer was whole"
        case .short: "the body is shorter than announced"
        case .originUnreachable(let code, _): "the origin could not be reached (\(code))"
        case .originFault: "the origin's bytes are not HTTP"
        case .refused: "refused by the recorder"
        case .recorderDied: "the recording stopped before its end"
        case .missed: "the replay had no answer"
        }
    }

    private static func unread(_ reading: MessageContent.Reading) -> String? {
        switch reading {
        case .none, .plain, .decoded: nil
        case .external: "kept outside the tape"
        case .overLimit: "too large to be read"
        case .unreadable(let coding, let why): "\(coding): \(why)"
        }
    }
}

/// A coverage that is being counted.
private struct Tally {
    var coverage = Coverage()
    /// Places in the lists of the coverage.
    private var counts: [Place: Int] = [:]
    private var hosts: [Place: Int] = [:]

    private struct Place: Hashable {
        let party: Party
        let name: String
    }

    init(_ search: BaseHostSearch.Result) {
        switch search {
        case .known(let hosts): coverage.baseHost = .known(host: hosts.baseHost, hosts.source)
        case .ambiguous(let hosts): coverage.baseHost = .ambiguous(hosts)
        case .unknown: coverage.baseHost = .unknown
        }
    }

    mutating func add(_ mark: Mark) {
        coverage.marks.append(mark)
        if mark.key == MetrikeVocabulary.clockScaleMark { coverage.clockScale = mark.value }
    }

    mutating func add(_ sighting: Sighting) {
        let role = sighting.party == .first ? sighting.role.name : ""
        let rolePlace = Place(party: sighting.party, name: role)
        if let index = counts[rolePlace] {
            coverage.counts[index].count += 1
        } else {
            counts[rolePlace] = coverage.counts.count
            coverage.counts.append(Coverage.Count(party: sighting.party, role: role, count: 1))
        }
        let hostPlace = Place(party: sighting.party, name: sighting.host)
        if let index = hosts[hostPlace] {
            coverage.hosts[index].count += 1
        } else {
            hosts[hostPlace] = coverage.hosts.count
            coverage.hosts.append(Coverage.Host(host: sighting.host, party: sighting.party, count: 1))
        }
    }

    mutating func addUnread(_ sighting: Sighting, _ text: String) {
        coverage.unread.append(Coverage.Gap(exchange: sighting.number, host: sighting.host, text: text))
    }
}
