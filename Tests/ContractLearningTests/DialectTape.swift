import CassetteFormat
import ContractLearning
import Dialing
import HTTPModel
import HTTPWire
import ReferenceSDK
import SDKContracts
import StandInServer
import Verification

/// A run of the reference SDK in one dialect, as the tape a recorder would have made of it.
struct DialectTape {
    let items: [TapeItem]

    /// - Parameter baseURL: what the tape's header names.
    init(
        _ scenario: String, _ dialect: SDKDialect, faults: Set<SDKFault> = [], server: Set<StandInFault> = [],
        baseURL: String? = nil
    ) throws {
        guard let scenario = Scenario.named(scenario) else {
            throw HTTPCallError.invalidCall(part: "scenario", why: "there is none so named")
        }
        let clock = VirtualClock()
        let transport = TapingTransport(
            StandIn(vocabulary: StandInVocabulary(dialect), faults: server), clock: clock, baseURL: baseURL)
        var settings = ReferenceSDKSettings()
        settings.faults = faults
        settings.dialect = dialect
        _ = ReferenceSDKRun.run(scenario, settings: settings, transport: transport, clock: clock) {
            transport.mark($0, $1)
        }
        items = transport.items
    }

    func learned() -> ContractProposal {
        var learner = ContractLearner()
        for item in items { learner.see(item) }
        return learner.propose()
    }

    func judged(_ configuration: ContractConfiguration) -> Judgement {
        var verifier = Verifier(configuration: configuration)
        for item in items { verifier.see(item) }
        return verifier.finish()
    }
}

/// Joins the reference SDK to a stand-in and writes down what passes.
private final class TapingTransport: SDKTransport {
    private var standIn: StandIn
    private let clock: VirtualClock
    private(set) var items: [TapeItem]
    private var count = 0

    init(_ standIn: StandIn, clock: VirtualClock, baseURL: String?) {
        self.standIn = standIn
        self.clock = clock
        items = [
            .header(
                TapeHeader(
                    id: "00", tool: "fita/0", wallSeconds: 0, wallNanoseconds: 0, mode: "forward",
                    listen: "127.0.0.1:0", contract: nil, baseURL: baseURL))
        ]
    }

    /// The virtual clock stands still while requests follow one another; each takes a microsecond here.
    private var now: TapeTime {
        let (seconds, attoseconds) = clock.now.components
        return TapeTime(seconds) * 1_000_000_000 + TapeTime(attoseconds / 1_000_000_000) + TapeTime(count) * 1000
    }

    func mark(_ key: String, _ value: String) {
        items.append(.mark(Mark(time: now, afterExchange: count, key: key, value: value)))
    }

    func send(_ call: HTTPCall) throws(HTTPCallError) -> HTTPReply {
        let url = URLBytes(call.url)
        guard let origin = url.origin else { throw .invalidCall(part: "URL", why: "no origin") }
        count += 1
        let target = Array(url.bytes[url.path.lowerBound..<(url.query?.upperBound ?? url.path.upperBound)])
        let answer = standIn.answer(
            StandInRequest(
                scheme: origin.scheme, host: origin.host, method: call.method, target: target,
                fields: call.fields.map { .init(name: $0.name, value: $0.value) }, body: call.body ?? []))
        let answerHead = answer.head(closing: false)
        let requestHead = Self.head(call, target, origin)
        guard let request = try? HeadParser().request(requestHead),
            let response = try? HeadParser().response(answerHead)
        else { throw .invalidCall(part: "head", why: "not HTTP") }
        items.append(
            .exchange(
                Exchange(
                    number: count, connection: 1, ingress: .connect, origin: origin, start: now,
                    request: TapedRequest(
                        headBytes: requestHead, head: request, body: Self.body(call.body ?? [])),
                    response: TapedResponse(head: response, time: now + 100, body: Self.body(answer.body)),
                    end: .complete, endTime: now + 200)))
        return HTTPReply(status: answer.status, head: answerHead, body: answer.body)
    }

    func converse(_ opening: HTTPCall, _ messages: [[UInt8]], mask: UInt32) throws(HTTPCallError) -> [[UInt8]] {
        throw .invalidCall(part: "URL", why: "no story of a dialect has a WebSocket")
    }

    private static func head(_ call: HTTPCall, _ target: [UInt8], _ origin: ServerOrigin) -> [UInt8] {
        let end: [UInt8] = [0x0D, 0x0A]
        var head = Array(call.method.utf8) + [0x20] + target + Array(" HTTP/1.1\r\nHost: \(origin.host)".utf8) + end
        for field in call.fields { head += field.name + Array(": ".utf8) + field.value + end }
        if let body = call.body { head += Array("Content-Length: \(body.count)".utf8) + end }
        return head + end
    }

    private static func body(_ content: [UInt8]) -> TapedBody {
        TapedBody(
            framing: content.isEmpty ? .none : .length, payload: content, payloadSize: content.count,
            isExternal: false, digest: "", wireSize: content.count, arrivals: [])
    }
}

extension StandInVocabulary {
    /// What a server of this dialect understands.
    init(_ dialect: SDKDialect) {
        self.init()
        servePath = dialect.servePath
        vastPath = dialect.vastPath
        vmapPath = dialect.vmapPath
        clickPath = dialect.servePath.dropLast("/serve".count) + "/click"
        beaconPaths = [dialect.beaconPath, dialect.conversionPath]
        zoneNames = [dialect.zone]
        adID = dialect.answeredAdID
    }
}
