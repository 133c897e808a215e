import MediaTiming
import Testing

@Suite struct PlayingTimeTests {
    private func number(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }

    private func box(_ type: String, _ content: [UInt8], size: UInt64? = nil) -> [UInt8] {
        number(size ?? UInt64(content.count + 8), 4) + Array(type.utf8) + content
    }

    private func largeBox(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(1, 4) + Array(type.utf8) + number(UInt64(content.count + 16), 8) + content
    }

    private func header(_ length: UInt64, scale: UInt64 = 1000, version: UInt8 = 0) -> [UInt8] {
        let width = version == 1 ? 8 : 4
        return box(
            "mvhd", [version, 0, 0, 0] + number(0, width) + number(0, width) + number(scale, 4) + number(length, width))
    }

    private func movie(_ header: [UInt8]) -> [UInt8] { box("moov", box("udta", [1, 2]) + header) }

    private var brand: [UInt8] { box("ftyp", Array("isom".utf8) + number(0, 4)) }

    @Test func `the movie header's length is told, in both versions`() throws {
        #expect(PlayingTime(brand + movie(header(12_000)))?.seconds == 12)
        #expect(PlayingTime(brand + movie(header(12_000)))?.source == .movieHeader)
        #expect(PlayingTime(brand + movie(header(90_000, scale: 30_000, version: 1)))?.seconds == 3)
    }

    @Test func `it is found behind the media, and in a part that begins with it`() {
        let file = brand + box("mdat", [UInt8](repeating: 7, count: 99)) + movie(header(5000))
        #expect(PlayingTime(file)?.seconds == 5)
        #expect(PlayingTime(movie(header(5000)))?.seconds == 5)
        #expect(PlayingTime(brand + largeBox("mdat", [1, 2, 3]) + movie(header(5000)))?.seconds == 5)
        #expect(PlayingTime(brand + number(0, 4) + Array("moov".utf8) + header(5000))?.seconds == 5)
    }

    @Test func `a file whose end is missing tells what it still can`() {
        let cut = brand + movie(header(5000)) + box("mdat", [1], size: 1 << 30)
        #expect(PlayingTime(cut)?.seconds == 5)
        #expect(PlayingTime(brand + box("mdat", [1], size: 1 << 30)) == nil)
    }

    @Test func `no cut of a file is misread`() {
        let file = brand + movie(header(5000))
        for end in file.indices { #expect([nil, 5].contains(PlayingTime(Array(file[..<end]))?.seconds)) }
        for start in 1..<brand.count { #expect(PlayingTime(Array(file[start...])) == nil) }
    }

    @Test(arguments: [
        "", "{}", "RIFF....WAVEfmt ", "\u{0}\u{0}\u{0}\u{8}junk\u{0}\u{0}\u{0}\u{8}moov",
    ])
    func `other bytes have no length`(text: String) {
        #expect(PlayingTime(Array(text.utf8)) == nil)
    }

    @Test func `a length of zero, or one that cannot be told, is none`() {
        #expect(PlayingTime(brand + movie(header(0))) == nil)
        #expect(PlayingTime(brand + movie(header(0xFFFF_FFFF))) == nil)
        #expect(PlayingTime(brand + movie(header(.max, version: 1))) == nil)
        #expect(PlayingTime(brand + movie(header(5000, scale: 0))) == nil)
    }

    @Test func `sizes that lie end the reading`() {
        #expect(PlayingTime(brand + box("free", [], size: 7) + movie(header(5000))) == nil)
        #expect(PlayingTime(brand + number(1, 4) + Array("free".utf8) + number(.max, 8) + movie(header(5000))) == nil)
        #expect(PlayingTime(brand + number(1, 4) + Array("free".utf8) + number(15, 8) + movie(header(5000))) == nil)
    }

    @Test func `so many boxes are passed and no more`() {
        let limits = PlayingTimeLimits(boxCount: 4)
        let free = box("free", [])
        #expect(PlayingTime(brand + free + free + movie(header(5000)), limits: limits)?.seconds == 5)
        #expect(PlayingTime(brand + free + free + free + movie(header(5000)), limits: limits) == nil)
    }

    @Test(arguments: ["\n", "\r\n"])
    func `a complete media playlist lasts as long as its segments`(end: String) throws {
        let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:10", "#EXTINF:9.5,", "a.ts", "#EXTINF:3,t", "b.ts"]
        let text = lines.joined(separator: end)
        let time = try #require(PlayingTime(Array((text + end + "#EXT-X-ENDLIST" + end).utf8)))
        #expect(time.seconds == 12.5 && time.source == .playlist)
        #expect(PlayingTime(Array(text.utf8)) == nil, "a stream that goes on")
    }

    @Test(arguments: [
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n", "#EXTM3U\n#EXTINF:nan,\n#EXT-X-ENDLIST",
        "#EXTM3U\n#EXTINF:86400,\n#EXT-X-ENDLIST", "#EXTM3U\n#EXTINF:,\n#EXT-X-ENDLIST", "#EXTM3U\n#EXT-X-ENDLIST",
    ])
    func `a playlist without readable segments has no length`(text: String) {
        #expect(PlayingTime(Array(text.utf8)) == nil)
    }

    @Test func `so many lines are read and no more`() {
        let playlist = Array("#EXTM3U\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n".utf8)
        #expect(PlayingTime(playlist, limits: PlayingTimeLimits(lineCount: 4))?.seconds == 4)
        #expect(PlayingTime(playlist, limits: PlayingTimeLimits(lineCount: 3)) == nil)
    }
}
