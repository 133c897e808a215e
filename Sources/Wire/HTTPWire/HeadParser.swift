package import HTTPModel

/// Reads the heads of requests and responses (RFC 9112 §3, §4, §5). One pass, places only.
package struct HeadParser: Sendable {
    private let limits: WireLimits

    package init(limits: WireLimits = WireLimits()) {
        self.limits = limits
    }

    /// Parses a whole request head. `bytes` must end with the empty line, as ``HeadScanner`` gives it.
    ///
    /// Empty lines before the request line are left out of the head (RFC 9112 §2.2).
    package func request(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFault) -> RequestHead {
        let skipped = leadingEmptyLines(bytes)
        let bytes = UnsafeBufferPointer(rebasing: bytes[skipped...])
        let lineEnd = try endOfLine(bytes, from: 0)
        var index = 0
        while index < lineEnd, Token.isTokenByte(bytes[index]) { index += 1 }
        let method = 0..<index
        guard index > 0, index < lineEnd, bytes[index] == 0x20 else { throw WireFault(.method, at: index) }
        guard index <= limits.methodBytes else { throw WireFault(.methodTooLong, at: index) }
        let targetStart = index + 1
        index = ByteSearch.firstControl(below: 0x21, in: bytes, targetStart..<lineEnd)
        index = ByteSearch.first(UInt8(ascii: "#"), in: bytes, targetStart..<index)
        let target = targetStart..<index
        guard index < lineEnd, bytes[index] == 0x20, !target.isEmpty else { throw WireFault(.target, at: index) }
        guard target.count <= limits.targetBytes else { throw WireFault(.targetTooLong, at: index) }
        if limits.takesURIsOnly, let foreign = target.first(where: { !URICharacter.contains(bytes[$0]) }) {
            throw WireFault(.targetOutsideURIs, at: foreign)
        }
        let version = try version(bytes, index + 1..<lineEnd)
        let fields = try fields(bytes, from: lineEnd + 2)
        return RequestHead(bytes: Array(bytes), method: method, target: target, version: version, fields: fields)
    }

    package func request(_ bytes: [UInt8]) throws(WireFault) -> RequestHead {
        try bytes.withBytes { (buffer) throws(WireFault) in try request(buffer) }
    }

    /// Parses a whole response head, interim ones included.
    package func response(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFault) -> ResponseHead {
        let lineEnd = try endOfLine(bytes, from: 0)
        let versionEnd = ByteSearch.first(0x20, in: bytes, 0..<lineEnd)
        let version = try version(bytes, 0..<versionEnd)
        let digits = versionEnd + 1..<versionEnd + 4
        guard digits.upperBound <= lineEnd, bytes[digits].allSatisfy(ASCII.isDigit) else {
            throw WireFault(.status, at: versionEnd)
        }
        let status = bytes[digits].reduce(0) { $0 * 10 + Int($1 & 15) }
        guard status >= 100 else { throw WireFault(.status, at: digits.lowerBound) }
        // "HTTP/1.1 200" without the space is common and can be read in one way only.
        var reasonStart = digits.upperBound
        if reasonStart < lineEnd {
            guard bytes[reasonStart] == 0x20 else { throw WireFault(.status, at: reasonStart) }
            reasonStart += 1
        }
        for index in reasonStart..<lineEnd where !Token.isValueByte(bytes[index]) {
            throw WireFault(.reason, at: index)
        }
        let fields = try fields(bytes, from: lineEnd + 2)
        return ResponseHead(
            bytes: Array(bytes), version: version, status: status, reason: reasonStart..<lineEnd, fields: fields)
    }

    package func response(_ bytes: [UInt8]) throws(WireFault) -> ResponseHead {
        try bytes.withBytes { (buffer) throws(WireFault) in try response(buffer) }
    }

    /// Parses a trailer section (RFC 9112 §7.1.2) up to and including its empty line.
    package func trailers(_ bytes: [UInt8]) throws(WireFault) -> [FieldLine] {
        try bytes.withBytes { (buffer) throws(WireFault) in try fields(buffer, from: 0) }
    }

    private func leadingEmptyLines(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var start = 0
        while start + 1 < bytes.count, bytes[start] == 0x0D, bytes[start + 1] == 0x0A { start += 2 }
        return start
    }

    /// The index of the CR that ends the line beginning at `start`.
    private func endOfLine(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(WireFault) -> Int {
        let lineFeed = ByteSearch.first(0x0A, in: bytes, start..<bytes.count)
        let end = ByteSearch.first(0x0D, in: bytes, start..<lineFeed)
        if end == lineFeed {
            throw lineFeed < bytes.count ? WireFault(.bareLineFeed, at: end) : WireFault(.startLine, at: end)
        }
        guard end + 1 == lineFeed, lineFeed < bytes.count else { throw WireFault(.bareCarriageReturn, at: end) }
        return end
    }

    private func version(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) throws(WireFault) -> HTTPVersion {
        // Slash and point with their places, and the digits left open.
        guard range.count == 8,
            UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: range.lowerBound, as: UInt64.self).littleEndian
                & 0x00FF_00FF_FFFF_FFFF == 0x002E_002F_5054_5448,
            ASCII.isDigit(bytes[range.lowerBound + 5]), ASCII.isDigit(bytes[range.lowerBound + 7])
        else { throw WireFault(.startLine, at: range.lowerBound) }
        let version = HTTPVersion(major: bytes[range.lowerBound + 5] & 15, minor: bytes[range.lowerBound + 7] & 15)
        guard version == .http11 || version == .http10 else { throw WireFault(.version, at: range.lowerBound) }
        return version
    }

    private func fields(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(WireFault) -> [FieldLine] {
        var fields: [FieldLine] = []
        fields.reserveCapacity(12)
        var index = start
        while index < bytes.count, bytes[index] != 0x0D {
            guard fields.count < limits.fieldCount else { throw WireFault(.tooManyFields, at: index) }
            let field = try field(bytes, from: index)
            fields.append(field)
            index = field.line.upperBound
            guard index - start <= limits.fieldBytes else { throw WireFault(.fieldsTooLong, at: index) }
        }
        guard index + 2 == bytes.count, bytes[index + 1] == 0x0A else {
            throw WireFault(.bareCarriageReturn, at: index)
        }
        return fields
    }

    private func field(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(WireFault) -> FieldLine {
        var index = start
        if bytes[index] == 0x20 || bytes[index] == 0x09 { throw WireFault(.foldedField, at: index) }
        while index < bytes.count, Token.isTokenByte(bytes[index]) { index += 1 }
        guard index > start, index < bytes.count, bytes[index] == UInt8(ascii: ":") else {
            throw WireFault(.fieldName, at: index)
        }
        let name = start..<index
        index += 1
        while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
        let valueStart = index
        index = ByteSearch.firstControl(in: bytes, index..<bytes.count)
        while index < bytes.count, bytes[index] == 0x09 {
            index = ByteSearch.firstControl(in: bytes, index + 1..<bytes.count)
        }
        guard index + 1 < bytes.count, bytes[index] == 0x0D else { throw WireFault(.fieldValue, at: index) }
        guard bytes[index + 1] == 0x0A else { throw WireFault(.bareCarriageReturn, at: index) }
        var valueEnd = index
        while valueEnd > valueStart, bytes[valueEnd - 1] == 0x20 || bytes[valueEnd - 1] == 0x09 { valueEnd -= 1 }
        return FieldLine(name: name, value: valueStart..<valueEnd, line: start..<index + 2)
    }
}

extension [UInt8] {
    /// `withUnsafeBufferPointer` with typed errors.
    func withBytes<T>(_ body: (UnsafeBufferPointer<UInt8>) throws(WireFault) -> T) throws(WireFault) -> T {
        let result = withUnsafeBufferPointer { buffer -> Result<T, WireFault> in
            do throws(WireFault) { return .success(try body(buffer)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
