package import CassetteFormat
package import CassetteStore
package import HTTPModel
import HTTPWire
package import ProxyCore
package import ReplayMatching

/// Answers from a tape alone. It has no way to reach a server; only a fallback given to it has.
package final class TapeOrigin: Origin {
    /// Request body bytes kept for matching; a longer one is a miss.
    package static let requestBodyLimit = 16 * 1_048_576

    private var index: ReplayIndex
    private var recordings: [Recording] = []
    private let fallback: (any Origin)?
    private let holdsBack: (_ head: RequestHead, _ content: [UInt8]) -> Bool
    private let missed: (ReplayMiss) -> Void
    private let differed: (String) -> Void

    private enum Recording {
        indirect case held(Exchange)
        case block(CassetteBlocks, BlockPlace)
    }

    package private(set) var playedCount = 0
    /// Of the played: answers to another request than the recorded one.
    package var alikeCount: Int { index.alikeCount }
    package private(set) var missedCount = 0
    /// What was said on the WebSockets among the played.
    package let webSockets = WebSocketTally()
    /// Misses that the fallback was not asked about.
    package private(set) var heldCount = 0

    /// - Parameters:
    ///   - fallback: asked for what is not on the tape; nil refuses it.
    ///   - holdsBack: true of a request that the fallback must not be asked about, whatever is on the tape.
    ///   - answersAlike: a request that is not on the tape gets the answer of the most alike one left.
    ///   - missed: told of each miss.
    ///   - differed: told in words of each WebSocket connection in which a client said something else than on the tape.
    package init(
        fallback: (any Origin)? = nil, answersAlike: Bool = false,
        holdsBack: @escaping (_ head: RequestHead, _ content: [UInt8]) -> Bool = { _, _ in false },
        missed: @escaping (ReplayMiss) -> Void = { _ in }, differed: @escaping (String) -> Void = { _ in }
    ) {
        index = ReplayIndex(answersAlike: answersAlike)
        self.fallback = fallback
        self.holdsBack = holdsBack
        self.missed = missed
        self.differed = differed
    }

    /// Adds a recorded exchange; a later one with the same request is played after this one.
    package func add(_ exchange: Exchange) {
        if index.add(RecordedRequest(exchange)) != nil { recordings.append(.held(exchange)) }
    }

    /// Adds the exchanges of a cassette. Only their requests are read now; an answer is when it is played.
    package func add(contentsOf cassette: TapeFile) throws {
        let blocks = try CassetteBlocks(cassette.path)
        index.reserve(cassette.blockCount)
        while let (request, place) = try cassette.nextRequest() {
            guard let place else { throw TapeOrigin.blockTooLong(request.number).at(cassette.path) }
            if index.add(request) != nil { recordings.append(.block(blocks, place)) }
        }
    }

    private func answer(at place: Int) throws -> RecordedAnswer {
        switch recordings[place] {
        case .held(let exchange): RecordedAnswer(exchange)
        case .block(let blocks, let block): try blocks.answer(at: block)
        }
    }

    private func request(at place: Int) -> ComparableRequest? {
        switch recordings[place] {
        case .held(let exchange): ComparableRequest(exchange)
        case .block(let blocks, let block): (try? blocks.request(at: block)).flatMap { ComparableRequest($0) }
        }
    }

    /// Numbers of the exchanges that nobody asked for.
    package var unplayed: [Int] { index.unplayed }

    package func ask(_ request: OriginRequest, answerTo sink: any AnswerSink) -> any RequestSink {
        let exchange = PlayedExchange(request, sink, self)
        if case .tunnel = request.kind { exchange.leaveTunnel(to: fallback) }
        return exchange
    }

    package func refused(_ refusal: RefusedRequest) {}

    func answer(_ played: PlayedExchange) {
        switch index.match(TapeOrigin.comparable(played), recorded: request) {
        case .hit(let place):
            playedCount += 1
            do {
                let answer = try answer(at: place)
                let isThere = answer.number == index.number(at: place)
                if isThere, let why = played.objection(to: answer) {
                    playedCount -= 1
                    let miss = index.putBack(place, TapeOrigin.comparable(played), because: why)
                    return self.answer(played, missing: miss)
                }
                guard isThere else {
                    return played.sink.answerFailed(.recordedFailure("the tape has changed since it was opened"))
                }
                if answer.isWebSocket { return try playWebSocket(answer, at: place, to: played) }
                play(answer, try answer.response.flatMap { try content(of: $0.body, at: place) }, to: played)
            } catch {
                played.sink.answerFailed(.recordedFailure("\(error)"))
            }
        case .miss(let miss): answer(played, missing: miss)
        }
    }

    /// The request's body is longer than what is compared.
    func answerTooLong(_ played: PlayedExchange) {
        answer(played, missing: index.miss(TapeOrigin.comparable(played), recorded: request))
    }

    private func answer(_ played: PlayedExchange, missing miss: ReplayMiss) {
        missedCount += 1
        missed(miss)
        if fallback != nil, holdsBack(played.request.head, played.content) {
            heldCount += 1
            played.sink.answerFailed(
                .missed(
                    explanation: miss.explanation
                        + "It carries a click ID of the tape: no server is asked, whatever --on-miss says.\n"))
        } else if let fallback {
            played.passOn(to: fallback)
        } else {
            played.sink.answerFailed(.missed(explanation: miss.explanation))
        }
    }

    private static func comparable(_ played: PlayedExchange) -> ComparableRequest {
        ComparableRequest(
            method: Array(played.request.head.methodBytes), origin: played.request.origin,
            target: ComparableRequest.originForm(played.request.head, path: played.request.path),
            contentType: played.request.head.first("content-type"), body: played.content)
    }

    /// The content of a recorded body, or nil where there is none to be had.
    private func content(of body: TapedBody, at place: Int) throws -> BodyContent? {
        if body.isAbsent { return nil }
        if case .block(let blocks, _) = recordings[place] { return try blocks.content(of: body) }
        return body.isExternal ? nil : BodyContent(body.payload)
    }

    private func playWebSocket(_ answer: RecordedAnswer, at place: Int, to played: PlayedExchange) throws {
        guard let recorded = answer.response?.head, answer.hasAllFrames else {
            return played.sink.answerFailed(
                .recordedFailure("what passed on the WebSocket connection is not all on the tape"))
        }
        let key = played.request.http2 == nil ? WebSocketKey(of: played.request.head) : nil
        let head = try key?.answered(with: recorded) ?? recorded
        let line = TapeOrigin.comparable(played).place
        let webSocket = PlayedWebSocket(
            answer, recorded, to: played.sink, webSockets,
            contents: { [unowned self] in try content(of: $0, at: place) },
            told: { [differed] in differed(SafeText.text("WebSocket \(line) (#\(answer.number)): \($0)")) })
        played.open(webSocket)
        for head in answer.interim { played.sink.answerInterim(head) }
        if let facts = answer.http2 { played.sink.answerComes(over: facts) }
        played.sink.answerHead(head, framing: .untilClose)
        webSocket.play()
    }

    private func play(_ answer: RecordedAnswer, _ content: BodyContent?, to played: PlayedExchange) {
        let sink = played.sink
        guard answer.end == .complete, let response = answer.response else {
            return sink.answerFailed(.recordedFailure(TapeOrigin.words(answer.end)))
        }
        guard let content else {
            return sink.answerFailed(.recordedFailure("the content of the answer is not on the tape"))
        }
        for head in answer.interim { sink.answerInterim(head) }
        let body = response.body
        if let facts = answer.http2 { sink.answerComes(over: facts) }
        switch body.framing {
        case .none: sink.answerHead(response.head, framing: .none)
        case .length: sink.answerHead(response.head, framing: .length(body.payloadSize))
        case .untilClose: sink.answerHead(response.head, framing: .untilClose)
        case .chunked: sink.answerHead(response.head, framing: .chunked)
        }
        played.play(AnswerPlayer(body, content, to: sink))
    }

    private static func blockTooLong(_ number: Int) -> TapeError {
        TapeError(
            .limit, "an exchange is too long to be replayed", exchange: number, why: "its block has 4 GiB or more",
            action: "record it again: large contents are then kept outside the cassette")
    }

    private static func words(_ end: ExchangeEnd) -> String {
        switch end {
        case .complete: "the answer is missing"
        case .clientAborted: "the client went away before the answer was whole"
        case .originAborted: "the origin broke off"
        case .short: "the body was shorter than announced"
        case .originUnreachable(_, let detail): detail
        case .originFault(let detail): "the origin's bytes were not HTTP (\(detail))"
        case .refused(let detail): "the request was refused (\(detail))"
        case .recorderDied: "the recording stopped before the answer was whole"
        case .tunnelClosed: "a tunnel is not replayed"
        case .missed: "it had no answer"
        }
    }
}
