import AdMarkup
import HTTPModel
import HTTPWire
import JSONText
import SDKContracts

extension FuzzTarget {
    static let json = FuzzTarget(
        "json",
        words: [
            "{", "}", "[", "]", "\"", ":", ",", "\\u0000", "\\ud800", "\\\"", "null", "true", "1e9", "-", ".", "\\",
        ],
        seeds: { $0.badInputs("json.json") + $0.files(under: "Tests", [".json"]) + $0.corpus("openrtb") }
    ) { bytes in
        guard
            let document = try? JSONParser(limits: JSONLimits(byteCount: 1 << 20, depth: 32, nodeCount: 512)).parse(
                bytes)
        else { return }
        try judge(document.root, within: 0..<bytes.count, depth: 0)
        let again = try JSONParser().parse(Array(document.literal(of: document.root)))
        try must(again.root.range.count == document.root.range.count, "the literal is another value")
    }

    private static func judge(_ node: JSONNode, within place: Range<Int>, depth: Int) throws {
        try must(
            place.lowerBound <= node.range.lowerBound && node.range.upperBound <= place.upperBound, "a value outside")
        try must(depth <= 32, "deeper than the limit")
        var end = node.range.lowerBound
        for member in node.members {
            try must(
                end < member.nameRange.lowerBound && member.nameRange.upperBound < member.value.range.lowerBound,
                "order")
            try judge(member.value, within: node.range, depth: depth + 1)
            end = member.value.range.upperBound
        }
        for element in node.elements {
            try must(end < element.range.lowerBound, "elements overlap")
            try judge(element, within: node.range, depth: depth + 1)
            end = element.range.upperBound
        }
    }

    static let markup = FuzzTarget(
        "markup", longestInput: 8_192,
        words: [
            "<", ">", "</", "/>", "<![CDATA[", "]]>", "<!--", "-->", "<?xml ", "?>", "<!DOCTYPE ", "&amp;", "&#x0;",
            "&#99999999999;", "&lt;", "<VAST version=\"4.0\">", "</VAST>", "<Ad>", "<InLine>", "<Wrapper>",
            "<Impression>", "<Tracking event=\"start\">", "<MediaFile>", "<vmap:VMAP>", "<vmap:AdBreak>",
            "xmlns:a=\"b\"",
            "<Linear skipoffset=\"00:00:05\">", "offset=\"#1\"", "99:99:99.999", "100%", "<VASTAdTagURI>",
        ],
        seeds: {
            $0.badInputs("xml.json").filter { $0.count < 8_192 } + $0.corpus("vast", [".xml"])
                + $0.corpus("vmap", [".xml"])
        }
    ) { bytes in
        let limits = MarkupLimits(byteCount: 8_000, depth: 16, attributeCount: 8, nodeCount: 256, complaintCount: 16)
        let tree = XMLReader(limits: limits).read(bytes)
        if let root = tree.root { try judge(root, in: tree, within: 0..<bytes.count, depth: 1) }
        let reading = AdDocumentParser(limits: limits).parse(bytes)
        // Sixteen, the word that there were more, and the first refusal.
        try must(reading.complaints.count <= 18, "\(reading.complaints.count) complaints")
        for complaint in reading.complaints {
            try must(
                complaint.place.upperBound <= bytes.count && complaint.line > 0, "a complaint outside the document")
            try must(
                complaint.description.utf8.count < 1_000, "a complaint of \(complaint.description.utf8.count) bytes")
        }
        if reading.document == nil { try must(!reading.complaints.isEmpty, "refused without a word") }
        for url in reading.document?.urls ?? [] {
            try must(url.place.upperBound <= bytes.count && url.line > 0, "a URL outside the document")
        }
    }

    private static func judge(
        _ element: XMLElement, in tree: XMLDocument, within place: Range<Int>, depth: Int
    ) throws {
        try must(depth <= 16, "deeper than the limit")
        let range = element.range
        try must(place.lowerBound <= range.lowerBound && range.upperBound <= place.upperBound, "an element outside")
        try must(element.attributes.count <= 8, "more attributes than the limit")
        for attribute in element.attributes {
            try must(attribute.valueRange.upperBound <= range.upperBound, "an attribute outside")
            _ = tree.value(of: attribute)
        }
        for text in element.texts {
            try must(
                range.lowerBound <= text.range.lowerBound && text.range.upperBound <= range.upperBound, "a text outside"
            )
        }
        let text = tree.trimmedText(of: element)
        try must(text.place.upperBound <= range.upperBound, "trimmed text outside")
        for inner in element.elements { try judge(inner, in: tree, within: range, depth: depth + 1) }
    }

