import ContentCoding
import Foundation
import TestMaterial
import Testing

private let plain = Array(#"{"ads":["https://ads.example/px?visitor=1&n=2"]}"#.utf8)

/// `plain` as other programs coded it: Python's zlib, brotli and zstandard.
private enum Coded {
    static let gzip = bytes("H4sIAAAAAAACA6tWSkwpVrKKVsooKSkottLXB3L1UisScwtyUvULKuzLMoszS/KLbA3V8myNlGJrAU52kFUwAAAA")
    static let zlib = bytes("eJyrVkpMKVayilbKKCkpKLbS1wdy9VIrEnMLclL1CyrsyzKLM0vyi2wN1fJsjZRiawGXWhCf")
    static let raw = bytes("q1ZKTClWsopWyigpKSi20tcHcvVSKxJzC3JS9Qsq7MsyizNL8otsDdXybI2UYmsB")
    static let br = bytes("ixeAeyJhZHMiOlsiaHR0cHM6Ly9hZHMuZXhhbXBsZS9weD92aXNpdG9yPTEmbj0yIl19Aw==")
    static let zstd = bytes("KLUv/SQwgQEAeyJhZHMiOlsiaHR0cHM6Ly9hZHMuZXhhbXBsZS9weD92aXNpdG9yPTEmbj0yIl19Gv+QGQ==")
    /// With a preset dictionary.
    static let zlibDictionary = bytes(
        "eLsGLAIVq1ZKTClWsopWyigpKSi20tcHcvVSKxJzC3JS9Qsq7MsyizNL8otsDdXybI2UYmsBl1oQnw==")
    /// 5,000 zeros in 40 bytes.
    static let zeros = bytes("H4sIAAAAAAACA+3BMQEAAADCoPVPbQo/oAAAAACAtwGoDuXYiBMAAA==")
    static let skippableFrame: [UInt8] = [0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]

    static let all: [(ContentCodingName, [UInt8])] = [
        (.gzip, gzip), (.deflate, zlib), (.deflate, raw), (.br, br), (.zstd, zstd),
    ]

    private static func bytes(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }
}

private func decode(
    _ bytes: [UInt8], _ codings: [ContentCodingName], _ limits: ContentCodingLimits = .standard
) throws -> [UInt8] {
    try ContentDecoder(limits: limits).decode(bytes, codings: codings)
}

private func failure(
    _ bytes: [UInt8], _ codings: [ContentCodingName], _ limits: ContentCodingLimits = .standard
) -> ContentCodingError? {
    do throws(ContentCodingError) {
        _ = try ContentDecoder(limits: limits).decode(bytes, codings: codings)
        return nil
    } catch {
        // Not `#expect(throws:)`, which would spell out the 64 MiB of a partial.
        return error
    }
}

@Suite struct ContentDecoderTests {
    @Test(arguments: Coded.all)
    func `each coding is undone`(_ coding: ContentCodingName, _ bytes: [UInt8]) throws {
        #expect(try decode(bytes, [coding]) == plain)
        #expect(try decode(bytes, [.identity, coding, .identity]) == plain)
    }

    @Test func `identity and no coding leave the content alone`() throws {
        #expect(try decode(plain, []) == plain)
        #expect(try decode(plain, [.identity]) == plain)
    }

    @Test(arguments: Coded.all)
    func `no bytes decode to no bytes`(_ coding: ContentCodingName, _ bytes: [UInt8]) throws {
        #expect(try decode([], [coding]) == [])
    }

    @Test func `gzip members and zstd frames follow one another`() throws {
        #expect(try decode(Coded.gzip + Coded.gzip, [.gzip]) == plain + plain)
        #expect(
            try decode(Coded.skippableFrame + Coded.zstd + Coded.skippableFrame + Coded.zstd, [.zstd]) == plain + plain)
    }

    @Test(arguments: Coded.all)
    func `content cut anywhere is truncated, and what came out is kept`(
        _ coding: ContentCodingName, _ bytes: [UInt8]
    ) throws {
        for length in 1..<bytes.count {
            let error = try #require(failure(Array(bytes[..<length]), [coding]))
            #expect(error.cause == .truncated, "\(length)")
            #expect(error.offset == length)
            #expect(plain.starts(with: error.partial))
        }
    }

    @Test(arguments: Coded.all)
    func `bytes after the end are refused at their place`(_ coding: ContentCodingName, _ bytes: [UInt8]) throws {
        let error = try #require(failure(bytes + [0x20], [coding]))
        #expect(error.cause == .trailingBytes)
        #expect(error.offset == bytes.count)
        #expect(error.partial == plain)
    }

    @Test func `a wrong checksum is told from a broken stream`() throws {
        var gzip = Coded.gzip
        gzip[gzip.count - 6] ^= 1
        #expect(failure(gzip, [.gzip])?.cause == .checksum)
        var zstd = Coded.zstd
        zstd[zstd.count - 1] ^= 1
        #expect(failure(zstd, [.zstd])?.cause == .checksum)
        #expect(failure(plain, [.gzip])?.cause == .corrupt)
        #expect(failure(plain, [.zstd])?.cause == .corrupt)
        #expect(failure([0xFF] + plain, [.br])?.cause == .corrupt)
        #expect(failure(Coded.zlibDictionary, [.deflate])?.cause == .dictionaryNeeded)
    }

    @Test func `no damage of one byte traps`() {
        for (coding, bytes) in Coded.all {
            for index in bytes.indices {
                for bit in 0..<8 {
                    var damaged = bytes
                    damaged[index] ^= 1 << bit
                    let result = Result { try decode(damaged, [coding]) }
                    if case .failure(let error) = result { #expect(error is ContentCodingError) }
                }
            }
        }
    }

    @Test func `an error says coding, place and reason`() {
        #expect(
            failure(Array(Coded.gzip.dropLast()), [.gzip])?.description
                == "gzip content stops at byte 65: it ends before the coding does")
        #expect(
            failure(plain, [.gzip])?.description
                == "gzip content stops at byte 2: it breaks the coding's rules (incorrect header check)")
        #expect(
            failure(plain, [ContentCodingName("X\u{1B}".utf8)])?.description
                == "x? content stops at byte 0: the coding is not known")
    }

    @Test func `layers are undone from the last applied, and only the last undone gives a partial`() throws {
        // The outer layer is raw deflate: one stored block.
        let inner = Coded.zlib
        let stored = [1, UInt8(inner.count), 0, ~UInt8(inner.count), 255] + inner
        #expect(try decode(stored, [.deflate, .deflate]) == plain)
        #expect(failure(stored, [.br, .deflate])?.coding == .br)
        #expect(failure(stored + [0], [.deflate, .deflate])?.partial == [])
    }

    @Test func `each limit passes at its edge and fails past it`() throws {
        let five = ContentCodingLimits(byteCount: 5000)
        #expect(try decode(Coded.zeros, [.gzip], five).count == 5000)
        let tooLong = failure(Coded.zeros, [.gzip], ContentCodingLimits(byteCount: 4999))
        #expect(tooLong?.cause == .tooLong(limit: 4999))
        #expect(tooLong?.partial.count == 4999)

        let size = Coded.zeros.count
        #expect(
            try decode(Coded.zeros, [.gzip], ContentCodingLimits(ratio: 5000 / size, freeByteCount: 0)).count == 5000)
        #expect(try decode(Coded.zeros, [.gzip], ContentCodingLimits(ratio: 1, freeByteCount: 5000)).count == 5000)
        #expect(
            failure(Coded.zeros, [.gzip], ContentCodingLimits(ratio: 5000 / size - 1, freeByteCount: 4999))?.cause
                == .tooDense(ratio: 5000 / size - 1))

        func stored(_ layers: Int) -> [UInt8] {
            (0..<layers).reduce(plain) { content, _ in
                [1, UInt8(content.count), 0, ~UInt8(content.count), 255] + content
            }
        }
        #expect(try decode(stored(5), Array(repeating: .deflate, count: 5)) == plain)
        #expect(failure(stored(6), Array(repeating: .deflate, count: 6))?.cause == .tooManyLayers(limit: 5))
    }

    @Test func `a zstd window of 8 MiB passes and a larger one is refused`() throws {
        // Magic number, no content size, window descriptor, one last run-length block of one byte.
        func frame(_ window: UInt8) -> [UInt8] { [0x28, 0xB5, 0x2F, 0xFD, 0, window, 0x0B, 0, 0, 0x61] }
        #expect(try decode(frame(13 << 3), [.zstd]) == [0x61])
        #expect(failure(frame(13 << 3 | 1), [.zstd])?.cause == .windowTooLarge(limitLog: 23))
    }

    @Test(arguments: BadInput.cases(of: "bombs.json"))
    func `a content made to grow is stopped`(_ bomb: BadInput) throws {
        let field = try #require(bomb.properties["content_encoding"])
        let codings = ContentCodingName.list(fromFieldValues: [ArraySlice(Array(field.utf8))])
        let error = try #require(failure(bomb.bytes, codings))
        #expect(error.partial.count <= 64 << 20)
        let expected: Set<ContentCodingError.Cause> =
            switch bomb.id {
            case "bomb-gzip-header-name", "bomb-gzip-cut", "bomb-deflate-empty-blocks": [.truncated]
            case "bomb-gzip-bad-crc": [.checksum]
            case "bomb-zstd-window-2t": [.windowTooLarge(limitLog: 23)]
            default: [.tooLong(limit: 64 << 20), .tooDense(ratio: 1000)]
            }
        #expect(expected.contains(error.cause), "\(error)")
        if bomb.id == "bomb-gzip-cut" { #expect(error.partial.count == 1_046_192) }
    }
}

@Suite struct ContentCodingNameTests {
    @Test(
        arguments: [
            (["gzip"], [.gzip]), (["X-GZIP , br"], [.gzip, .br]), (["deflate", "zstd"], [.deflate, .zstd]),
            ([""], []), ([",, ,gzip,"], [.gzip]), (["identity"], [.identity]),
            (["Compress;q=1"], [.other(Array("compress;q=1".utf8))]),
        ] as [([String], [ContentCodingName])])
    func `field values list codings in the order they were applied`(_ values: [String], _ expected: [ContentCodingName])
    {
        #expect(ContentCodingName.list(fromFieldValues: values.map { ArraySlice(Array($0.utf8)) }) == expected)
    }
}
