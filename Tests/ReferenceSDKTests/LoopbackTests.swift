import Cryptography
import Dialing
import HTTPModel
import Platform
import Sockets
import StandInServer
import Testing

@testable import ReferenceSDK

@Suite struct LoopbackTests {
    private func caller(_ standIn: LoopbackStandIn, trusting: Bool = true) throws -> HTTPCaller {
        var settings = HTTPCaller.Settings()
        settings.connectTo = ["::127.0.0.1:\(standIn.https)"]
        if trusting { settings.authorityFile = standIn.authorityFile }
        return try HTTPCaller(settings)
    }

    @Test(arguments: ["full-run", "child-directed", "zone-refusal"])
    func `over TLS and libcurl the same requests arrive as in memory`(scenario: String) throws {
        let standIn = try LoopbackStandIn(StandIn(seed: 1))
        let story = try #require(Scenario.named(scenario))
        let summary = ReferenceSDKRun.run(story, transport: try caller(standIn))
        let inMemory = try Rehearsal(scenario)
        #expect(summary == inMemory.summary)
        let lines = { (requests: [StandInRequest]) in
            requests.map { "\($0.method) \($0.url) \(String(display: $0.body))" }
        }
        #expect(lines(standIn.requests) == lines(inMemory.seen))
    }

    @Test func `over TLS and libcurl a WebSocket's messages arrive as in memory`() throws {
        let standIn = try LoopbackStandIn(StandIn(seed: 1))
        var settings = ReferenceSDKSettings()
        settings.faults = [.identityInWebSocket]
        let story = try #require(Scenario.named("video"))
        let summary = ReferenceSDKRun.run(story, settings: settings, transport: try caller(standIn))
        let inMemory = try Rehearsal("video", faults: [.identityInWebSocket])
        #expect(summary == inMemory.summary && summary.failures.isEmpty)
        #expect(standIn.requests.map(\.url) == inMemory.seen.map(\.url))
        #expect(standIn.said == inMemory.said.map(\.content) && standIn.said.count == 1)
    }

    @Test func `a server that does not switch to WebSocket is told`() throws {
        let standIn = try LoopbackStandIn(StandIn())
        let caller = try caller(standIn)
        let opening = HTTPCall(url: Array("https://thirdparty-a.test/px".utf8))
        #expect(throws: HTTPCallError.failed(.answerNotHTTP, why: "200 in place of a switch to WebSocket")) {
            try caller.converse(opening, [[0x61]], mask: 1)
        }
    }

    @Test(arguments: [0, 125, 126, 65_535, 65_536, 100_000])
    func `a message of any length is heard whole`(count: Int) throws {
        let standIn = try LoopbackStandIn(StandIn())
        let message = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let fields = [HTTPCallField("Upgrade", "WebSocket"), HTTPCallField("Sec-WebSocket-Key", "a2V5")]
        let opening = HTTPCall(url: Array("https://thirdparty-a.test/live".utf8), fields: fields)
        let answers = try caller(standIn).converse(opening, [message, []], mask: 0x0102_0304)
        #expect(standIn.said == [message, []])
        #expect(answers.map { String(display: $0) } == ["{\"ok\":true}", "{\"ok\":true}"])
    }

    @Test func `a message over the limit ends the connection`() throws {
        var limits = StandInListenerLimits()
        limits.bodyBytes = 100
        let standIn = try LoopbackStandIn(StandIn(), limits: limits)
        let fields = [HTTPCallField("Upgrade", "websocket"), HTTPCallField("Sec-WebSocket-Key", "a2V5")]
        let opening = HTTPCall(url: Array("https://thirdparty-a.test/live".utf8), fields: fields)
        let caller = try caller(standIn)
        #expect(try caller.converse(opening, [[UInt8](repeating: 1, count: 100)], mask: 1).count == 1)
        #expect(throws: HTTPCallError.self) {
            try caller.converse(opening, [[UInt8](repeating: 1, count: 101)], mask: 1)
        }
        #expect(standIn.said.count == 1)
    }

    @Test func `only the given fields arrive, besides host and length`() throws {
        let standIn = try LoopbackStandIn(StandIn())
        let story = try #require(Scenario.named("full-run"))
        _ = ReferenceSDKRun.run(story, transport: try caller(standIn))
        let names = Set(standIn.requests.flatMap { $0.fields.map { String(display: $0.name) } })
        #expect(
            names == [
                "Host", "Accept", "Accept-Language", "Accept-Encoding", "User-Agent", "Content-Type",
                "Content-Length", "Range", "Referer", "X-Playback-Session-Id",
            ])
    }

    @Test func `a client that trusts other authorities gets a reason and no answer`() throws {
        let standIn = try LoopbackStandIn(StandIn())
        let caller = try caller(standIn, trusting: false)
        #expect {
            try caller.call(HTTPCall(url: Array("https://ads.metrike.test/serve".utf8)))
        } throws: { error in
            guard case .failed(.certificateRefused, _)? = error as? HTTPCallError else { return false }
            return true
        }
        #expect(standIn.requests.isEmpty)
    }

    @Test func `as a proxy for http it answers absolute targets`() throws {
        let standIn = try LoopbackStandIn(StandIn())
        var settings = HTTPCaller.Settings()
        settings.proxy = "http://127.0.0.1:\(standIn.http)"
        var run = ReferenceSDKSettings()
        run.baseURL = "http://ads.metrike.test"
        let story = try #require(Scenario.named("single-vast-instream"))
        let summary = ReferenceSDKRun.run(story, settings: run, transport: try HTTPCaller(settings))
        #expect(summary.failures.isEmpty && summary.calls == standIn.requests.count)
        #expect(standIn.requests.allSatisfy { $0.scheme == .http && $0.url.hasPrefix("http://") })
    }

    @Test func `a body is taken up to the limit and refused over it`() throws {
        var limits = StandInListenerLimits()
        limits.bodyBytes = 100
        let standIn = try LoopbackStandIn(StandIn(), limits: limits)
        let caller = try caller(standIn)
        let post = { (count: Int) in
            try caller.call(
                HTTPCall(
                    method: "POST", url: Array("https://ads.metrike.test/beacon".utf8),
                    body: [UInt8](repeating: 0x61, count: count)))
        }
        #expect(try post(100).status == 204)
        #expect(try post(101).status == 413)
        #expect(try post(0).status == 204)
        #expect(standIn.requests.map(\.body.count) == [100, 0])
    }

    @Test func `another machine's address is refused`() throws {
        let authority = try CertificateAuthority.make(now: SystemClock.wall().seconds)
        let everywhere = Endpoint(address: "0.0.0.0", port: 0)
        let listening = StandInListening(listen: everywhere, tlsListen: nil, wallClock: { 0 })
        #expect(throws: StandInListenerError.notLoopback(everywhere)) {
            try StandInListener(EventLoop(), StandIn(), authority: authority, listening)
        }
    }
}
