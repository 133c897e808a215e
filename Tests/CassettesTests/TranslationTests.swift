import CassetteFormat
import CassetteStore
import Foundation
import Reports
import SDKContracts
import Testing
import Verification

/// Whatever the verifier says of the cassettes has a Portuguese form.
@Suite struct TranslationTests {
    private static let shared = ["beacons: ", "post-rolls: "]

    private func judgement(_ path: String) throws -> Judgement {
        let root = CommittedCassetteTests.root
        let shared = try ConfigurationReader().read([UInt8](Data(contentsOf: URL(filePath: "\(root)/fita.json"))))
        let own = URL(filePath: "\(root)/\(path)").deletingLastPathComponent().appending(path: "fita.json")
        let text = (try? Data(contentsOf: own)).map(Array.init) ?? Array("{}".utf8)
        var verifier = Verifier(configuration: try ConfigurationReader().read(text, over: shared).configuration)
        let tape = try TapeFile.open("\(root)/\(path)")
        verifier.take(.header(try #require(tape.header)))
        for item in try tape.items() { verifier.take(item) }
        return verifier.finish()
    }

    /// The sentences of a judgement, one of each form: digits apart.
    private func sentences(_ judgement: Judgement) -> Set<String> {
        var sentences: Set<String> = []
        for result in judgement.rules {
            sentences.insert(result.verdict.reason)
            sentences.formUnion(result.verdict.remarks)
        }
        for finding in judgement.findings {
            sentences.formUnion([finding.message, finding.toDo, finding.cause.text])
        }
        return sentences
    }

    @Test func `every sentence about the repository's cassettes is in the Portuguese book`() throws {
        var missing: Set<String> = []
        for path in CommittedCassetteTests.cassettes("metrike") + CommittedCassetteTests.cassettes("rules") {
            for sentence in sentences(try judgement(path)) {
                let found = SentenceBook.portuguese.found(sentence)
                // Some words are the same in both.
                let isSame = found == sentence && !Self.shared.contains { sentence.hasPrefix($0) }
                if found == nil || isSame { missing.insert(sentence) }
            }
        }
        #expect(missing.isEmpty, "\(missing.count) are missing:\n\(missing.sorted().joined(separator: "\n"))")
    }
}
