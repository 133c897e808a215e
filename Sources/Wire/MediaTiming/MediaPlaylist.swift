/// The length of an HLS media playlist: the sum of its segments (RFC 8216 §4.3.2.1).
enum MediaPlaylist {
    /// Nil for other files, for a master playlist, and for one that may still grow (RFC 8216 §4.3.3.4).
    static func seconds(in bytes: [UInt8], _ limits: PlayingTimeLimits) -> Double? {
        guard bytes.starts(with: "#EXTM3U".utf8) else { return nil }
        var total = 0.0
        var isComplete = false
        let lines = bytes.split(maxSplits: limits.lineCount) { $0 == 0x0A || $0 == 0x0D }
        guard lines.count <= limits.lineCount else { return nil }
        for line in lines {
            if line.starts(with: "#EXTINF:".utf8) {
                guard let seconds = seconds(line.dropFirst(8)) else { return nil }
                total += seconds
            } else if line.elementsEqual("#EXT-X-ENDLIST".utf8) {
                isComplete = true
            }
        }
        return isComplete && total > 0 ? total : nil
    }

    /// A decimal number before the comma; a segment lasts no day.
    private static func seconds(_ text: ArraySlice<UInt8>) -> Double? {
        let digits = text.prefix { $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") }
        guard (1...24).contains(digits.count), let value = Double(String(decoding: digits, as: UTF8.self)),
            value < 86_400
        else { return nil }
        return value
    }
}
