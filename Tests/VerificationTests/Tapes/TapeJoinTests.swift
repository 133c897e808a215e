import CassetteFormat
import SDKContracts
import TestTape
import Testing
import Verification

@Suite struct TapeJoinTests {
    private func join(_ tapes: [TapeBuilder], seconds: [Int64]) -> (tapes: [JoinedTape], items: [TapeItem]) {
        var join = TapeJoin()
        var items: [TapeItem] = []
        for (place, tape) in tapes.enumerated() {
            var header: TapeHeader?
            if case .header(let own)? = tape.items.first { header = own }
            header?.wallSeconds = seconds[place]
            join.begin("\(place)", header) { items.append($0) }
            for item in tape.items { join.see(item) { items.append($0) } }
        }
        join.finish { items.append($0) }
        return (join.tapes, items)
    }

    private func tape(_ requests: Int, app: String = "br.com.news") -> TapeBuilder {
        var tape = TapeBuilder()
        tape.app[0].1 = app
        for _ in 0..<requests { tape.serve() }
        return tape
    }

    private func exchanges(_ items: [TapeItem]) -> [Exchange] {
        items.compactMap { if case .exchange(let exchange) = $0 { exchange } else { nil } }
    }

    private func marks(_ items: [TapeItem]) -> [String] {
        items.compactMap { item in
            if case .mark(let mark) = item { "\(mark.key)=\(mark.value)@\(mark.afterExchange)" } else { nil }
        }
    }

    @Test func `exchanges are numbered on and times run on`() throws {
        let (tapes, items) = join([tape(2), tape(3)], seconds: [100, 160])
        let exchanges = exchanges(items)
        #expect(exchanges.map(\.number) == [1, 2, 3, 4, 5])
        #expect(tapes.map(\.offset) == [0, 2])
        #expect(tapes.map(\.exchangeCount) == [2, 3])
        #expect(tapes.map(\.overlaps) == [false, false])
        let minute: TapeTime = 60_000_000_000
        #expect(exchanges[2].start == exchanges[0].start + minute)
        #expect(exchanges[2].endTime == exchanges[0].endTime + minute)
        let (first, later) = (try #require(exchanges[0].response), try #require(exchanges[2].response))
        #expect(later.time == first.time + minute)
        #expect(items.count { if case .header = $0 { true } else { false } } == 1)
    }

    @Test func `a tape that begins before the one before has ended overlaps`() {
        // 30 exchanges of 100 ms.
        #expect(join([tape(30), tape(1)], seconds: [100, 102]).tapes.map(\.overlaps) == [false, true])
        #expect(join([tape(30), tape(1)], seconds: [100, 104]).tapes.map(\.overlaps) == [false, false])
    }

    @Test func `marks say where a tape begins and whose it is, before the marks that are the app's`() {
        var second = TapeBuilder()
        second.app[0].1 = "br.com.shop"
        second.mark("launch", "cold")
        second.mark("tracking", "on")
        second.serve()
        let (tapes, items) = join([tape(2), second], seconds: [0, 60])
        #expect(
            marks(items) == [
                "join/tape=A@0", "join/app=br.com.news@0", "join/tape=B@2", "join/app=br.com.shop@2", "launch=cold@2",
                "tracking=on@2",
            ])
        #expect(tapes.map(\.apps) == [["br.com.news"], ["br.com.shop"]])
    }

    @Test func `a launch of another app within a tape changes the app`() {
        var tape = tape(1)
        tape.mark("launch", "shop")
        tape.app[0].1 = "br.com.shop"
        tape.serve()
        let (tapes, items) = join([tape], seconds: [0])
        #expect(marks(items) == ["join/tape=A@0", "join/app=br.com.news@0", "join/app=br.com.shop@1", "launch=shop@1"])
        #expect(tapes.map(\.apps) == [["br.com.news", "br.com.shop"]])
    }

    @Test func `what is held back has a limit, and nothing is lost at it`() {
        func tape(strange: Int) -> TapeBuilder {
            var tape = TapeBuilder()
            for _ in 0..<strange { tape.get("https://cdn.example/a") }
            tape.serve()
            return tape
        }
        for (strange, apps) in [(TapeJoin.heldItems - 1, ["br.com.news"]), (TapeJoin.heldItems, [])] {
            let (tapes, items) = join([tape(strange: strange)], seconds: [0])
            #expect(exchanges(items).map(\.number) == Array(1...strange + 1))
            #expect(tapes.map(\.apps) == [apps])
        }
    }

