import AdTimeline
import CassetteFormat
import HTTPModel
import SDKContracts
import TestTape
import Testing

@Suite struct AdTimelineTests {
    private func timeline(_ tape: TapeBuilder, limits: TimelineLimits = TimelineLimits()) -> AdTimeline {
        let hosts = FirstPartyHosts(baseURL: TapeBuilder.base, source: .configuration)
        let contract = MetrikeContract(configuration: ContractConfiguration(), hosts: hosts)
        var timeline = AdTimeline(contract: contract, limits: limits)
        for item in tape.items {
            guard case .exchange(let exchange) = item,
                let sighting = contract.sighting(of: exchange, state: DeclaredState())
            else { continue }
            timeline.see(sighting)
        }
        return timeline
    }

    /// A schedule, a wrapper, an inline ad, a pixel that redirects.
    private var chain: TapeBuilder {
        var tape = TapeBuilder()
        tape.vmap(answer: Markup.vmap(["https://video.example/tag"]))
        tape.get("https://video.example/tag", xml: Markup.wrapper("https://inner.example/vast"))
        tape.get("https://inner.example/vast", xml: Markup.vast(["https://px.example/i?r=[CACHEBUSTING]"]))
        tape.get("https://px.example/i?r=4711", redirect: "/sync?p=1")
        tape.get("https://px.example/sync?p=1")
        return tape
    }

    @Test func `a break's whole tree is known`() throws {
        let timeline = timeline(chain)
        for number in 2...5 {
            let join = try #require(timeline.join(of: number))
            #expect(join.root == 1)
            #expect(join.breakReference?.isThirdParty == true)
            #expect(join.breakReference?.id == "b0")
        }
        let purposes = (2...5).map { timeline.join(of: $0)?.purpose }
        #expect(purposes == [.adTag, .wrapper, .impression, .impression])
        #expect(timeline.join(of: 5)?.told.role == .redirect)
        #expect(timeline.nextHop(after: 4) == 5)
        #expect(timeline.join(of: 4)?.told.label == "#3:2")
    }

    @Test func `what was not answered yet asks for nothing`() {
        var tape = TapeBuilder()
        tape.get("https://px.example/i?r=1")
        tape.vast(answer: Markup.vast(["https://px.example/i?r=1"]))
        #expect(timeline(tape).join(of: 1) == nil)
    }

