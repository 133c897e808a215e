import SDKContracts
import TestTape
import Testing
import Verification

@Suite struct OpenNamesTests {
    @Test func `location rules do not pass while a coordinate goes by an unknown name`() {
        var tape = TapeBuilder()
        tape.mark("collect_location", "0")
        tape.beacon(with: #","y":-23.5505,"x":-46.6333"#)
        #expect(tape.outcome("MK-090") == .needsConfig)
        #expect(tape.verdict("MK-090")?.reason.hasPrefix("name params.lat and params.lon: #1 has") == true)
        var configuration = ContractConfiguration(baseURL: TapeBuilder.base)
        configuration.names[.latitude] = ["y"]
        configuration.names[.longitude] = ["x"]
        #expect(tape.outcome("MK-090", configuration) == .fail)
    }

    @Test func `one number is no coordinate`() {
        var tape = TapeBuilder()
        tape.mark("collect_location", "0")
        tape.beacon(with: #","volume":0.5"#)
        #expect(tape.outcome("MK-090") == .pass)
    }

    @Test func `click and identity rules do not pass while clicks go to an unknown path`() {
        var tape = TapeBuilder()
        tape.serve()
        #expect(tape.outcome("MK-020") == .pass)
        tape.get(
            "\(TapeBuilder.base)/go?\(tape.query)", redirect: "https://shop.example/?mk_cid=abc123abc123")
        #expect(tape.outcome("MK-020") == .needsConfig)
        var configuration = ContractConfiguration(baseURL: TapeBuilder.base)
        configuration.clickPath = "/go"
        #expect(tape.outcome("MK-020", configuration) == .pass)
    }

    @Test func `a goal under an unknown name is not missing`() {
        var tape = TapeBuilder()
        let identity = tape.identity.map { "\"\($0.0)\":\"\($0.1)\"" }.joined(separator: ",")
        tape.post("\(TapeBuilder.base)/conversion", json: "{\"meta\":\"g1\",\"value_cents\":1,\(identity)}")
        #expect(tape.verdict("MK-179")?.reason.hasPrefix("name conversion.goal: #1 may") == true)
        tape.post("\(TapeBuilder.base)/conversion", json: "{\"meta\":\"g1\",\"value_cents\":1.5,\(identity)}")
        #expect(tape.verdict("MK-179")?.findings.map(\.exchange) == [2])

        var without = TapeBuilder()
        without.post("\(TapeBuilder.base)/conversion", json: "{\"value_cents\":1,\(identity)}")
        #expect(without.outcome("MK-179") == .fail)
    }

    @Test func `a failure stays a failure`() {
        var tape = TapeBuilder()
        tape.app.removeLast()
        tape.serve()
        tape.get("\(TapeBuilder.base)/go?\(tape.query)", redirect: "https://shop.example/?mk_cid=abc123abc123")
        #expect(tape.outcome("MK-020") == .fail)
    }
}

@Suite struct SeverityOverrideTests {
    @Test func `a configured severity stands in rule, findings and their order`() {
        var tape = TapeBuilder()
        tape.app.removeLast()
        tape.serve()
        var configuration = ContractConfiguration(baseURL: TapeBuilder.base)
        let before = tape.judged(configuration)
        configuration.severities = ["MK-020": "P3"]
        let after = tape.judged(configuration)
        #expect(before.rules.first { $0.rule.code == "MK-020" }?.rule.severity == .p1)
        #expect(after.rules.first { $0.rule.code == "MK-020" }?.rule.severity == .p3)
        #expect(after.findings.filter { $0.code == "MK-020" }.allSatisfy { $0.severity == .p3 })
        #expect(after.findings.map(\.severity) == after.findings.map(\.severity).sorted())
        #expect(after.findings.count == before.findings.count)
    }
}
