import HTTPModel

/// A content coding (RFC 9110 §8.4.1).
package enum ContentCodingName: Sendable, Hashable, CustomStringConvertible {
    /// RFC 1952; also written `x-gzip`.
    case gzip
    /// RFC 1950, though some servers send RFC 1951 under this name.
    case deflate
    /// RFC 7932.
    case br
    /// RFC 8878.
    case zstd
    case identity
    /// Any other name, in lower case.
    case other([UInt8])

    /// Takes a name in any case.
    package init(_ name: some Collection<UInt8>) {
        let name = name.map(ASCII.lowercased)
        switch String(decoding: name, as: UTF8.self) {
        case "gzip", "x-gzip": self = .gzip
        case "deflate": self = .deflate
        case "br": self = .br
        case "zstd": self = .zstd
        case "identity": self = .identity
        default: self = .other(name)
        }
    }

    /// The codings that Content-Encoding values list, in the order they were applied; empty elements are skipped.
    package static func list(fromFieldValues values: [ArraySlice<UInt8>]) -> [ContentCodingName] {
        values.flatMap { $0.split(separator: UInt8(ascii: ",")) }
            .map { $0.trimmingOptionalWhiteSpace() }
            .filter { !$0.isEmpty }
            .map { ContentCodingName($0) }
    }

    package var description: String {
        switch self {
        case .gzip: "gzip"
        case .deflate: "deflate"
        case .br: "br"
        case .zstd: "zstd"
        case .identity: "identity"
        case .other(let name): String(name.map { (0x21...0x7E).contains($0) ? Character(Unicode.Scalar($0)) : "?" })
        }
    }
}