    @Test func `a URL told twice is asked for once each`() {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast(["https://px.example/i", "https://px.example/i"]))
        tape.get("https://px.example/i")
        tape.get("https://px.example/i")
        let timeline = timeline(tape)
        #expect(timeline.join(of: 2)?.told.place != timeline.join(of: 3)?.told.place)
    }

    @Test func `a film told twice belongs to the later telling, however often it is asked for`() {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast([], media: "https://cdn.example/a.mp4"))
        tape.vast(answer: Markup.vast([], media: "https://cdn.example/a.mp4"))
        for _ in 0..<3 { tape.get("https://cdn.example/a.mp4") }
        let timeline = timeline(tape)
        #expect((3...5).map { timeline.join(of: $0)?.told.document } == [2, 2, 2])
    }

    @Test func `an unexpanded URL is preferred to one with more added`() {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast(["https://px.example/i?a=1", "https://px.example/i?a=1&b=2"]))
        tape.get("https://px.example/i?a=1&b=2")
        let join = timeline(tape).join(of: 2)
        #expect(join?.agreement == .exact)
        #expect(join?.told.url == Array("https://px.example/i?a=1&b=2".utf8))
    }

    @Test func `of URLs told again and again, the one to which least is added, then the last, is followed`() {
        var tape = TapeBuilder()
        for url in ["/i?a=1&b=2", "/i?a=1&b=2&c=3", "/i?a=1&b=2&c=3", "/i?a=1&b=2", "/i?a=1"] {
            tape.vast(answer: Markup.vast(["https://px.example" + url]))
        }
        for _ in 0..<3 { tape.get("https://px.example/i?a=1&b=2&c=3&x=9") }
        let timeline = timeline(tape)
        #expect((6...8).map { timeline.join(of: $0)?.told.document } == [3, 2, 4])
    }

    @Test func `a beacon belongs to the latest answer whose value it repeats`() {
        var tape = TapeBuilder()
        tape.serve(answer: #"{"ad":"fill-0001"}"#)
        tape.serve(answer: #"{"ad":"fill-0002"}"#)
        tape.beacon(with: #","ad":"fill-0001""#)
        tape.beacon(with: #","ad":"fill-0002""#)
        tape.beacon(with: #","zone_id":12"#)
        tape.beacon(with: #","zone_id":13"#)
        let timeline = timeline(tape)
        #expect((3...6).map { timeline.fill(of: $0)?.exchange } == [1, 2, 2, nil])
    }

    @Test func `URLs at the limit are kept, one more and the oldest are forgotten`() {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast(["https://px.example/a", "https://px.example/b"]))
        let at = timeline(tape, limits: TimelineLimits(toldCount: 2))
        #expect(at.told.count == 2 && at.forgottenCount == 0)
        let over = timeline(tape, limits: TimelineLimits(toldCount: 1))
        #expect(over.told.map(\.url) == [Array("https://px.example/b".utf8)] && over.forgottenCount == 1)
        let size = "https://px.example/a".utf8.count
        #expect(timeline(tape, limits: TimelineLimits(toldSize: size * 2)).forgottenCount == 0)
        #expect(timeline(tape, limits: TimelineLimits(toldSize: size * 2 - 1)).forgottenCount == 1)
    }

    @Test func `a request joins a URL that is remembered, not one that is forgotten`() {
        var tape = TapeBuilder()
        for name in ["a", "b", "c"] { tape.vast(answer: Markup.vast(["https://px.example/\(name)?x=1"])) }
        for name in ["a", "b", "c"] { tape.get("https://px.example/\(name)?x=1") }
        let timeline = timeline(tape, limits: TimelineLimits(toldCount: 2))
        #expect((4...6).map { timeline.join(of: $0)?.told.document } == [nil, 2, 3])
        #expect(timeline.toldCount == 3 && timeline.joinedCount == 2)
    }

    @Test func `forgetting leaves the last answer of each zone, and what its values name`() {
        var tape = TapeBuilder()
        tape.serve(zone: 12, answer: #"{"ad":"fill-0001"}"#)
        tape.serve(zone: 12, answer: #"{"ad":"fill-0002","tracking":false}"#)
        tape.serve(zone: 13, answer: #"{"ad":"fill-0003"}"#)
        let timeline = timeline(tape, limits: TimelineLimits(exchangeCount: 2))
        #expect(!timeline.isKey(Array("fill-0001".utf8)) && timeline.hasForgottenFills)
        #expect(timeline.isKey(Array("fill-0002".utf8)) && timeline.fill(answeredBy: 2)?.refusal == .refused)
        #expect(timeline.fill(answeredBy: 1) == nil && timeline.refusalCount == 1)
    }

    @Test func `joins and documents of exchanges at the limit are remembered, one more and the oldest are forgotten`() {
        var tape = TapeBuilder()
        for name in ["a", "b"] { tape.vast(answer: Markup.vast(["https://px.example/\(name)"])) }
        for name in ["a", "b"] { tape.get("https://px.example/\(name)") }
        let at = timeline(tape, limits: TimelineLimits(exchangeCount: 4))
        #expect(at.documents.keys.sorted() == [1, 2] && at.join(of: 3) != nil && at.join(of: 4) != nil)
        tape.get("https://px.example/c")
        let over = timeline(tape, limits: TimelineLimits(exchangeCount: 4))
        #expect(over.documents.isEmpty && over.join(of: 3) != nil && over.join(of: 4) != nil)
    }

    @Test func `documents of too many bytes are forgotten, the last one never`() {
        let answer = Markup.vast(["https://px.example/a"])
        var tape = TapeBuilder()
        for _ in 0..<2 { tape.vast(answer: answer) }
        let size = answer.utf8.count * 2
        #expect(timeline(tape, limits: TimelineLimits(documentSize: size)).documents.count == 2)
        #expect(timeline(tape, limits: TimelineLimits(documentSize: size - 1)).documents.keys.sorted() == [2])
        #expect(timeline(tape, limits: TimelineLimits(documentSize: 1)).documents.keys.sorted() == [2])
    }
}
