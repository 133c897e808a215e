import HTTPModel

/// Builds the payload of a frame that holds facts: little-endian integers, texts behind their length (u32).
struct PayloadWriter {
    private(set) var bytes: [UInt8] = []

    mutating func integer<Value: FixedWidthInteger>(_ value: Value) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func text(_ text: String) {
        integer(UInt32(truncatingIfNeeded: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// A byte that says whether a text follows.
    mutating func optionalText(_ value: String?) {
        integer(UInt8(value == nil ? 0 : 1))
        if let value { text(value) }
    }

    mutating func origin(_ origin: ServerOrigin) {
        integer(UInt8(origin.scheme == .https ? 1 : 0))
        integer(origin.port)
        text(origin.host)
    }
}

/// Reads what ``PayloadWriter`` wrote; nil at the first thing that is not there.
struct PayloadReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[position...]) }

    mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>(_: Value.Type) -> Value? {
        let size = MemoryLayout<Value>.size
        guard bytes.count - position >= size else { return nil }
        defer { position += size }
        return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Value.self))
    }

    mutating func text() -> String? {
        guard let count = integer(UInt32.self).map(Int.init), bytes.count - position >= count else { return nil }
        defer { position += count }
        return String(decoding: bytes[position..<position + count], as: UTF8.self)
    }

    /// The outer nil means a broken payload, the inner one a text that is not given.
    mutating func optionalText() -> String?? {
        guard let isGiven = integer(UInt8.self) else { return nil }
        if isGiven == 0 { return .some(nil) }
        guard let text = text() else { return nil }
        return text
    }

    mutating func origin() -> ServerOrigin? {
        guard let scheme = integer(UInt8.self), let port = integer(UInt16.self), let host = text() else { return nil }
        return ServerOrigin(scheme: scheme == 1 ? .https : .http, host: host, port: port)
    }
}
