import AdTimeline
import CassetteFormat
import CassetteStore
import ConsentStrings
import Foundation
import SDKContracts
import StandInServer
import Testing
import Verification

/// The cassettes of the repository: whole, canonical, and of the verdict that their names say.
@Suite struct CommittedCassetteTests {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Cassettes").path

    static func cassettes(_ folder: String) -> [String] {
        let files = FileManager.default.enumerator(atPath: "\(root)/\(folder)")?.compactMap { $0 as? String } ?? []
        return files.filter { $0.hasSuffix(".fita") }.map { "\(folder)/\($0)" }.sorted()
    }

    /// `Cassettes/fita.json`.
    private static func configuration() throws -> ConfigurationReader.Reading {
        let file = try Data(contentsOf: URL(fileURLWithPath: "\(root)/fita.json"))
        return try ConfigurationReader().read([UInt8](file))
    }

    @Test func `the configuration beside the cassettes is the stand-in's`() throws {
        let file = try String(contentsOfFile: "\(Self.root)/fita.json", encoding: .utf8)
        #expect(file == StandIn.configuration)
    }

    private func items(_ path: String) throws -> (TapeHeader, [TapeItem]) {
        let tape = try TapeFile.open("\(Self.root)/\(path)")
        return (try #require(tape.header), try tape.items())
    }

    /// By `Cassettes/fita.json`, and the `fita.json` beside the cassette, if there is one.
    private func judgement(_ path: String) throws -> Judgement {
        let file = URL(fileURLWithPath: "\(Self.root)/\(path)").deletingLastPathComponent()
            .appendingPathComponent("fita.json")
        let text = (try? Data(contentsOf: file)).map(Array.init) ?? Array("{}".utf8)
        var configuration = try ConfigurationReader().read(text, over: Self.configuration()).configuration
        if let list = configuration.vendorListPath {
            let place = file.deletingLastPathComponent().appendingPathComponent(list)
            configuration.vendorList = try GlobalVendorList(Array(Data(contentsOf: place)))
        }
        var verifier = Verifier(configuration: configuration)
        let (header, items) = try items(path)
        verifier.see(.header(header))
        for item in items { verifier.see(item) }
        return verifier.finish()
    }

    @Test func `there are cassettes of whole runs and of rules`() {
        #expect(!Self.cassettes("metrike").isEmpty)
        #expect(!Self.cassettes("rules").isEmpty)
    }

    @Test(arguments: cassettes("metrike") + cassettes("rules") + cassettes("clients"))
    func `a cassette unpacked and packed again has the same bytes`(path: String) throws {
        #expect(try TapeFile.check("\(Self.root)/\(path)").isEmpty)
        let (header, items) = try items(path)
        let folder = NSTemporaryDirectory() + "fita-cassettes-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try TapeFile.write(header, items, to: "\(folder)/again.fita")
        let again = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/again.fita"))
        #expect(try again == Data(contentsOf: URL(fileURLWithPath: "\(Self.root)/\(path)")))
        let blobs = "\(Self.root)/\(path)".replacing(".fita", with: ".blobs")
        let original = Set((try? FileManager.default.contentsOfDirectory(atPath: blobs)) ?? [])
        let written = Set((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/again.blobs")) ?? [])
        #expect(original == written)
    }

    @Test(arguments: cassettes("metrike"))
    func `a whole run of the reference SDK keeps the contract`(path: String) throws {
        let judgement = try judgement(path)
        #expect(judgement.findings.map(\.code) == [])
        #expect(Translation.missing(judgement) == [])
        #expect(judgement.count(.pass) > 0)
    }

    /// The long way of a tape and the way of a small one say the same of it.
    @Test(arguments: cassettes("metrike"))
    func `a verifier that remembers little says the same`(path: String) throws {
        let all = try judgement(path)
        let (header, items) = try items(path)
        var limits = VerifierLimits()
        limits.timeline.exchangeCount = 96
        let little = try Verifier.judge(configuration: Self.configuration().configuration, limits: limits) { _, take in
            take(.header(header))
            for item in items { take(item) }
        }
        #expect(little.rules.map(\.verdict) == all.rules.map(\.verdict))
        #expect(little.coverage == all.coverage)
    }

    @Test(arguments: cassettes("rules"))
    func `a rule's cassette gives the verdict of its name`(path: String) throws {
        let parts = path.split(separator: "/")
        let slug = String(parts[1])
        let judgement = try judgement(path)
        let result = try #require(judgement.rules.first { $0.rule.slug == slug })
        #expect(Translation.missing(judgement) == [])
        if parts[2].hasPrefix("holds-") {
            #expect(result.verdict.outcome == .pass)
            #expect(judgement.findings.map(\.code) == [])
        } else {
            #expect(parts[2].hasPrefix("breaks-"))
            #expect(result.verdict.outcome == .fail)
            let allowed = Set([result.rule.code] + result.rule.related)
            #expect(Set(judgement.findings.map(\.code)).isSubset(of: allowed))
        }
    }
}
