import HTTPModel

/// The request line of a head that was refused, as far as it can be read: a method of letters, digits, `-` and `_`, a
/// space, and what follows it up to the version (RFC 9112 §3). The target may hold spaces and any bytes.
struct RefusedLine {
    let method: [UInt8]
    let target: [UInt8]

    /// Nil where the first line does not begin with a method and a space.
    init?(_ head: [UInt8]) {
        var line = head.prefix { $0 != 0x0A }
        if line.last == 0x0D { line.removeLast() }
        let method = line.prefix { ASCII.isDigit($0) || ASCII.lowercased($0) &- 0x61 < 26 || $0 == 0x2D || $0 == 0x5F }
        guard !method.isEmpty, method.endIndex < line.endIndex, line[method.endIndex] == 0x20 else { return nil }
        var target = line[(method.endIndex + 1)...]
        if let space = target.lastIndex(of: 0x20), target[(space + 1)...].starts(with: "HTTP/".utf8) {
            target = target[..<space]
        }
        guard !target.isEmpty else { return nil }
        self.method = Array(method)
        self.target = Array(target)
    }
}
