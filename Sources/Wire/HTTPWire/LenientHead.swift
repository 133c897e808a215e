import HTTPModel

/// What a sloppy server's response head may be forgiven, where the operator says so for its host.
///
/// Each is a departure that two readers could see differently, so none is forgiven unasked.
package enum HeadRelaxation: String, Sendable, CaseIterable {
    case bareLineFeed = "lines end in LF alone: each was given its CR"
    case foldedField = "a field value is folded: its lines were joined by a space"
    case spaceBeforeColon = "white space before a colon was removed"
    case reason = "the reason phrase has control bytes: it was left out"
    case lengthBesideCoding = "Content-Length beside Transfer-Encoding was left out"
    case codingWithoutBody = "Transfer-Encoding where no body may be was left out"
}

/// Makes a sloppy response head into one that the strict parser takes, and says how.
package enum LenientHead {
    /// - Parameter bytes: up to and including the empty line, as a ``HeadScanner`` of `acceptsBareLineFeed` gives it.
    package static func repaired(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> (bytes: [UInt8], relaxations: [HeadRelaxation]) {
        var used: Set<HeadRelaxation> = []
        var lines = lines(bytes, &used)
        if let start = lines.first { lines[0] = startLine(start, &used) }
        lines = lines.enumerated().map { $0.offset == 0 ? $0.element : withoutSpaceBeforeColon($0.element, &used) }
        dropFields(&lines, &used)
        let lineEnd: [UInt8] = [0x0D, 0x0A]
        let whole: [UInt8] = lines.reduce(into: []) { $0 += $1 + lineEnd } + lineEnd
        return (whole, HeadRelaxation.allCases.filter(used.contains))
    }

    /// The lines without their ends, folded ones joined; without the empty line.
    private static func lines(
        _ bytes: UnsafeBufferPointer<UInt8>, _ used: inout Set<HeadRelaxation>
    ) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for piece in bytes.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false) {
            var line = Array(piece)
            if line.last == 0x0D { line.removeLast() } else { used.insert(.bareLineFeed) }
            if line.isEmpty { continue }
            guard line[0] == 0x20 || line[0] == 0x09, lines.count > 1 else {
                lines.append(line)
                continue
            }
            used.insert(.foldedField)
            lines[lines.count - 1] += [0x20] + line.drop { $0 == 0x20 || $0 == 0x09 }
        }
        return lines
    }

    private static func startLine(_ line: [UInt8], _ used: inout Set<HeadRelaxation>) -> [UInt8] {
        // "HTTP/1.1 200 ", then the reason.
        guard line.count > 13, line[13...].contains(where: { !Token.isValueByte($0) && $0 != 0x0D }) else {
            return line
        }
        used.insert(.reason)
        return Array(line[..<13])
    }

    private static func withoutSpaceBeforeColon(_ line: [UInt8], _ used: inout Set<HeadRelaxation>) -> [UInt8] {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return line }
        let name = line[..<colon]
        let end = name.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? colon
        guard end < colon else { return line }
        used.insert(.spaceBeforeColon)
        return Array(name[..<end]) + line[colon...]
    }

    private static func dropFields(_ lines: inout [[UInt8]], _ used: inout Set<HeadRelaxation>) {
        func indices(_ name: StaticString) -> [Int] {
            lines.indices.dropFirst().filter { index in
                lines[index].firstIndex(of: UInt8(ascii: ":")).map {
                    ASCII.equalsIgnoringCase(lines[index][..<$0], name)
                } ?? false
            }
        }
        let codings = indices("transfer-encoding")
        guard !codings.isEmpty, let start = lines.first else { return }
        // A 204 or an interim answer: no body, whatever the field says.
        if start.count >= 12, start[9] == UInt8(ascii: "1") || start[9..<12].elementsEqual("204".utf8) {
            used.insert(.codingWithoutBody)
            for index in codings.reversed() { lines.remove(at: index) }
            return
        }
        let lengths = indices("content-length")
        guard !lengths.isEmpty else { return }
        used.insert(.lengthBesideCoding)
        for index in lengths.reversed() { lines.remove(at: index) }
    }
}
