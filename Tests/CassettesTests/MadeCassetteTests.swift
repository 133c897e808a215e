import CassetteFormat
import CassetteStore
import Cryptography
import Foundation
import TestTape
import Testing

/// Cassettes of rules that no fault of the reference SDK or the stand-in breaks: written from readable text.
///
/// `FITA_CASSETTES=update` writes them anew.
@Suite struct MadeCassetteTests {
    private static let agent = "User-Agent: \(TapeBuilder.safari)\n"
    private static let landing = "https://shop.example/offer?mk_cid=c1a2b3c4"

    /// A click, its landing, a further page of the site, a conversion.
    private static func site(_ cart: String, _ conversion: String) -> TapeBuilder {
        var tape = TapeBuilder()
        let page = "HTTP/1.1 200 OK\nContent-Type: text/html\n\n<title>shop</title>\n"
        tape.click(to: landing)
        tape.exchange("GET \(landing)\n\(agent)\n", page)
        tape.exchange("GET \(cart)\n\(agent)Referer: \(landing)\n\n", page)
        tape.conversion(with: conversion)
        return tape
    }

    private static let cassettes: [String: TapeBuilder] = [
        "click-id-lost-in-site/holds-in-links":
            site("https://shop.example/cart?mk_cid=c1a2b3c4", #","mk_cid":"c1a2b3c4""#),
        "click-id-lost-in-site/breaks-at-second-page": site("https://shop.example/cart", ""),
        "location-against-special-feature/holds-opted-in": located(ConsentTapes.optedIn),
    ].merging(ConsentTapes.cassettes) { first, _ in first }

    private static func located(_ string: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("collect_location", "1")
        tape.mark("IABTCF_gdprApplies", "1")
        tape.mark("IABTCF_TCString", string)
        tape.beacon(with: #","lat":-23.56,"lon":-46.65,"acc":1000"#)
        return tape
    }

    /// The item with its contents' digests.
    private static func digested(_ item: TapeItem) -> TapeItem {
        guard case .exchange(var exchange) = item else { return item }
        exchange.request.body.digest = digest(exchange.request.body.payload)
        if let payload = exchange.response?.body.payload { exchange.response?.body.digest = digest(payload) }
        return .exchange(exchange)
    }

    private static func digest(_ payload: [UInt8]) -> String {
        payload.isEmpty ? "" : SHA256.digest(payload).map { String(format: "%02x", $0) }.joined()
    }

    @Test(arguments: cassettes.keys.sorted())
    func `a made cassette is as its text says`(name: String) throws {
        let tape = try #require(Self.cassettes[name])
        guard case .header(let header)? = tape.items.first else {
            Issue.record("a tape begins with its header")
            return
        }
        let path = "\(CommittedCassetteTests.root)/rules/\(name).fita"
        let isUpdate = ProcessInfo.processInfo.environment["FITA_CASSETTES"] == "update"
        let written = isUpdate ? path : NSTemporaryDirectory() + "fita-made-\(UUID().uuidString).fita"
        defer { if !isUpdate { try? FileManager.default.removeItem(atPath: written) } }
        if isUpdate {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try? FileManager.default.removeItem(atPath: path)
        }
        try TapeFile.write(header, tape.items.dropFirst().map(Self.digested), to: written)
        #expect(try Data(contentsOf: URL(fileURLWithPath: written)) == Data(contentsOf: URL(fileURLWithPath: path)))
    }
}
