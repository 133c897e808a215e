import AdMarkup
import TestMaterial
import Testing

/// Counts the facts of the corpus index from what was read.
private struct Census {
    var counts: [String: Int] = [:]
    var skipOffsets: [String] = []
    var sequences: [String] = []

    init(_ document: AdDocument) {
        switch document {
        case .vast(let vast): add(vast)
        case .vmap(let vmap):
            for adBreak in vmap.breaks {
                if let vast = adBreak.source?.embedded { add(vast) }
            }
        }
        for url in document.urls { counts[Self.key(url.role), default: 0] += 1 }
    }

    private mutating func add(_ document: VASTDocument) {
        for ad in document.ads {
            counts["ads", default: 0] += 1
            switch ad.body {
            case .inline: counts["inline", default: 0] += 1
            case .wrapper: counts["wrappers", default: 0] += 1
            case .missing: break
            }
            if let sequence = ad.sequence { sequences.append(String(sequence)) }
            counts["verifications", default: 0] += ad.verifications.count
            counts["extensions", default: 0] += ad.extensions.count
            for creative in ad.creatives {
                if let linear = creative.linear {
                    counts["linear", default: 0] += 1
                    counts["icons", default: 0] += linear.icons.count
                    if let text = linear.skipOffsetText { skipOffsets.append(String(decoding: text, as: UTF8.self)) }
                }
                for display in creative.displays {
                    counts[display.kind == .companion ? "companions" : "nonlinear", default: 0] += 1
                }
            }
        }
    }

    private static func key(_ role: MarkupURLRole) -> String {
        switch role {
        case .impression: "impressions"
        case .error: "errors"
        case .tracking, .companionTracking, .verificationTracking, .vendorTracking: "tracking"
        case .media: "mediafiles"
        case .clickThrough: "clickThrough"
        case .clickTracking: "clickTracking"
        case .wrapper: "adTagURI"
        default: "other"
        }
    }
}

@Suite struct AdMarkupCorpusTests {
    /// The index counts elements, the reader URLs: in each of these one element is empty.
    private static let knownDifferences: Set<String> = [
        "vast/vast-client-js/vpaid.xml: impressions=1, read 0",
        "vast/prebid-mobile-ios/VAST_with_companion.xml: tracking=18, read 17",
    ]

    @Test func `real documents hold what the index says`() throws {
        var agreed = 0
        var differences: [String] = []
        let files = CorpusFile.files(of: "vast") + CorpusFile.files(of: "vmap")
        for file in files where file.facts["wellformed"] != nil {
            let reading = AdDocumentParser().parse(try file.bytes())
            let census = reading.document.map(Census.init)
            for (key, fact) in file.facts {
                let found: String
                switch key {
                case "wellformed": found = reading.isWellFormed ? "True" : "False"
                case "skipoffset": found = "[\(census?.skipOffsets.joined(separator: "; ") ?? "")]"
                case "sequence": found = "[\(census?.sequences.joined(separator: "; ") ?? "")]"
                case "root", "error", "hosts", "macros", "breaks", "version": continue
                default: found = String(census?.counts[key] ?? 0)
                }
                if found == fact {
                    agreed += 1
                } else {
                    differences.append("\(file.path): \(key)=\(fact), read \(found)")
                }
            }
        }
        print("agree: \(agreed) facts of \(files.count) real documents, differ: \(differences.count)")
        for difference in differences.sorted() { print("agree: not \(difference)") }
        #expect(Set(differences) == (files.isEmpty ? [] : Self.knownDifferences))
    }

    @Test(arguments: BadInput.cases(of: "xml.json"))
    func `a hostile document is judged as agreed`(_ input: BadInput) {
        let reading = AdDocumentParser().parse(input.bytes)
        switch input.action {
        case "reject":
            let faults = reading.complaints.filter { $0.gravity != .departure }
            #expect(!faults.isEmpty)
            for fault in faults { #expect(fault.line >= 1 && fault.column >= 1 && !fault.why.isEmpty) }
        case "accept":
            #expect(reading.document != nil)
            #expect(reading.isWellFormed, "\(reading.complaints)")
        default:
            #expect(input.action == "either")
            #expect(reading.document != nil || !reading.complaints.isEmpty)
        }
    }

    @Test func `every URL of a real document stands at its place`() throws {
        var count = 0
        for file in CorpusFile.files(of: "vast") + CorpusFile.files(of: "vmap") where file.path.hasSuffix("xml") {
            let bytes = try file.bytes()
            guard let document = AdDocumentParser().parse(bytes).document else { continue }
            var last = 0
            for url in document.urls {
                let raw = Array(bytes[url.place])
                #expect(raw == url.bytes || raw.contains(UInt8(ascii: "&")) || raw.contains(UInt8(ascii: "<")))
                #expect(url.place.lowerBound >= last, "\(file.path) line \(url.line) is out of order")
                last = url.place.lowerBound
                #expect(url.line == 1 + bytes[..<url.place.lowerBound].count { $0 == 0x0A })
                count += 1
            }
        }
        print("agree: \(count) URLs stand at their places")
    }

    @Test func `every beginning of a real document is read to its end`() throws {
        guard let file = CorpusFile.files(of: "vast").first(where: { $0.path.hasSuffix("empty_wrapper.xml") }) else {
            return
        }
        let bytes = try file.bytes()
        let whole = AdDocumentParser().parse(bytes)
        for length in 0..<bytes.count {
            let reading = AdDocumentParser().parse(Array(bytes[..<length]))
            #expect(!reading.complaints.isEmpty || reading.document?.urls == whole.document?.urls, "\(length)")
        }
    }
}
