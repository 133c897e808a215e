import CassetteFormat
import Cryptography
import Reports
import TestTape
import Testing

@Suite struct EvidenceTests {
    private let statement = EvidenceStatement(
        tool: "fita/0", reportFile: "r.html", reportSize: 12, reportDigest: "ab",
        recipe: EvidenceStatement.Recipe(
            format: "html", language: "pt-BR", reveals: false, marks: ["A:tracking=off"], configurationDigest: "cd"),
        tapes: [EvidenceStatement.Tape(file: "a.fita", root: "ef", leaves: 3)], publicKey: "01")

    @Test func `a statement is read as it was written`() throws {
        try expectGolden(String(decoding: statement.bytes, as: UTF8.self), "statement.json")
        #expect(EvidenceStatement(statement.bytes) == statement)
    }

    @Test func `what is no statement is not read`() {
        let text = String(decoding: statement.bytes, as: UTF8.self)
        for wrong in [
            "", "{}", "[]", text.replacing("fita.evidence/1", with: "fita.evidence/2"),
            text.replacing("\"leaves\": 3", with: "\"leaves\": \"3\""), text.replacing("\"size\": 12,", with: ""),
        ] {
            #expect(EvidenceStatement(Array(wrong.utf8)) == nil, "\(wrong)")
        }
    }

    private func proof(_ number: Int) throws -> (ExchangeProof, TapeSeal) {
        var seal = TapeSeal()
        var exchange: Exchange?
        for item in SampleTapes.faulty.items {
            seal.add(item)
            if case .exchange(let own) = item, own.number == number { exchange = own }
        }
        let wanted = try #require(exchange)
        return (try #require(ExchangeProof(wanted, of: "run.fita", seal)), seal)
    }

    @Test func `every exchange is proven, and the proof is read as it was written`() throws {
        for number in 1...7 {
            let (proof, seal) = try proof(number)
            #expect(proof.holds)
            #expect(proof.root == seal.root)
            #expect(ExchangeProof(proof.bytes) == proof)
        }
    }

    @Test func `a proof that was changed does not hold`() throws {
        let text = String(decoding: try proof(5).0.bytes, as: UTF8.self)
        for (old, new) in [
            ("px.example", "py.example"), ("\"exchange\": 5", "\"exchange\": 4"), ("\"leaf\": 6", "\"leaf\": 5"),
            ("\"root_sha256\": \"", "\"root_sha256\": \"00"), ("\"path_sha256\": [", "\"path_sha256\": [\n\"zz\","),
        ] {
            #expect(text.contains(old), "\(old)")
            #expect(ExchangeProof(Array(text.replacing(old, with: new).utf8))?.holds == false, "\(old)")
        }
        #expect(ExchangeProof(Array("{\"format\":\"fita.proof/1\"}".utf8)) == nil)
    }

    @Test func `an exchange that the tape does not have has no proof`() throws {
        var other = TapeBuilder()
        for _ in 0..<20 { other.serve() }
        let seal = try proof(1).1
        for item in other.items {
            guard case .exchange(let exchange) = item, exchange.number > 9 else { continue }
            #expect(ExchangeProof(exchange, of: "run.fita", seal) == nil)
        }
    }

    @Test func `hexadecimal text of either case becomes bytes, and no other does`() {
        #expect(unhex("00fFA0") == [0, 255, 160])
        #expect(unhex("") == [])
        for wrong in ["0", "0g", "é", " 0"] { #expect(unhex(wrong) == nil) }
    }
}