    static let url = FuzzTarget(
        "url", longestInput: 512,
        words: [
            "http://", "https://", "//", "@", ":", "[", "]", "[::1]", "?", "#", "&", "=", "%", "%00", "%2f", "+", "..",
            "\\", "xn--", "é", ":80", ":65536", "0x7f.1", "127.0.0.1", "a.test",
        ],
        seeds: {
            $0.corpus("url").flatMap { Array($0.split(separator: 10).prefix(2_000).map { Array($0) }) }
                + ["https://ads.metrike.test/vast/a?b=c&d=%C3%A9+x#f", "http://u:p@[::1]:80/", "a:b"].map {
                    Array($0.utf8)
                }
        }
    ) { bytes in
        let url = URLBytes(bytes)
        var end = 0
        for part in [url.scheme, url.userInfo, url.host, url.port, url.path, url.query, url.fragment] {
            guard let part else { continue }
            try must(part.lowerBound >= end && part.upperBound <= bytes.count, "parts out of order")
            end = part.upperBound
        }
        if url.fragment == nil, url.query == nil { try must(url.path.upperBound == bytes.count, "the path ends early") }
        if let query = url.query {
            for pair in NameValuePair.split(bytes, in: query) {
                try must(query.contains(pair.name) || pair.name.isEmpty, "a name outside the query")
                if let value = pair.value { try must(query.contains(value) || value.isEmpty, "a value outside") }
            }
        }
        _ = url.queryPairs
        if let host = url.normalizedHost {
            try must(!host.utf8.contains { (0x41...0x5A).contains($0) }, "a host in capitals")
        }
        try must(PercentCoding.decoded(PercentCoding.encoded(bytes)) == bytes, "encoding is not undone by decoding")
        try must(PercentCoding.decoded(bytes).count <= bytes.count, "decoding makes longer")
        if let origin = url.origin {
            let again = URLBytes(Array(origin.text.utf8)).origin
            try must(again == origin, "\(origin.text) reads as \(again?.text ?? "nothing")")
        }
        switch HostReading(bytes) {
        case .host(let host):
            let again = try? HostName(host.name.text.utf8, isBracketed: host.name.text.contains(":"))
            try must(again?.text == host.name.text, "\(host.name.text) has another normal form")
        case .ambiguous(let strict, let browser): try must(!strict.isEmpty && !browser.isEmpty, "no reason is told")
        case .base, .otherScheme: break
        }
        if let (host, port) = HostAndPort.parse(bytes[...]) {
            let text = (host.contains(":") ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
            let again = HostAndPort.parse(Array(text.utf8)[...])
            try must(again?.host == host && again?.port == port, "\(text) reads otherwise")
        }
    }

    static let configuration = FuzzTarget(
        "configuration", longestInput: 8_192,
        words: [
            "{", "}", "[", "]", "\"", ":", ",", "null", "true", "false", "1e308", "-1", "\"\"", "$defaults", "contract",
        ],
        seeds: { files in
            let all = ConfigurationText(ContractConfiguration(), setKeys: []).bytes
            let keys = ConfigurationKey.all.map { ConfigurationText(ContractConfiguration(), only: [$0.path]).bytes }
            return [all] + keys
        }
    ) { bytes in
        do {
            let reading = try ConfigurationReader().read(bytes)
            let text = ConfigurationText(reading.configuration, setKeys: reading.setKeys).bytes
            let again = try ConfigurationReader().read(text)
            let second = ConfigurationText(again.configuration, setKeys: reading.setKeys).bytes
            try must(second == text, "its text read again is another")
        } catch let errors as ConfigurationErrors {
            try must(!errors.errors.isEmpty, "refused without a word")
            for error in errors.errors { try must(error.line > 0 && error.column > 0, "an error at no place") }
        }
    }
}

extension Range<Int> {
    fileprivate func contains(_ other: Range<Int>) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }
}
