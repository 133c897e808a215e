import ContentCoding
import Cryptography
import HTTPModel

/// What fields tell of a content by a digest, made true again for the content with fakes: `Content-Digest` and
/// `Repr-Digest` (RFC 9530), `Digest` (RFC 3230) and `Content-MD5` (RFC 1864).
///
/// A digest that was not of the content before (of a part's whole, of another coding, wrong) cannot be made anew: it
/// stays, and is told.
struct DigestFields {
    private let old: [UInt8]
    private let new: [UInt8]
    private let codings: [ContentCodingName]
    private(set) var writtenCount = 0
    /// Field and algorithm of those that stay.
    private(set) var stale: [String] = []

    /// - Parameter codings: those of the content, in the order applied.
    init(old: [UInt8], new: [UInt8], codings: [ContentCodingName]) {
        self.old = old
        self.new = new
        self.codings = codings
    }

    /// The bytes of a head or of trailers with the digests of the new content.
    mutating func written(in bytes: [UInt8], _ fields: [FieldLine]) -> [UInt8] {
        var edits: [Edit] = []
        for field in fields {
            if field.isNamed("content-md5", in: bytes) {
                edits += edit(bytes, field.value, .md5, isIdentity: false, "Content-MD5")
            } else if field.isNamed("content-digest", in: bytes) {
                edits += members(bytes, field.value, "Content-Digest", isStructured: true)
            } else if field.isNamed("repr-digest", in: bytes) {
                edits += members(bytes, field.value, "Repr-Digest", isStructured: true)
            } else if field.isNamed("digest", in: bytes) {
                edits += members(bytes, field.value, "Digest", isStructured: false)
            }
        }
        return Edit.apply(edits, to: bytes)
    }

    /// `name=:value:` of a structured dictionary (RFC 8941 §3.2), else `name=value`, one after the other.
    private mutating func members(
        _ bytes: [UInt8], _ range: Range<Int>, _ field: String, isStructured: Bool
    ) -> [Edit] {
        var edits: [Edit] = []
        for member in bytes[range].split(separator: UInt8(ascii: ",")) {
            let member = member.trimmingOptionalWhiteSpace()
            guard let equals = member.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = member[..<equals].map(ASCII.lowercased)
            var value = member[(equals + 1)...]
            if isStructured {
                guard value.first == UInt8(ascii: ":"),
                    let end = value.dropFirst().firstIndex(of: UInt8(ascii: ":"))
                else { continue }
                value = value[(value.startIndex + 1)..<end]
            }
            let label = "\(field) \(SafeText.text(String(decoding: name, as: UTF8.self)))"
            let isIdentity = !isStructured && name.starts(with: "id-".utf8)
            let algorithm = Self.algorithm(isIdentity ? Array(name.dropFirst(3)) : name)
            edits += edit(bytes, value.indices, algorithm, isIdentity: isIdentity, label)
        }
        return edits
    }

    private static func algorithm(_ name: [UInt8]) -> DigestName? {
        switch String(decoding: name, as: UTF8.self) {
        case "sha-512": .sha512
        case "sha-256": .sha256
        case "sha": .sha1
        case "md5": .md5
        default: nil
        }
    }

    /// - Parameter isIdentity: the digest is of the content without its codings (RFC 3230 §4.1.1).
    private mutating func edit(
        _ bytes: [UInt8], _ range: Range<Int>, _ algorithm: DigestName?, isIdentity: Bool, _ label: String
    ) -> [Edit] {
        guard let algorithm, let before = content(old, isIdentity), let after = content(new, isIdentity),
            bytes[range].elementsEqual(Base64Text.encoded(algorithm.digest(before)))
        else {
            stale.append(label)
            return []
        }
        writtenCount += 1
        return [Edit(range: range, bytes: Base64Text.encoded(algorithm.digest(after)))]
    }

    private func content(_ bytes: [UInt8], _ isIdentity: Bool) -> [UInt8]? {
        guard isIdentity, !codings.isEmpty else { return bytes }
        let limits = ContentCodingLimits(byteCount: LayerWriter.mostBytes, freeByteCount: 1 << 20)
        return try? ContentDecoder(limits: limits).decode(bytes, codings: codings)
    }
}
