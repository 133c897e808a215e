import CassetteFormat
import Dialing
import HTTPModel
import HTTPWire
import ReferenceSDK
import StandInServer

/// Joins the reference SDK to a stand-in in memory and puts what passes on a tape, as a recorder between them would.
final class TapingTransport: SDKTransport {
    private(set) var standIn: StandIn
    private let clock: VirtualClock
    private(set) var items: [TapeItem] = []
    private var count = 0
    /// Each call takes a millisecond of its own.
    private var lag: TapeTime = 0

    init(_ standIn: StandIn, clock: VirtualClock) {
        self.standIn = standIn
        self.clock = clock
        items.append(
            .header(
                TapeHeader(
                    id: "00", tool: "fita/0", wallSeconds: 0, wallNanoseconds: 0, mode: "forward",
                    listen: "127.0.0.1:0", contract: "metrike-ios", baseURL: "https://ads.metrike.test")))
    }

    private var now: TapeTime {
        let (seconds, attoseconds) = clock.now.components
        return TapeTime(seconds) * 1_000_000_000 + TapeTime(attoseconds / 1_000_000_000) + lag
    }

    func mark(_ key: String, _ value: String) {
        items.append(.mark(Mark(time: now, afterExchange: count, key: key, value: value)))
    }

    func send(_ call: HTTPCall) throws(HTTPCallError) -> HTTPReply {
        let url = URLBytes(call.url)
        guard let origin = url.origin else { throw .invalidCall(part: "URL", why: "no origin") }
        let target = url.bytes[url.path.lowerBound..<(url.query?.upperBound ?? url.path.upperBound)]
        var head = Array("\(call.method) ".utf8) + target + Array(" HTTP/1.1\r\nHost: \(origin.host)\r\n".utf8)
        for field in call.fields { head += field.name + Array(": ".utf8) + field.value + Array("\r\n".utf8) }
        if let body = call.body { head += Array("Content-Length: \(body.count)\r\n".utf8) }
        head += Array("\r\n".utf8)
        guard let parsed = try? HeadParser().request(head) else { throw .invalidCall(part: "head", why: "not HTTP") }
        let answer = standIn.answer(StandInRequest(scheme: origin.scheme, head: parsed, body: call.body ?? []))
        let answerHead = answer.head(closing: false)
        count += 1
        let start = now
        lag += 1_000_000
        if let response = try? HeadParser().response(answerHead) {
            items.append(
                .exchange(
                    Exchange(
                        number: count, connection: 1, ingress: .connect, origin: origin, start: start,
                        request: TapedRequest(headBytes: head, head: parsed, body: Self.body(call.body ?? [])),
                        response: TapedResponse(head: response, time: start + 500_000, body: Self.body(answer.body)),
                        end: .complete, endTime: start + 600_000)))
        }
        return HTTPReply(status: answer.status, head: answerHead, body: answer.body)
    }

    private static func body(_ content: [UInt8]) -> TapedBody {
        TapedBody(
            framing: content.isEmpty ? .none : .length, payload: content, payloadSize: content.count,
            isExternal: false, digest: "", wireSize: content.count, arrivals: [])
    }
}
