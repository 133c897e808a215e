import Cryptography
import Testing

@testable import ProxyRuntime

/// Symbols against those of other encoders (python qrcode 8, segno 1.6; byte mode, level M).
@Suite struct QRCodeTests {
    private func rows(_ code: QRCode) -> String {
        (0..<code.side).map { y in (0..<code.side).map { code.isDark($0, y) ? "#" : "." }.joined() }
            .joined(separator: "\n")
    }

    private static let text =
        "http://fita.internal/?" + String(repeating: "0123456789abcdefghijklmnopqrstuvwxyz-", count: 9)

    /// Length of the text, mask, modules along a side, and the start of SHA-256 over the rows.
    private static let vectors: [(Int, Int, Int, String)] = [
        (14, 1, 21, "d24e8c390a534b45879253fbd2cbaf32"),
        (26, 2, 25, "a4372ae4c795c63860d0c50bfef58129"),
        (42, 0, 29, "283715d14a676e255924774533d7d929"),
        (42, 1, 29, "e1d3762f54f6c13caff11e89fc1c2d43"),
        (42, 2, 29, "276eddc65ca6803674606511ba3bcfc4"),
        (42, 3, 29, "ce5cb7bd0c828e18e296821162ac2255"),
        (42, 4, 29, "69fa4aa81fa52ed3a180a17bad72efe0"),
        (42, 5, 29, "5d8ecaa7094846be88a668983535b6c9"),
        (42, 6, 29, "754cb9f130c40b566376eb1f5c40e2a6"),
        (42, 7, 29, "a13c1fd55dee0c56d4d52226c4d28097"),
        (62, 4, 33, "74ffdad10a6d234f261f535f6c1f01db"),
        (84, 5, 37, "2f69f278061712e74f219748176465fc"),
        (106, 6, 41, "1eaf82bf55c4caeb6bf2e2d1d6fd91ba"),
        (122, 7, 45, "38cfeb763fae8346b890d473ecab4a32"),
        (152, 0, 49, "d98da0c5bffc6b5ebd485af7311f49d3"),
        (180, 1, 53, "460f67633521400e806f13c40409c223"),
        (213, 2, 57, "256b6ac0ec956f4492b9272707201fc2"),
    ]

    @Test(arguments: vectors)
    func `each version, full to its last byte, and each mask is as another encoder makes it`(
        length: Int, mask: Int, side: Int, digest: String
    ) throws {
        let code = try #require(QRCode(Array(Self.text.utf8.prefix(length)), mask: mask))
        #expect(code.side == side)
        let hasher = SHA256Hasher()
        Array(rows(code).utf8).withUnsafeBytes { hasher.update($0) }
        #expect(hex(hasher.finish()).hasPrefix(digest))
    }

    @Test func `an address is drawn as another encoder draws it`() throws {
        let code = try #require(QRCode(Array("http://192.0.2.10:8080/".utf8), mask: 2))
        #expect(
            rows(code) == """
                #######.....###...#######
                #.....#...#..#.#..#.....#
                #.###.#.##.#...#..#.###.#
                #.###.#.#..#.#.##.#.###.#
                #.###.#.#....##...#.###.#
                #.....#.####...##.#.....#
                #######.#.#.#.#.#.#######
                ........##.##..#.........
                #.#####....###.##.#####..
                ....#.....#...#..#.....#.
                .##.###........#..##.#.##
                .###.#.##.#.....#...#...#
                ##...###.##.##....###.###
                #####..##....##......#.#.
                #..#######.##..#.#.#.#.##
                #...##...###.........#..#
                #..####....#.#.######.#..
                ........###.#.#.#...###..
                #######..##.....#.#.#####
                #.....#.#...#..##...##.#.
                #.###.#.##..##.##########
                #.###.#.###..#.##.###.###
                #.###.#.##.####.##....#.#
                #.....#....#..###.####..#
                #######.#..##..#..#######
                """)
    }

    @Test func `the mask is one of the eight, and the best by the standard's measure`() throws {
        let bytes = Array("http://127.0.0.1:8080/".utf8)
        let best = rows(try #require(QRCode(bytes)))
        let all = try (0..<8).map { rows(try #require(QRCode(bytes, mask: $0))) }
        #expect(Set(all).count == 8)
        #expect(all.contains(best))
    }

    @Test func `one byte more takes the next version, and beyond the last there is no symbol`() {
        #expect(QRCode([UInt8](repeating: 0x61, count: 14))?.side == 21)
        #expect(QRCode([UInt8](repeating: 0x61, count: 15))?.side == 25)
        #expect(QRCode([UInt8](repeating: 0x61, count: QRCode.byteLimit))?.side == 57)
        #expect(QRCode([UInt8](repeating: 0x61, count: QRCode.byteLimit + 1)) == nil)
        #expect(QRCode([])?.side == 21)
    }

    @Test func `a drawing has a module for each dark one, inside a quiet zone of four`() throws {
        let code = try #require(QRCode(Array("fita".utf8)))
        let drawing = code.svg
        #expect(drawing.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 29 29\""))
        #expect(drawing.split(separator: "M").count - 1 == rows(code).count(where: { $0 == "#" }))
        #expect(drawing.contains("M4 4h1v1h-1z") && !drawing.contains("M3 ") && !drawing.contains("M25 "))
    }
}
