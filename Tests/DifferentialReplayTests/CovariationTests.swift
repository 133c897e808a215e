import CassetteFormat
@testable import DifferentialReplay
import SDKContracts
import TestTape
import Testing
import Verification

@Suite struct CovariationTests {
    /// A run of an app that sends its identity to the ad server, and what else a case makes of it.
    private static func run(
        _ identity: Covariation.Identity, _ add: (inout TapeBuilder) -> Void
    ) throws -> ReplayedRun {
        var tape = TapeBuilder()
        tape.visitor = visitor(identity)
        tape.serve()
        add(&tape)
        let hosts = try #require(tape.judged().hosts)
        var run = ReplayedRun(MetrikeContract(configuration: ContractConfiguration(), hosts: hosts))
        for case .exchange(let exchange) in tape.items { run.see(exchange) }
        return run
    }

    private static func visitor(_ identity: Covariation.Identity) -> String {
        identity == .a ? TapeBuilder.visitor : TapeBuilder.otherVisitor
    }

    /// - Parameter add: what each run does besides; it is told its identity and whether it is the first of it.
    private func compared(
        _ add: (Covariation.Identity, Bool, inout TapeBuilder) -> Void
    ) throws -> Covariation {
        let runs = try [(Covariation.Identity.a, true), (.a, false), (.b, true), (.b, false)].map { identity, isFirst in
            try Self.run(identity) { add(identity, isFirst, &$0) }
        }
        return Covariation(a: (runs[0], runs[1]), b: (runs[2], runs[3]))
    }

    private func value(_ finding: Covariation.Finding) -> (SentRequest.Place, String?, String?)? {
        guard case .value(let place, let a, let b) = finding.kind else { return nil }
        return (place, a.map { String(decoding: $0, as: UTF8.self) }, b.map { String(decoding: $0, as: UTF8.self) })
    }

