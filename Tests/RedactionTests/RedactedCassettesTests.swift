import CassetteFormat
import CassetteStore
import Foundation
import IdentityTrace
import Redaction
import SDKContracts
import Testing
import Verification

/// The cassettes of the repository, redacted: every rule's twins say what they said.
@Suite struct RedactedCassettesTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Cassettes").path

    static func cassettes(_ folder: String) -> [String] {
        let files = FileManager.default.enumerator(atPath: "\(root)/\(folder)")?.compactMap { $0 as? String } ?? []
        return files.filter { $0.hasSuffix(".fita") }.map { "\(folder)/\($0)" }.sorted()
    }

    private func configuration(_ path: String) throws -> ContractConfiguration {
        let shared = try Data(contentsOf: URL(fileURLWithPath: "\(Self.root)/fita.json"))
        let own = URL(fileURLWithPath: "\(Self.root)/\(path)").deletingLastPathComponent()
            .appendingPathComponent("fita.json")
        let text = (try? Data(contentsOf: own)).map(Array.init) ?? Array("{}".utf8)
        return try ConfigurationReader().read(text, over: ConfigurationReader().read([UInt8](shared))).configuration
    }

    private func redacted(_ path: String, bundle: Bool = false) throws -> (TapeRedaction, [TapeItem]) {
        let tape = try TapeFile.open("\(Self.root)/\(path)")
        let header = try #require(tape.header)
        let items = try tape.items()
        var wish = TapeRedaction.Wish(key: Array("the key of the tests".utf8))
        wish.replacesBundle = bundle
        return (try TapeRedaction(of: header, items, configuration: configuration(path), wish: wish), items)
    }

    @Test(arguments: cassettes("rules") + cassettes("metrike"))
    func `a cassette is redacted with both proofs`(path: String) throws {
        let (redaction, items) = try redacted(path)
        #expect(redaction.items.count == items.count)
        let hasIdentity = Self.visitorIDs(items).count > 0
        #expect(!hasIdentity || redaction.report.changedExchanges > 0)
        #expect(Self.visitorIDs(items).isDisjoint(with: Self.visitorIDs(redaction.items)))
    }

    @Test func `the bundle is replaced where that is asked for`() throws {
        let (redaction, items) = try redacted("metrike/full-run.fita", bundle: true)
        let bundle = Array("br.com.example.noticias".utf8)
        let holds = { (item: TapeItem) in
            guard case .exchange(let exchange) = item else { return false }
            return exchange.request.headBytes.firstRange(of: bundle) != nil
        }
        #expect(items.contains(where: holds))
        #expect(!redaction.items.contains(where: holds))
    }

    @Test func `a redacted tape is a whole cassette`() throws {
        let (redaction, _) = try redacted("metrike/full-run.fita")
        let folder = NSTemporaryDirectory() + "fita-redacted-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try TapeFile.write(redaction.header, redaction.items, to: "\(folder)/again.fita")
        #expect(try TapeFile.check("\(folder)/again.fita").isEmpty)
        let again = try TapeFile.open("\(folder)/again.fita")
        var check = RedactionCheck(ContractConfiguration())
        check.see(.header(try #require(again.header)))
        for item in try again.items() {
            if case .header = item { continue }
            check.see(item)
        }
        #expect(check.finish(KnownValues()).manner == .redacted)
    }

    /// UUIDs behind `visitor_id=` in targets.
    private static func visitorIDs(_ items: [TapeItem]) -> Set<String> {
        var result: Set<String> = []
        for case .exchange(let exchange) in items {
            let text = String(decoding: exchange.request.headBytes, as: UTF8.self)
            for match in text.matches(of: /visitor_id=([0-9A-Fa-f-]{36})/) { result.insert(String(match.1)) }
        }
        return result
    }
}
