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
