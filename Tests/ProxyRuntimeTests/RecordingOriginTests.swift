import CassetteFormat
import CassetteStore
import HTTP2Wire
import HTTPModel
import HTTPWire
import LoopbackPeers
import Origins
import ProxyCore
import Testing

/// What the recorder around an origin keeps, and for how long.
@Suite struct RecordingOriginTests {
    /// Answers when told to; holds whom it answers, as a live exchange does.
    private final class Asked: RequestSink {
        let sink: any AnswerSink
        var isCongested: Bool { false }

        init(_ sink: any AnswerSink) { self.sink = sink }

        func sendBody(_ wire: UnsafeBufferPointer<UInt8>) {}
        func sendTrailers(_ fields: [HTTP2Field]) {}
        func sendEnd() {}
        func pauseAnswer() {}
        func resumeAnswer() {}
        func cancel(_ cause: CancelCause) {}
    }

    private final class Inner: Origin {
        weak var asked: Asked?
        var answersAtOnce = false

        func ask(_ request: OriginRequest, answerTo sink: any AnswerSink) -> any RequestSink {
            let asked = Asked(sink)
            self.asked = asked
            if answersAtOnce { sink.answerEnded() }
            return asked
        }

        func refused(_ refusal: RefusedRequest) {}
    }

    private final class Client: AnswerSink {
        func asked(upstream id: Int) {}
        func answerComes(over http2: HTTP2HeadFacts) {}
        func answerNote(_ text: String) {}
        func answerInterim(_ head: ResponseHead) {}
        func answerHead(_ head: ResponseHead, framing: BodyFraming) {}
        func answerBody(_ wire: UnsafeBufferPointer<UInt8>) {}
        func answerTrailers(_ fields: [HTTP2Field]) {}
        func answerEnded() {}
        func answerFailed(_ failure: OriginFailure) {}
        func requestDrained() {}
    }

    private enum Ending: CaseIterable { case atOnce, whole, failed, cancelled }

    @Test func `nothing is kept of an exchange that is over, however it ended`() throws {
        let folder = try TemporaryFolder()
        let header = TapeHeader(
            id: "0", tool: "0", wallSeconds: 0, wallNanoseconds: 0, mode: "forward", listen: "", contract: nil,
            baseURL: nil)
        let recorder = try TapeRecorder(path: folder.path + "/t.fita", header: header)
        let head = try HeadParser().request(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        let request = OriginRequest(
            head: head, origin: ServerOrigin(scheme: .http, host: "a", port: 80),
            framing: .none, kind: .plain, ingress: "absolute", connection: 1)
        for ending in Ending.allCases {
            let inner = Inner()
            inner.answersAtOnce = ending == .atOnce
            let origin = RecordingOrigin(inner, recorder: recorder, clock: { 0 })
            var sink: (any RequestSink)? = origin.ask(request, answerTo: Client())
            switch ending {
            case .atOnce: break
            case .whole: inner.asked?.sink.answerEnded()
            case .failed: inner.asked?.sink.answerFailed(.headTimeout)
            case .cancelled: sink?.cancel(.clientAborted)
            }
            sink = nil
            #expect(inner.asked == nil, "\(ending)")
        }
        try recorder.close(at: 0)
    }
}
