/// A made-up MP4 file: its boxes are well formed and its movie header tells the length, but it holds no track.
enum MovieFile {
    /// `ftyp`, then `moov` with its `mvhd` (ISO/IEC 14496-12 §8.2.2) in milliseconds, then filler in `mdat`.
    static func bytes(seconds: Int) -> [UInt8] {
        let brand = box("ftyp", Array("isom".utf8) + number(0x200) + Array("isommp41".utf8))
        let unity: [UInt32] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]
        let milliseconds = UInt32(clamping: seconds * 1000)
        var header: [UInt8] = number(0) + number(0) + number(0) + number(1000) + number(milliseconds)
        header += number(0x1_0000) + [0x01, 0x00, 0x00, 0x00] + number(0) + number(0)
        header += unity.flatMap(number) + [UInt8](repeating: 0, count: 24) + number(1)
        return brand + box("moov", box("mvhd", header)) + box("mdat", filler)
    }

    private static let filler = (0..<16_384).map { UInt8(truncatingIfNeeded: $0) }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(UInt32(clamping: content.count + 8)) + Array(type.utf8) + content
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
}
