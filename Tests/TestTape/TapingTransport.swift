package import CassetteFormat
package import Dialing
import HTTPModel
import HTTPWire
package import ReferenceSDK
package import StandInServer

/// Joins the reference SDK to a stand-in in memory and puts what passes on a tape, as a recorder between them would.
package final class TapingTransport: SDKTransport {
    package private(set) var standIn: StandIn
    private let clock: VirtualClock
    /// Everything that passed, where nobody takes it.
    package private(set) var items: [TapeItem] = [.header(TapingTransport.header)]
    /// Takes the items instead, one by one.
    package var take: ((TapeItem) -> Void)?
    /// So many bytes of a third party's page are loaded after each launch's first request.
    package var pageSize = 0
    package private(set) var count = 0
    private var hasPage = true
    /// Each call takes a millisecond of its own.
    private var lag: TapeTime = 0

    package static let header = TapeHeader(
        id: "00", tool: "fita/0", wallSeconds: 0, wallNanoseconds: 0, mode: "forward", listen: "127.0.0.1:0",
        contract: "metrike", baseURL: "https://ads.metrike.test")

    package init(_ standIn: StandIn, clock: VirtualClock) {
        self.standIn = standIn
        self.clock = clock
    }

    private func put(_ item: TapeItem) {
        if let take { take(item) } else { items.append(item) }
    }

    private var now: TapeTime {
        let (seconds, attoseconds) = clock.now.components
        return TapeTime(seconds) * 1_000_000_000 + TapeTime(attoseconds / 1_000_000_000) + lag
    }

    package func mark(_ key: String, _ value: String) {
        if key == "launch" { hasPage = false }
        put(.mark(Mark(time: now, afterExchange: count, key: key, value: value)))
    }

    package func send(_ call: HTTPCall) throws(HTTPCallError) -> HTTPReply {
        let (origin, parsed) = try head(of: call)
        let answer = standIn.answer(StandInRequest(scheme: origin.scheme, head: parsed, body: call.body ?? []))
        let answerHead = answer.head(closing: false)
        tape(origin, parsed.bytes, parsed, call.body ?? [], answerHead, answer.body)
        if !hasPage, pageSize > 0 {
            hasPage = true
            loadPage()
        }
        return HTTPReply(status: answer.status, head: answerHead, body: answer.body)
    }

    package func converse(
        _ opening: HTTPCall, _ messages: [[UInt8]], mask: UInt32
    ) throws(HTTPCallError) -> [[UInt8]] {
        let (origin, parsed) = try head(of: opening)
        let request = StandInRequest(scheme: origin.scheme, head: parsed, body: [])
        let answer = standIn.answer(request)
        guard answer.status == 101 else { throw .failed(.answerNotHTTP, why: "\(answer.status)") }
        let answers = messages.map { standIn.answer($0, over: request) }
        let start = now
        let frames = zip(messages, answers).flatMap { message, answer in
            [
                WebSocketFrame(isFromClient: true, time: start, first: 0x81, mask: mask, body: Self.body(message)),
                WebSocketFrame(isFromClient: false, time: start, first: 0x81, mask: nil, body: Self.body(answer)),
            ]
        }
        tape(origin, parsed.bytes, parsed, [], answer.head(closing: false), [], frames)
        return answers
    }

    private func head(of call: HTTPCall) throws(HTTPCallError) -> (ServerOrigin, RequestHead) {
        let url = URLBytes(call.url)
        guard let origin = url.origin else { throw .invalidCall(part: "URL", why: "no origin") }
        let target = url.bytes[url.path.lowerBound..<(url.query?.upperBound ?? url.path.upperBound)]
        var head = Array("\(call.method) ".utf8) + target + Array(" HTTP/1.1\r\n".utf8)
        let hasHost = call.fields.contains { ASCII.equalsIgnoringCase($0.name, "host") }
        if !hasHost { head += Array("Host: \(origin.host)\r\n".utf8) }
        for field in call.fields { head += field.name + Array(": ".utf8) + field.value + Array("\r\n".utf8) }
        if let body = call.body { head += Array("Content-Length: \(body.count)\r\n".utf8) }
        head += Array("\r\n".utf8)
        guard let parsed = try? HeadParser().request(head) else { throw .invalidCall(part: "head", why: "not HTTP") }
        return (origin, parsed)
    }

    private func tape(
        _ origin: ServerOrigin, _ head: [UInt8], _ parsed: RequestHead, _ body: [UInt8], _ answerHead: [UInt8],
        _ answer: [UInt8], _ frames: [WebSocketFrame] = []
    ) {
        count += 1
        let start = now
        lag += 1_000_000
        guard let response = try? HeadParser().response(answerHead) else { return }
        var exchange = Exchange(
            number: count, connection: 1, ingress: .connect, origin: origin, start: start,
            request: TapedRequest(headBytes: head, head: parsed, body: Self.body(body)),
            response: TapedResponse(head: response, time: start + 500_000, body: Self.body(answer)), end: .complete,
            endTime: start + 600_000)
        exchange.frames = frames
        put(.exchange(exchange))
    }

    /// What a creative draws besides: text of a third party, in files that stand in a cassette itself.
    private func loadPage() {
        let line = Array("function play(slot,state){if(state.ready&&slot.size>0){slot.show(state.next())}}\n".utf8)
        var left = pageSize
        while left > 0 {
            let size = min(left, 40 << 10)
            left -= size
            let body = Array((0..<size / line.count + 1).lazy.flatMap { _ in line }.prefix(size))
            let head = Array(
                "GET /creative-\(left).js HTTP/1.1\r\nHost: cdn.creatives.test\r\nUser-Agent: Mozilla/5.0\r\n\r\n".utf8)
            let answer = Array(
                "HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\nContent-Length: \(size)\r\n\r\n".utf8)
            guard let origin = URLBytes(Array("https://cdn.creatives.test/".utf8)).origin,
                let parsed = try? HeadParser().request(head)
            else { return }
            tape(origin, head, parsed, [], answer, body)
        }
    }

    private static func body(_ content: [UInt8]) -> TapedBody {
        TapedBody(framing: content.isEmpty ? .none : .length, content: content)
    }
}
