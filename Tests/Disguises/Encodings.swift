import CZlib
import CZstd
import Cryptography
import HTTPModel
import InnerCodings

/// Writers of the codings that the search undoes.
enum Encodings {
    static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    static func percentAll(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { Array("%".utf8) + Array(hex([$0]).uppercased().utf8) }
    }

    static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { Array("=".utf8) + Array(hex([$0]).uppercased().utf8) }
    }

    static func base64(_ bytes: [UInt8]) -> [UInt8] { Base64.encoded(bytes) }

    static func base64URL(_ bytes: [UInt8]) -> [UInt8] {
        Base64.encoded(bytes).filter { $0 != UInt8(ascii: "=") }.map {
            $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
        }
    }

    /// In lines of 76 characters (RFC 2045 §6.8).
    static func base64Lines(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for (index, byte) in Base64.encoded(bytes).enumerated() {
            if index > 0, index % 76 == 0 { result += [0x0D, 0x0A] }
            result.append(byte)
        }
        return result
    }

    static func base32(_ bytes: [UInt8]) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        var result: [UInt8] = []
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                result.append(alphabet[Int(bits >> count & 31)])
            }
        }
        if count > 0 { result.append(alphabet[Int(bits << (5 - count) & 31)]) }
        while result.count % 8 != 0 { result.append(UInt8(ascii: "=")) }
        return result
    }

    static func base58(_ bytes: [UInt8]) -> [UInt8] {
        let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
        var digits: [Int] = []
        for byte in bytes {
            var carry = Int(byte)
            for index in digits.indices {
                carry += digits[index] << 8
                digits[index] = carry % 58
                carry /= 58
            }
            while carry > 0 {
                digits.append(carry % 58)
                carry /= 58
            }
        }
        return bytes.prefix { $0 == 0 }.map { _ in alphabet[0] } + digits.reversed().map { alphabet[$0] }
    }

    static func ascii85(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 4) {
            let group = Array(bytes[start..<min(start + 4, bytes.count)])
            var value = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32($1 < group.count ? group[$1] : 0) }
            var digits: [UInt8] = []
            for _ in 0..<5 {
                digits.append(UInt8(value % 85) + 0x21)
                value /= 85
            }
            result += digits.reversed().prefix(group.count + 1)
        }
        return result
    }

    static func references(_ bytes: [UInt8]) -> [UInt8] { bytes.flatMap { Array("&#\($0);".utf8) } }

    static func unicodeEscapes(_ bytes: [UInt8]) -> [UInt8] { bytes.flatMap { Array("\\u00\(hex([$0]))".utf8) } }

    /// A JSON string: quotes, backslashes and what is not ASCII escaped.
    static func jsonString(_ bytes: [UInt8]) -> [UInt8] {
        let inner = bytes.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
            case 0x20..<0x7F: [byte]
            default: unicodeEscapes([byte])
            }
        }
        return [UInt8(ascii: "\"")] + inner + [UInt8(ascii: "\"")]
    }

    static func byteArray(_ bytes: [UInt8]) -> [UInt8] {
        Array("[\(bytes.map(String.init).joined(separator: ","))]".utf8)
    }

    static func utf16(_ bytes: [UInt8]) -> [UInt8] { bytes.flatMap { [$0, 0] } }

    static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var count = compressBound(UInt(bytes.count))
        var result = [UInt8](repeating: 0, count: Int(count))
        let status = compress2(&result, &count, bytes, UInt(bytes.count), 9)
        precondition(status == Z_OK, "zlib compresses anything")
        return Array(result.prefix(Int(count)))
    }

    static func rawDeflate(_ bytes: [UInt8]) -> [UInt8] { Array(zlib(bytes).dropFirst(2).dropLast(4)) }

    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        let sum = CRC32.checksum(bytes)
        let tail = [sum, UInt32(bytes.count)].flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
        }
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + rawDeflate(bytes) + tail
    }

    static func zstd(_ bytes: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
        let count = ZSTD_compress(&result, result.count, bytes, bytes.count, 3)
        precondition(ZSTD_isError(count) == 0, "zstd compresses anything")
        return Array(result.prefix(count))
    }

    /// A length-delimited field of protobuf.
    static func protobuf(_ bytes: [UInt8], field: UInt8 = 3) -> [UInt8] {
        var length = bytes.count
        var head = [field << 3 | 2]
        while length >= 0x80 {
            head.append(UInt8(length & 0x7F) | 0x80)
            length >>= 7
        }
        return head + [UInt8(length)] + bytes
    }

    static func grpc(_ bytes: [UInt8], isCompressed: Bool) -> [UInt8] {
        [isCompressed ? 1 : 0] + (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (24 - 8 * $0)) } + bytes
    }

    static func jwt(_ claims: [UInt8]) -> [UInt8] {
        let head = base64URL(bytes(#"{"alg":"HS256","typ":"JWT"}"#))
        let dot = UInt8(ascii: ".")
        let signed = head + [dot] + base64URL(claims)
        return signed + [dot] + base64URL(DigestName.sha256.hmac(key: [1, 2, 3], signed))
    }
}