    /// Each puts one byte string of the identity's somewhere else.
    private static let places: [(name: String, surface: Surface, send: @Sendable (String, inout TapeBuilder) -> Void)] =
        [
            ("k", .query, { $1.get("https://px.example/i?k=\($0)&z=1") }),
            ("2", .path, { $1.get("https://px.example/sync/\($0)/x") }),
            ("x-id", .header, { $1.get("https://px.example/i", fields: "X-ID: \($0)\n") }),
            ("uid", .cookie, { $1.get("https://px.example/i", fields: "Cookie: theme=dark; uid=\($0)\n") }),
            ("/user/k", .json, { $1.post("https://px.example/i", json: #"{"user":{"k":"\#($0)"}}"#) }),
            (
                "f", .form,
                {
                    $1.exchange(
                        "POST https://px.example/i\nContent-Type: application/x-www-form-urlencoded\n\nf=\($0)&g=1",
                        "HTTP/1.1 204 No Content\n\n")
                }
            ),
            (
                "", .body,
                {
                    $1.exchange(
                        "POST https://px.example/i\nContent-Type: application/octet-stream\n\n\($0)",
                        "HTTP/1.1 204 No Content\n\n")
                }
            ),
            ("", .query, { $1.get("https://px.example/i?\($0 == "aaaa" ? "x=1&y=1" : "y=1&x=1")") }),
            ("", .header, { $1.get("https://px.example/i", fields: $0 == "aaaa" ? "A: 1\nB: 1\n" : "B: 1\nA: 1\n") }),
        ]

    @Test(arguments: places.indices)
    func `what follows the identity is found wherever it stands`(index: Int) throws {
        let (name, surface, send) = Self.places[index]
        let covariation = try compared { identity, _, tape in send(identity == .a ? "aaaa" : "bbbb", &tape) }
        #expect(covariation.answer == .follows)
        #expect(covariation.findings.count == 1, "\(covariation.findings)")
        let finding = try #require(covariation.findings.first)
        let place = try #require(value(finding)).0
        #expect(place == SentRequest.Place(surface: surface, name: name, ordinal: 1))
        #expect(finding.host == "px.example")
        #expect(finding.numbers == Covariation.Numbers(a: 2, a2: 2, b: 2, b2: 2))
        #expect(finding.explanation == nil)
        #expect(covariation.alignedCount == 1 && covariation.thirdPartyCount == 1)
        // Under one identity in all runs nothing follows it.
        let control = try compared { _, _, tape in send("aaaa", &tape) }
        #expect(control.answer == .nothingFollows)
        #expect(control.variations.isEmpty)
    }

    @Test func `first-party values are no finding and show that the identity changed`() throws {
        let covariation = try compared { _, _, tape in
            tape.beacon()
            tape.get("https://px.example/i?x=1")
        }
        #expect(covariation.answer == .nothingFollows)
        #expect(covariation.followed.map(\.place.name) == ["/visitor_id", "visitor_id"])
        #expect(covariation.firstPartyAlignedCount == 2 && covariation.firstPartyCount == 2)
    }

    @Test func `without a change at the first party there is no verdict`() throws {
        let run = try Self.run(.a) { $0.get("https://px.example/i?k=1") }
        #expect(Covariation(a: (run, run), b: (run, run)).answer == .identityUnseen)
    }

    @Test func `without a third party in all runs there is no verdict`() throws {
        #expect(try compared { _, _, _ in }.answer == .nothingCompared)
        let once = try compared { identity, isFirst, tape in
            if identity == .a, isFirst { tape.get("https://px.example/i?x=1") }
        }
        #expect(once.answer == .nothingCompared)
    }

    @Test func `what differs within an identity varies on its own`() throws {
        var count = 0
        let covariation = try compared { _, _, tape in
            count += 1
            tape.get("https://px.example/i?cb=\(count)&k=same")
            tape.get("https://px.example/i?cb=\(count)&k=same")
        }
        #expect(covariation.answer == .nothingFollows)
        #expect(covariation.variations.map(\.place?.name) == ["cb"])
        #expect(covariation.variations.first?.requestCount == 2)
        #expect(covariation.variations.first?.host == "px.example")
    }

    /// A value that agrees in three runs of four is not the identity's.
    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func `one run that disagrees is noise`(isA: Bool, isFirst: Bool) throws {
        let covariation = try compared { identity, first, tape in
            let isOdd = (identity == .a) == isA && first == isFirst
            tape.get("https://px.example/i?k=\(isOdd ? "odd" : "even")")
        }
        #expect(covariation.findings.isEmpty)
        #expect(covariation.variations.count == 1)
    }

    @Test func `a known disguise of the identity is named`() throws {
        let covariation = try compared { identity, _, tape in
            let digits = Self.visitor(identity).filter { $0 != "-" }.uppercased()
            tape.get("https://px.example/i?u=\(String(digits.reversed()))")
            tape.get("https://px.example/j?u=\(identity == .a ? "0f3d9a17c2" : "77aa01b3e9")")
        }
        #expect(covariation.findings.count == 2)
        #expect(covariation.findings.first?.explanation?.value == "visitor_id")
        #expect(covariation.findings.first?.explanation?.path.contains("revers") == true)
        #expect(covariation.findings.last?.explanation == nil)
    }

    @Test func `a request that one identity alone makes is found, a host's label too`() throws {
        let covariation = try compared { identity, _, tape in
            tape.get("https://h\(identity.rawValue.lowercased()).example/i")
            tape.get("https://px.example/i")
        }
        #expect(
            covariation.findings.map(\.kind) == [.request(.a), .request(.b)])
        #expect(covariation.findings.map(\.host) == ["ha.example", "hb.example"])
        #expect(covariation.findings.last?.numbers == Covariation.Numbers(b: 2, b2: 2))
        #expect(covariation.alignedCount == 1 && covariation.thirdPartyCount == 3)
    }

    @Test func `how often is told apart from what`() throws {
        let covariation = try compared { identity, _, tape in
            for _ in 0..<(identity == .a ? 3 : 1) { tape.get("https://px.example/i?x=1") }
        }
        #expect(covariation.answer == .nothingFollows)
        #expect(covariation.countDifferences.map { [$0.a, $0.b] } == [[3, 1]])
        #expect(covariation.thirdPartyCount == 3 && covariation.alignedCount == 1)
    }

    @Test func `a request that some run lacks varies on its own`() throws {
        let covariation = try compared { identity, isFirst, tape in
            if identity == .b, isFirst { tape.get("https://late.example/i") }
        }
        #expect(covariation.answer == .nothingCompared)
        #expect(covariation.variations.map(\.host) == ["late.example"])
        #expect(covariation.variations.first?.place == nil)
    }

    @Test func `partners are found whatever the order`() throws {
        let covariation = try compared { identity, isFirst, tape in
            let order = identity == .b ? [3, 1, 2] : isFirst ? [1, 2, 3] : [2, 3, 1]
            for number in order { tape.get("https://px.example/i?n=\(number)&m=\(number)") }
        }
        #expect(covariation.answer == .nothingFollows)
        #expect(covariation.alignedCount == 3)
        #expect(covariation.variations.isEmpty)
    }

    @Test func `findings of one place are told once, with their number`() throws {
        let covariation = try compared { identity, _, tape in
            for number in 0..<5 { tape.get("https://px.example/i?k=\(identity.rawValue)\(number)") }
        }
        #expect(covariation.findings.count == 1)
        #expect(covariation.findings.first?.requestCount == 5)
        #expect(covariation.moreFindings == 0)
    }

    @Test func `a path is told once for all values of a segment, and apart from other paths`() throws {
        let covariation = try compared { identity, _, tape in
            for number in 0..<3 { tape.get("https://px.example/u/\(identity.rawValue)\(number)") }
            tape.get("https://px.example/v/\(identity.rawValue)")
            tape.get("https://px.example/\(identity.rawValue.lowercased())/1/2/3")
            tape.get("https://px.example/only/\(identity.rawValue)\(identity == .a ? "/1/2/3/4" : "/1/2/3/4/5")")
        }
        #expect(covariation.findings.map(\.requestCount) == [3, 1, 1, 1, 1])
        #expect(covariation.findings.suffix(2).map(\.kind) == [.request(.a), .request(.b)])
    }

    @Test func `the length of the content is not told besides the content`() throws {
        let covariation = try compared { identity, _, tape in
            tape.post("https://px.example/i", json: #"{"k":"\#(identity == .a ? "a" : "bb")"}"#)
        }
        #expect(covariation.findings.compactMap { value($0)?.0.name } == ["/k"])
    }

    @Test func `findings and requests beyond the limits are counted`() throws {
        func covariation(_ count: Int) throws -> Covariation {
            try compared { identity, _, tape in
                let pairs = (0..<count).map { "p\($0)=\(identity.rawValue)" }
                for start in stride(from: 0, to: count, by: 500) {
                    tape.get(
                        "https://px.example/\(start)?\(pairs[start..<min(count, start + 500)].joined(separator: "&"))")
                }
            }
        }
        #expect(try covariation(Covariation.mostFindings).moreFindings == 0)
        let over = try covariation(Covariation.mostFindings + 1)
        #expect(over.findings.count == Covariation.mostFindings && over.moreFindings == 1)
    }

    @Test func `what cannot be read is counted`() throws {
        let covariation = try compared { _, _, tape in tape.refused("GET x", at: "https://px.example") }
        #expect(covariation.unreadCount == 4)
    }
}
