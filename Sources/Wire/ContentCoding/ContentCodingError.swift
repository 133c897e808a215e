/// Why content cannot be decoded, and where. Two errors are equal when cause, coding and offset are.
package struct ContentCodingError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Cause: Sendable, Hashable {
        /// The coding is not one of those known here.
        case unsupported
        case tooManyLayers(limit: Int)
        /// The content ends before the coding does.
        case truncated
        /// Content goes on after the coding's end.
        case trailingBytes
        /// The content breaks the coding's rules.
        case corrupt
        /// The content decodes, but its checksum or length says that it is not what was coded.
        case checksum
        /// The coding needs a dictionary that is not there.
        case dictionaryNeeded
        case windowTooLarge(limitLog: Int)
        case tooLong(limit: Int)
        case tooDense(ratio: Int)
        /// The decoder got no memory.
        case memory
    }

    package let coding: ContentCodingName
    package let cause: Cause
    /// The byte of that coding's own input, from 0, at which it stopped.
    package let offset: Int
    /// The decoder library's own words; empty when it has none.
    package let detail: String
    /// What came out before the fault, if it came from the last layer to be undone; else empty.
    package var partial: [UInt8]

    package static func == (a: ContentCodingError, b: ContentCodingError) -> Bool {
        a.coding == b.coding && a.cause == b.cause && a.offset == b.offset
    }

    package var description: String {
        "\(coding) content stops at byte \(offset): \(reason)" + (detail.isEmpty ? "" : " (\(detail))")
    }

    private var reason: String {
        switch cause {
        case .unsupported: "the coding is not known"
        case .tooManyLayers(let limit): "more than \(limit) codings lie one over the other"
        case .truncated: "it ends before the coding does"
        case .trailingBytes: "bytes follow the coding's end"
        case .corrupt: "it breaks the coding's rules"
        case .checksum: "its checksum or length does not fit"
        case .dictionaryNeeded: "it needs a dictionary that is not there"
        case .windowTooLarge(let log): "it asks for a window larger than \(1 << log) bytes"
        case .tooLong(let limit): "it decodes to more than \(limit) bytes"
        case .tooDense(let ratio): "it decodes to more than \(ratio) bytes for each byte received"
        case .memory: "there is no memory for the decoder"
        }
    }
}
