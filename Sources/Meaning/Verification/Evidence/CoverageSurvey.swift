import AdTimeline
import CassetteFormat
import HTTPModel
import SDKContracts

/// Counts what a recording holds and what it lacks.
struct CoverageSurvey {
    private(set) var coverage = Coverage()
    /// Places in the lists of the coverage.
    private var countPlaces: [Place: Int] = [:]
    private var hostPlaces: [Place: Int] = [:]

    private struct Place: Hashable {
        let party: Party
        let name: String
    }

    init(search: BaseHostSearch.Result) {
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

    mutating func add(note: String) { coverage.notes.append(note) }

    mutating func add(_ exchange: Exchange) {
        coverage.exchangeCount += 1
        let host = FirstPartyHosts.normalized(exchange.origin.host)
        if exchange.ingress == .tunnel || exchange.tunnel != nil {
            let bytes = exchange.tunnel.map { ", \($0.sent) bytes sent, \($0.received) received" } ?? ""
            coverage.tunnels.append(
                Coverage.Gap(exchange: exchange.number, host: host, text: "passed through unread" + bytes))
            return
        }
        if let text = Self.fragment(exchange) ?? Self.failure(exchange.end) {
            coverage.failures.append(Coverage.Gap(exchange: exchange.number, host: host, text: text))
        }
    }

    mutating func add(_ sighting: Sighting) {
        let role = sighting.party == .first ? sighting.role.name : ""
        if let index = countPlaces[Place(party: sighting.party, name: role)] {
            coverage.counts[index].count += 1
        } else {
            countPlaces[Place(party: sighting.party, name: role)] = coverage.counts.count
            coverage.counts.append(Coverage.Count(party: sighting.party, role: role, count: 1))
        }
        if let index = hostPlaces[Place(party: sighting.party, name: sighting.host)] {
            coverage.hosts[index].count += 1
        } else {
            hostPlaces[Place(party: sighting.party, name: sighting.host)] = coverage.hosts.count
            coverage.hosts.append(Coverage.Host(host: sighting.host, party: sighting.party, count: 1))
        }
        if let text = Self.unread(sighting.requestContent.reading) {
            addUnread(sighting, "request content: \(text)")
        }
        if let text = Self.unread(sighting.answer.reading) { addUnread(sighting, "answer: \(text)") }
    }

    private mutating func addUnread(_ sighting: Sighting, _ text: String) {
        coverage.unread.append(Coverage.Gap(exchange: sighting.number, host: sighting.host, text: text))
    }

    mutating func add(_ timeline: AdTimeline) {
        coverage.toldCount = timeline.toldCount
        coverage.joinedCount = timeline.joinedCount
        if timeline.forgottenCount > 0 {
            coverage.notes.append(
                "\(timeline.forgottenCount) of \(timeline.toldCount) URLs of documents were forgotten for want of "
                    + "room: a request that came long after its document is joined to none")
        }
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
