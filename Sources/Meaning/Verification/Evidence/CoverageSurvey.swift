import AdTimeline
import CassetteFormat
import HTTPModel
import SDKContracts

/// Counts what a recording holds and what it lacks.
struct CoverageSurvey {
    private(set) var coverage = Coverage()
    /// After how many exchanges each joined tape begins.
    private let starts: [Int]

    init(marks: [Mark], notes: [String], search: BaseHostSearch.Result) {
        starts = marks.filter { $0.key == MetrikeVocabulary.joinedTapeMark }.map(\.afterExchange)
        var parts: [[Mark]] = []
        var told: [Mark] = []
        for mark in marks {
            switch mark.key {
            case MetrikeVocabulary.joinedTapeMark: parts.append([])
            case MetrikeVocabulary.joinedAppMark: break
            default:
                told.append(mark)
                if !parts.isEmpty { parts[parts.count - 1].append(mark) }
            }
        }
        coverage = Coverage(marks: told, search)
        coverage.notes = notes
        coverage.tapes = parts.map { Coverage(marks: $0, search) }
    }

    /// Counts for the whole, and for the tape that the exchange is on.
    private mutating func count(_ exchange: Int, _ change: (inout Coverage) -> Void) {
        change(&coverage)
        guard let tape = starts.lastIndex(where: { $0 < exchange }) else { return }
        change(&coverage.tapes[tape])
    }

    mutating func add(_ exchange: Exchange) {
        let host = FirstPartyHosts.normalized(exchange.origin.host)
        let isTunnel = exchange.ingress == .tunnel || exchange.tunnel != nil
        let text: String?
        if isTunnel {
            let bytes = exchange.tunnel.map { ", \($0.sent) bytes sent, \($0.received) received" } ?? ""
            text = "passed through unread" + bytes
        } else {
            text = Self.failure(exchange.end)
        }
        let gap = text.map { Coverage.Gap(exchange: exchange.number, host: host, text: $0) }
        count(exchange.number) { coverage in
            coverage.exchangeCount += 1
            guard let gap else { return }
            if isTunnel { coverage.tunnels.append(gap) } else { coverage.failures.append(gap) }
        }
    }

    mutating func add(_ sighting: Sighting) {
        count(sighting.number) { coverage in
            coverage.count(sighting)
            if let text = Self.unread(sighting.requestContent.reading) {
                coverage.addUnread(sighting, "request content: \(text)")
            }
            if let text = Self.unread(sighting.answer.reading) { coverage.addUnread(sighting, "answer: \(text)") }
        }
    }

    mutating func add(_ timeline: AdTimeline, _ sightings: [Sighting]) {
        coverage.toldCount = timeline.told.count
        coverage.joinedCount = sightings.filter { timeline.join(of: $0.number) != nil }.count
        if !starts.isEmpty {
            for url in timeline.told {
                guard let tape = starts.lastIndex(where: { $0 < url.document }) else { continue }
                coverage.tapes[tape].toldCount += 1
            }
            for sighting in sightings where timeline.join(of: sighting.number) != nil {
                guard let tape = starts.lastIndex(where: { $0 < sighting.number }) else { continue }
                coverage.tapes[tape].joinedCount += 1
            }
        }
        if timeline.droppedCount > 0 {
            coverage.notes.append("\(timeline.droppedCount) URLs of documents were not kept for joining")
        }
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

extension Coverage {
    fileprivate init(marks: [Mark], _ search: BaseHostSearch.Result) {
        self.marks = marks
        clockScale = marks.last { $0.key == MetrikeVocabulary.clockScaleMark }?.value
        switch search {
        case .known(let hosts): baseHost = .known(host: hosts.baseHost, hosts.source)
        case .ambiguous(let hosts): baseHost = .ambiguous(hosts)
        case .unknown: baseHost = .unknown
        }
    }

    fileprivate mutating func count(_ sighting: Sighting) {
        let role = sighting.party == .first ? sighting.role.name : ""
        if let index = counts.firstIndex(where: { $0.party == sighting.party && $0.role == role }) {
            counts[index].count += 1
        } else {
            counts.append(Count(party: sighting.party, role: role, count: 1))
        }
        if let index = hosts.firstIndex(where: { $0.host == sighting.host && $0.party == sighting.party }) {
            hosts[index].count += 1
        } else {
            hosts.append(Host(host: sighting.host, party: sighting.party, count: 1))
        }
    }

    fileprivate mutating func addUnread(_ sighting: Sighting, _ text: String) {
        unread.append(Gap(exchange: sighting.number, host: sighting.host, text: text))
    }
}