    @Test func `a refusal of one app is none of another, and holds on its next tape`() {
        var news = tape(1)
        news.mark("tracking", "off")
        func outcome(_ tapes: [TapeBuilder]) -> [String] {
            TapeBuilder.joined(tapes).judgement.findings.map(\.code)
        }
        var later = TapeBuilder()
        later.session = "f0935e4c-d594-4b1f-8d1c-2b1f2f1a0005"
        later.visitor = nil
        later.serve()
        var shop = TapeBuilder()
        shop.app[0].1 = "br.com.shop"
        shop.visitor = TapeBuilder.otherVisitor
        shop.session = TapeBuilder.otherSession
        shop.serve()
        #expect(outcome([news, shop, later]) == [])
        later = TapeBuilder()
        later.session = "f0935e4c-d594-4b1f-8d1c-2b1f2f1a0005"
        later.serve()
        #expect(outcome([news, shop, later]) == ["MK-062"])
    }

    @Test func `the old visitor_id breaks when tracking is on again on a later tape`() {
        var first = tape(1)
        first.mark("tracking", "off")
        var second = TapeBuilder()
        second.mark("tracking", "on")
        second.session = TapeBuilder.otherSession
        second.serve()
        #expect(TapeBuilder.joined([first, second]).judgement.findings.map(\.code) == ["MK-063"])
    }

    @Test func `a session_id on two tapes breaks only where a launch, or another app, lies between`() {
        func codes(launch: Bool, app: String) -> [String] {
            var second = TapeBuilder()
            if launch { second.mark("launch", "relaunch") }
            second.app[0].1 = app
            if app != "br.com.news" { second.visitor = TapeBuilder.otherVisitor }
            second.serve()
            return TapeBuilder.joined([tape(1), second]).judgement.findings.map(\.code)
        }
        #expect(codes(launch: false, app: "br.com.news") == [])
        #expect(codes(launch: true, app: "br.com.news") == ["MK-026"])
        #expect(codes(launch: false, app: "br.com.shop") == ["MK-021", "MK-026"])
    }

    @Test func `a conversion on the advertiser's tape carries the click ID of the publisher's`() {
        var publisher = tape(1)
        publisher.click(to: "https://shop.example/?mk_cid=abcdefghij0123456789")
        publisher.get("https://shop.example/?mk_cid=abcdefghij0123456789")
        func outcome(_ extra: String, launch: String = "cold") -> RuleVerdict.Outcome? {
            var advertiser = TapeBuilder()
            advertiser.mark("launch", launch)
            advertiser.app[0].1 = "br.com.shop"
            advertiser.visitor = TapeBuilder.otherVisitor
            advertiser.session = TapeBuilder.otherSession
            advertiser.conversion(with: extra)
            let judgement = TapeBuilder.joined([publisher, advertiser]).judgement
            return judgement.rules.first { $0.rule.code == "MK-176" }?.verdict.outcome
        }
        #expect(outcome(#","mk_cid":"abcdefghij0123456789""#) == .pass)
        #expect(outcome(#","mk_cid":"zzzzzzzzzz0123456789""#) == .fail)
        #expect(outcome("") == .fail)
        // What was delivered before the app was there, it need not know.
        #expect(outcome("", launch: "install") == .notObserved)
    }

    @Test func `labels go from A to Z and on`() {
        #expect([0, 25, 26, 51, 52].map(JoinedTape.label) == ["A", "Z", "AA", "AZ", "BA"])
    }

    @Test func `words get the labels of their exchanges, and nothing else changes`() {
        let labels = ExchangeLabels(join([tape(12), tape(9)], seconds: [0, 60]).tapes)
        #expect(labels.labelled("as in #12, #13 and #21; # 3, no# and #") == "as in A#12, B#1 and B#9; # 3, no# and #")
        #expect(ExchangeLabels().labelled("#12") == "#12")
    }
}
