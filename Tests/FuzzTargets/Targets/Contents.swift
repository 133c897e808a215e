import AdTimeline
import Cryptography
import MediaTiming
import Reports
import SDKContracts

extension FuzzTarget {
    /// Media files and playlists, for how long they play.
    static let media = FuzzTarget(
        "media", longestInput: 8_192,
        words: [
            "ftyp", "moov", "mvhd", "mdat", "free", "#EXTM3U\n", "#EXTINF:", "#EXTINF:9.5,\n", "#EXT-X-ENDLIST\n",
            "\r\n", "9.", "e9", ",",
        ],
        seeds: { _ in MediaFiles.all }
    ) { bytes in
        guard let time = PlayingTime(bytes) else { return }
        try must(time.seconds > 0 && time.seconds.isFinite, "\(time.seconds) seconds")
        // What follows a header, or a comment behind a list, changes nothing.
        let more = time.source == .movieHeader ? [UInt8](repeating: 0, count: 9) : Array("\n#x\n".utf8)
        try must(PlayingTime(bytes + more) == time, "\(time.seconds) seconds, and others with \(more.count) bytes more")
        var limits = PlayingTimeLimits()
        limits.boxCount = 0
        limits.lineCount = 0
        try must(PlayingTime(bytes, limits: limits) == nil, "a length beyond the limits")
    }

    /// Pages that lead on, and the links they lead along.
    static let links = FuzzTarget(
        "links",
        words: [
            "<meta http-equiv=\"refresh\" content=\"0; url=", "<script>", "</script>", "location = \"",
            "location.href='",
            ".assign(`", ".replace(", "window.open(", "\\x26", "\\u0026", "\\/", "&amp;", "&#38;", "//", "\\\\",
            "https://o.test/a?b=c", "..", "/./", "%2e", "[MACRO]", "{MACRO}", "$$MACRO$$", "%%MACRO%%", "#", "?", "&",
            ";", "@", ":443", "\t",
        ],
        seeds: { files in
            LinkTexts.all
                + files.corpus("url").flatMap { Array($0.split(separator: 10).prefix(500).map { Array($0) }) }
        }
    ) { bytes in
        if let navigation = PageNavigation(page: bytes) {
            try must(!navigation.link.isEmpty, "a navigation to nowhere")
            try must(navigation.link.count <= PageNavigation.linkSize, "a link of \(navigation.link.count) bytes")
            let place = navigation.place.range
            try must(!place.isEmpty && place.upperBound <= bytes.count, "a link in no place of the page")
        }
        let base = Array("https://o.test/folder/page?q=1#f".utf8)
        for resolved in [BrowserURL.resolved(bytes, base: base), GenericURL.resolved(bytes, base: base)] {
            try must(resolved.count <= 3 * bytes.count + base.count, "a link of \(resolved.count) bytes")
        }
        let link = BrowserURL.resolved(bytes, base: base)
        if let template = URLTemplate(link) {
            // Browsers refuse an authority in which no host can be read, or whose escapes divide the URL.
            if case .host = HostReading(link), !bytes.contains(UInt8(ascii: "%")) {
                try must(BrowserURL.resolved(link, base: base) == link, "resolved again, the link is another")
            }
            let match = template.match(TargetParts(link))
            try must(match?.added.isEmpty ?? false, "a link does not match itself")
        }
    }

    /// What comes with a report: a signer's statement and one exchange's proof.
    static let evidence = FuzzTarget(
        "evidence", longestInput: 8_192,
        words: [
            "{", "}", "[", "]", "\"", ":", ",", "null", "true", "-1", "1e9", "\\u0000", "\\ud800", "\"leaf\":",
            "\"leaves\":", "\"path_sha256\":", "\"block\":\"@ 1 \"", "9223372036854775807", "-9223372036854775808",
        ],
        seeds: { _ in EvidenceFiles.all }
    ) { bytes in
        if let statement = EvidenceStatement(bytes) {
            try must(EvidenceStatement(statement.bytes) == statement, "written and read again, it says something else")
        }
        if let proof = ExchangeProof(bytes) {
            try must(ExchangeProof(proof.bytes) == proof, "written and read again, the proof is another")
            if proof.holds { try must(proof.leaf >= 0 && proof.leaf < proof.leaves, "a proof of leaf \(proof.leaf)") }
        }
    }
}

