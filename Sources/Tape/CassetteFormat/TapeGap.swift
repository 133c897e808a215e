import HTTPModel

/// A stretch of the recording that is not on the tape, though traffic passed.
///
/// Exchanges that were under way when it began end as `recorderDied`; those that began in it are not on the tape at
/// all, whenever they ended.
package struct TapeGap: Sendable, Hashable {
    /// When the first thing passed that was not kept.
    package var start: TapeTime
    /// From here on everything is kept again.
    package var end: TapeTime
    /// Numbers of the exchanges that began in it; nil where none did.
    package var exchanges: ClosedRange<Int>?
    /// For people, such as `No space left on device`.
    package var reason: String

    package init(start: TapeTime, end: TapeTime, exchanges: ClosedRange<Int>?, reason: String) {
        self.start = start
        self.end = end
        self.exchanges = exchanges
        self.reason = reason
    }

    /// One line for people.
    package var text: String {
        var writer = TextWriter()
        writer.time(start)
        writer.raw(" s to ")
        writer.time(end)
        let time = String(decoding: writer.bytes, as: UTF8.self)
        return "a gap from \(time): \(missing) began in it, and what was under way was cut; \(reason)"
    }

    private var missing: String {
        guard let exchanges else { return "no exchange" }
        guard exchanges.count > 1 else { return "1 exchange (#\(exchanges.lowerBound))" }
        return "\(exchanges.count) exchanges (#\(exchanges.lowerBound) to #\(exchanges.upperBound))"
    }

    /// Takes another gap in, which belongs to this one.
    package mutating func join(_ other: TapeGap) {
        start = min(start, other.start)
        end = max(end, other.end)
        guard let more = other.exchanges else { return }
        exchanges = exchanges.map { min($0.lowerBound, more.lowerBound)...max($0.upperBound, more.upperBound) } ?? more
    }

    /// Takes the exchange's number in.
    package mutating func lose(exchange number: Int) {
        exchanges = exchanges.map { min($0.lowerBound, number)...max($0.upperBound, number) } ?? number...number
    }
}

// MARK: In a journal

extension TapeGap {
    /// The payload of `gap`; the frame's time is the gap's end.
    package var journalPayload: [UInt8] {
        var payload = PayloadWriter()
        payload.integer(start)
        payload.integer(UInt32(truncatingIfNeeded: exchanges?.lowerBound ?? 0))
        payload.integer(UInt32(truncatingIfNeeded: exchanges?.upperBound ?? 0))
        payload.text(reason)
        return payload.bytes
    }

    init?(journalPayload bytes: UnsafeRawBufferPointer, end: TapeTime) {
        var payload = PayloadReader(bytes)
        guard let start = payload.integer(UInt64.self), let first = payload.integer(UInt32.self),
            let last = payload.integer(UInt32.self), let reason = payload.text(), first <= last
        else { return nil }
        self.init(
            start: start, end: end, exchanges: first == 0 ? nil : Int(first)...Int(last), reason: reason)
    }
}

// MARK: In a cassette

extension TextWriter {
    mutating func gap(_ gap: TapeGap) {
        raw("gap t=")
        time(gap.start)
        key("until")
        time(gap.end)
        if let exchanges = gap.exchanges {
            field("first", exchanges.lowerBound)
            field("last", exchanges.upperBound)
        }
        field("why", gap.reason)
        lineFeed()
    }
}

extension TapeGap {
    /// What stands behind `gap t=`.
    init(_ reader: inout TextReader) throws(TextReader.Fault) {
        start = try reader.time()
        try reader.expect(" until=")
        end = try reader.time()
        if reader.take(" first=") {
            let first = try reader.number()
            try reader.expect(" last=")
            let last = try reader.number()
            guard first > 0, first <= last else { throw reader.fault("the last number is not below the first") }
            exchanges = first...last
        }
        try reader.expect(" why=")
        reason = try reader.value()
    }
}
