import HTTPModel

/// Reads one line of a cassette's text from left to right.
struct TextReader {
    /// What is wrong with a line: what was seen and why that cannot be.
    struct Fault: Error {
        var saw: String
        var why: String
    }

    let bytes: UnsafeRawBufferPointer
    private(set) var position: Int
    private let end: Int

    init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { position >= end }

    var rest: Range<Int> { position..<end }

    func fault(_ why: String) -> Fault {
        let seen = bytes[position..<min(end, position + 60)]
        return Fault(saw: seen.isEmpty ? "the end of the line" : String(display: seen), why: why)
    }

    /// Takes the text if it stands here.
    mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard end - position >= count else { return false }
        let start = text.utf8Start
        for index in 0..<count where bytes[position + index] != start[index] { return false }
        position += count
        return true
    }

    mutating func expect(_ text: StaticString) throws(Fault) {
        guard take(text) else { throw fault("\"\(text)\" must stand here") }
    }

    /// Decimal digits that fit.
    mutating func number() throws(Fault) -> Int {
        var value = 0
        let start = position
        while position < end, bytes[position] &- 0x30 < 10 {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int(bytes[position] & 15))
            guard !overflow, !carry else { throw fault("the number is too large") }
            value = sum
            position += 1
        }
        guard position > start else { throw fault("a number must stand here") }
        return value
    }

    /// Seconds with up to nine decimals, as nanoseconds.
    mutating func time() throws(Fault) -> UInt64 {
        let seconds = try number()
        let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { throw fault("the time is too large") }
        guard take(".") else { return whole }
        var fraction: UInt64 = 0
        var unit: UInt64 = 100_000_000
        let start = position
        while position < end, bytes[position] &- 0x30 < 10 {
            guard position - start < 9 else { throw fault("a time has at most nine decimals") }
            fraction += UInt64(bytes[position] & 15) * unit
            unit /= 10
            position += 1
        }
        guard position > start else { throw fault("decimals must stand here") }
        let (sum, carry) = whole.addingReportingOverflow(fraction)
        guard !carry else { throw fault("the time is too large") }
        return sum
    }

    /// A distance in time from `start`.
    mutating func time(since start: TapeTime) throws(Fault) -> TapeTime {
        let isBefore = take("-")
        let distance = try time()
        return isBefore ? start &- distance : start &+ distance
    }

    /// A bare or quoted value, up to a space or the end of the line.
    mutating func value() throws(Fault) -> String {
        if position < end, bytes[position] == 0x22 { return try quoted() }
        let range = bareRange()
        guard !range.isEmpty else { throw fault("a value must stand here") }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    /// What stands up to the next space, which may be nothing.
    mutating func bareRange() -> Range<Int> {
        let start = position
        while position < end, bytes[position] != 0x20 { position += 1 }
        return start..<position
    }

    mutating func quoted() throws(Fault) -> String {
        try expect("\"")
        var text: [UInt8] = []
        while position < end {
            let byte = bytes[position]
            position += 1
            if byte == 0x22 {
                guard let valid = String(validating: text, as: UTF8.self) else {
                    throw fault("the text before is not UTF-8")
                }
                return valid
            }
            if byte == 0x5C { try escape(into: &text) } else { text.append(byte) }
        }
        throw fault("a closing quote is missing")
    }

    private mutating func escape(into text: inout [UInt8]) throws(Fault) {
        guard position < end else { throw fault("an escape is not whole") }
        let kind = bytes[position]
        position += 1
        switch kind {
        case 0x22, 0x5C: text.append(kind)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            try expect("{")
            var value: UInt32 = 0
            var digits = 0
            while position < end, let digit = ASCII.hexValue(bytes[position]), digits < 6 {
                value = value << 4 | UInt32(digit)
                digits += 1
                position += 1
            }
            try expect("}")
            guard digits > 0, let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) else {
                throw fault("there is no such character")
            }
            text.append(contentsOf: encoded)
        default: throw fault("there is no such escape")
        }
    }

    var isAtQuote: Bool { position < end && bytes[position] == 0x22 }

    /// The word bytes from here on, which may be none.
    mutating func word() -> Range<Int> {
        let start = position
        while position < end, TextWriter.isWordByte(bytes[position]) { position += 1 }
        return start..<position
    }

    /// Percent-decodes a range strictly.
    func unescaped(_ range: Range<Int>) throws(Fault) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            if bytes[index] == 0x25 {
                guard index + 2 < range.upperBound, let high = ASCII.hexValue(bytes[index + 1]),
                    let low = ASCII.hexValue(bytes[index + 2])
                else { throw Fault(saw: String(display: bytes[range]), why: "an escape is not whole") }
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    /// `scheme://host` as ``ServerOrigin/text`` gives it.
    mutating func origin() throws(Fault) -> ServerOrigin {
        var text: [UInt8] = []
        let origin: ServerOrigin?
        if isAtQuote {
            text = Array(try quoted().utf8)
            origin = text.withUnsafeBytes { ServerOrigin(tapeText: $0) }
        } else {
            let range = bareRange()
            origin = ServerOrigin(tapeText: UnsafeRawBufferPointer(rebasing: bytes[range]))
            if origin == nil { text = Array(bytes[range]) }
        }
        guard let origin else {
            throw Fault(saw: String(display: text), why: "an origin is http or https, a host and a port")
        }
        return origin
    }
}

extension ServerOrigin {
    /// Reads what `text` gives, whatever the host is. From the bytes: every block of a tape has one.
    init?(tapeText text: UnsafeRawBufferPointer) {
        let scheme: URLScheme
        if text.starts(with: "https://".utf8) {
            scheme = .https
        } else if text.starts(with: "http://".utf8) {
            scheme = .http
        } else {
            return nil
        }
        var host = text.dropFirst(scheme == .https ? 8 : 7)
        var port = scheme.defaultPort
        let close = host.first == UInt8(ascii: "[") ? host.lastIndex(of: UInt8(ascii: "]")) : nil
        if let colon = host[(close ?? host.startIndex)...].lastIndex(of: UInt8(ascii: ":")) {
            guard let number = Self.port(host[(colon + 1)...]) else { return nil }
            port = number
            host = host[..<colon]
        }
        // Brackets stand around a host with a colon alone; other brackets are its own.
        let inner = host.dropFirst().dropLast()
        if close != nil, inner.contains(UInt8(ascii: ":")) { host = inner }
        self.init(scheme: scheme, host: String(decoding: host, as: UTF8.self), port: port)
    }

    private static func port(_ digits: Slice<UnsafeRawBufferPointer>) -> UInt16? {
        guard !digits.isEmpty else { return nil }
        var value: UInt16 = 0
        for digit in digits {
            guard digit &- 0x30 < 10 else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt16(digit & 15))
            guard !overflow, !carry else { return nil }
            value = sum
        }
        return value
    }
}