private enum MediaFiles {
    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8, 4) + Array(type.utf8) + content
    }

    static let all: [[UInt8]] = {
        let short = box("mvhd", number(0, 12) + number(1_000, 4) + number(5_000, 4) + number(0, 80))
        let long = box("mvhd", [1] + number(0, 19) + number(90_000, 4) + number(450_000, 8))
        let brand = box("ftyp", Array("isom".utf8) + number(0, 4))
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:9.009,\na.ts\n#EXTINF:3.1,\nb.ts\n#EXT-X-ENDLIST\n"
        return [
            brand + box("moov", box("udta", [1, 2]) + short), brand + box("mdat", [1, 2, 3]) + box("moov", long),
            brand + number(1, 4) + Array("mdat".utf8) + number(19, 8) + [1, 2, 3] + box("moov", short),
            brand + number(0, 4) + Array("moov".utf8) + short, Array(list.utf8),
        ]
    }()
}

private enum LinkTexts {
    static let all = [
        "<html><meta charset=utf-8><meta http-equiv=\"refresh\" content=\"0; url=https://o.test/a?b=c&amp;d=e\">",
        "<script>var x = 1; location.href = \"https:\\/\\/o.test\\/a?b=c\\u0026d=\\x65\";</script>",
        "<script type='a'>window.open('https://o.test/')</script>", "<script>location.replace(`//o.test/`)</script>",
        "<meta content='5;URL=\"x\"' http-equiv=refresh>", "<meta content='5;URL=\"\"' http-equiv=refresh>",
        "../a/./b/../c?d#e", "//o.test:443/a b",
        "https:\\\\o.test\\a", "https://o.test/p?t=[TIMESTAMP]&c=%%CACHEBUSTER%%&x=${X}#f", "javascript:void(0)", "?q",
        "#f", "",
    ].map { Array($0.utf8) }
}

private enum EvidenceFiles {
    static let all: [[UInt8]] = {
        let digest = String(repeating: "ab", count: 32)
        let statement = EvidenceStatement(
            tool: "fita/1.0.0", reportFile: "report.html", reportSize: 9, reportDigest: digest,
            recipe: EvidenceStatement.Recipe(
                format: "html", language: "pt", reveals: false, marks: ["tracking=off"], configurationDigest: digest),
            tapes: [EvidenceStatement.Tape(file: "a.fita", root: digest, leaves: 3)], publicKey: digest)
        // One leaf is its own tree: its hash is the root, and the path is empty.
        let block = "@ 1 x\\n"
        func proof(_ leaf: Int, _ leaves: Int, _ path: String, _ root: String) -> [UInt8] {
            Array(
                """
                {"format":"fita.proof/1","tape":"a.fita","root_sha256":"\(root)","leaves":\(leaves),"exchange":1,
                "leaf":\(leaf),"path_sha256":[\(path)],"block":"\(block)"}
                """.utf8)
        }
        let one = hex(MerkleTree.leaf(Array("@ 1 x\n".utf8)))
        // Each value another, so that none is taken for its neighbour.
        let told = """
            {"format":"fita.evidence/1","tool":"t","report":{"file":"f","size":7,"sha256":"d"},"made_with":{"format":
            "json","lang":"en","reveal":true,"marks":["m","n"],"configuration_sha256":"c"},"tapes":[{"file":"a",
            "root_sha256":"r","leaves":3}],"public_key_ed25519":"k"}
            """
        return [
            Array(told.utf8), statement.bytes, proof(0, 1, "", one), proof(2, 5, "\"\(digest)\",\"\(digest)\"", digest),
            proof(.max, .max, "\"\(digest)\"", digest), proof(.min, 0, "", digest), proof(-1, 1, "", one),
        ]
    }()
}
