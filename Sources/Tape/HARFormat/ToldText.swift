import HTTPModel

/// The bytes that unmarked text stands for.
enum ToldText {
    static func bytes(
        _ text: [UInt8], stated: Int?, charset: [UInt8]?, _ remarks: inout EntryRemarks
    ) -> [UInt8] {
        if TextBytes.isASCII(text) {
            // Only UTF-16 and UTF-32 write ASCII in other bytes.
            if let charset, charset.starts(with: "utf-16".utf8) || charset.starts(with: "utf-32".utf8) {
                remarks.add(.charset, String(display: charset))
            }
            // Unmarked bytes below 0x80 read the same both ways.
            return text
        }
        if text.count != stated, let single = TextBytes.singleBytes(text) {
            if single.count == stated {
                remarks.add(.singleBytes)
                return single
            }
            if stated == nil, TextBytes.hasControl(single) { remarks.add(.ambiguousBytes) }
        }
        if text.count != stated, hasReplacement(text) { remarks.add(.replacedBytes) }
        if let charset, !charset.isEqual(to: "utf-8"), !charset.isEqual(to: "utf8") {
            remarks.add(.charset, String(display: charset))
        }
        return text
    }

    private static func hasReplacement(_ text: [UInt8]) -> Bool {
        text.indices.dropLast(2).contains { text[$0] == 0xEF && text[$0 + 1] == 0xBF && text[$0 + 2] == 0xBD }
    }
}
