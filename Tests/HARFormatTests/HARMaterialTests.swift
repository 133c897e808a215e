import CassetteFormat
import Foundation
import HTTPModel
import JSONText
import TestMaterial
import Testing

@testable import HARFormat

/// Files of real tools, and hostile ones.
@Suite struct HARMaterialTests {
    static let files = (CorpusFile.files(of: "har") + CorpusFile.files(of: "flows")).filter {
        $0.path.hasSuffix(".har")
    }

    /// `{GET:3 POST:1}` as a table.
    private static func table(_ text: String) -> [String: Int] {
        var table: [String: Int] = [:]
        for pair in text.dropFirst().dropLast().split(separator: " ") {
            let sides = pair.split(separator: ":", omittingEmptySubsequences: false)
            if sides.count == 2, let count = Int(sides[1]) { table[String(sides[0])] = count }
        }
        return table
    }

    @Test(arguments: files.filter { $0.facts["entries"] != nil })
    func `a real file gives the exchanges that its answer names`(_ file: CorpusFile) throws {
        let read = try ReadHAR(try file.bytes())
        let facts = file.facts
        #expect(read.report.entryCount == Int(facts["entries"] ?? ""))
        #expect(read.report.damage == nil)
        let leftOut = read.report.refusedCount + (read.report.loss(.notSent)?.count ?? 0)
        // Two internal redirects of a browser; one field name with a semicolon.
        let expected = ["har/pagexray/mousel.lu.har": 2, "har/har-to-k6/pseudo-headers.har": 1]
        #expect(leftOut == expected[file.path] ?? 0, "\(read.report.refusals)")
        #expect(read.report.exchangeCount == read.report.entryCount - leftOut)
        guard leftOut == 0 else { return }
        var methods: [String: Int] = [:]
        var statuses: [String: Int] = [:]
        for exchange in read.exchanges {
            let head = try #require(exchange.request.head)
            methods[String(display: head.methodBytes), default: 0] += 1
            statuses[exchange.response.map { String($0.head.status) } ?? "0", default: 0] += 1
            #expect((exchange.response == nil) == (exchange.end == .recorderDied) || exchange.end != .complete)
        }
        #expect(methods == Self.table(facts["methods"] ?? ""))
        let told = Self.table((facts["status"] ?? "").replacing("None", with: "0"))
        #expect(statuses == told)
        let hosts = Set(read.exchanges.map { $0.origin.host })
        #expect(hosts.count == Int(facts["hosts"] ?? ""))
    }

    @Test(arguments: [
        "har/mitmproxy/har_extractor.har", "har/mitmproxy/brokenfile.har", "har/mitmproxy/broken_headers.json",
    ])
    func `a file that is no HAR is refused with a place`(_ path: String) throws {
        guard let bytes = try MaterialFolder.corpus?.bytes(path) else { return }
        let error = #expect(throws: TapeError.self) { try ReadHAR(bytes) }
        #expect(error?.offset != nil)
    }

    @Test func `Polly's gzip pieces come back as gzip`() throws {
        guard let bytes = try MaterialFolder.corpus?.bytes("har/pollyjs/polly-getUser.har") else { return }
        let response = try #require(try ReadHAR(bytes).exchanges.first?.response)
        #expect(response.body.payload.count == 525)
        #expect(response.body.payload.starts(with: [0x1F, 0x8B]))
        #expect(response.head.text("content-encoding") == "gzip")
        #expect(response.head.text("content-length") == "525")
    }

    @Test func `mitmproxy's reading of a Chrome file agrees`() throws {
        guard let folder = MaterialFolder.corpus else { return }
        let read = try ReadHAR(try folder.bytes("har/mitmproxy/chrome.har"))
        let answers = try JSONParser().parse(try folder.bytes("har/mitmproxy/chrome.json")).root.elements
        #expect(answers.count == read.exchanges.count)
        for (exchange, answer) in zip(read.exchanges, answers) {
            let request = answer["request"]
            let head = try #require(exchange.request.head)
            #expect(request?["method"]?.string == String(display: head.methodBytes))
            #expect(request?["path"]?.string == String(display: head.targetBytes))
            #expect(request?["host"]?.string == exchange.origin.host)
        }
    }

    /// Whether an entry is taken where the row leaves the choice.
    private static let taken = [
        "har-status-string": false,  // A status is a number; a program that writes text may mean anything by it.
        "har-time-odd": true,  // The rest of the entry is sound; the times are unknown, and told to be.
    ]

    @Test(arguments: hostileTexts)
    func `a hostile text is taken, refused or listed as it must be`(_ text: HostileHAR) throws {
        guard text.action != "reject" else {
            #expect(throws: TapeError.self) { try ReadHAR(text.bytes) }
            return
        }
        let read = try ReadHAR(text.bytes)
        switch text.action {
        case "accept": #expect(read.exchanges.count == 1)
        case "reject_record": #expect(read.report.refusedCount == 1 && read.exchanges.isEmpty)
        case "either":
            guard let isTaken = Self.taken[text.id] else {
                Issue.record("\(text.id) is not decided")
                return
            }
            #expect(read.report.refusedCount == (isTaken ? 0 : 1) && read.exchanges.count == (isTaken ? 1 : 0))
        default: Issue.record("\(text.action) is no action")
        }
        for exchange in read.exchanges {
            #expect(text.id != "har-status-zero" || exchange.end != .complete)
            #expect(exchange.request.head?.fields.count == 1)
        }
    }
}

struct HostileHAR: Sendable, CustomStringConvertible {
    let id: String
    let bytes: [UInt8]
    let action: String
    var description: String { id }
}

private let hostileTexts: [HostileHAR] = {
    BadInput.objects(of: "cassette.json").compactMap { item in
        guard item["format"] as? String == "har", let id = item["id"] as? String,
            let text = (item["op"] as? [String: Any])?["text"] as? String,
            let action = (item["expected"] as? [String: Any])?["action"] as? String
        else { return nil }
        return HostileHAR(id: id, bytes: Array(text.utf8), action: action)
    }
}()
