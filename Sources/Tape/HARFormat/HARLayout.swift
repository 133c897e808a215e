import CassetteFormat

/// Where the entries and the facts of a HAR file stand in its bytes.
struct HARLayout {
    struct Slot {
        /// From 1, in the order of the file.
        let number: Int
        let range: Range<Int>
        /// Nanoseconds since 1970; nil when it is missing or no time.
        let start: Int64?
    }

    private(set) var slots: [Slot] = []
    private(set) var creator: Range<Int>?
    private(set) var version: Range<Int>?
    /// Set when the file could be read up to some place only.
    private(set) var damage: TapeError?

    private var hasLog = false
    private var hasEntries = false
    private let limits: HARLimits

    /// Throws when the bytes hold no list of entries at all.
    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: HARLimits) throws(TapeError) {
        self.limits = limits
        var skimmer = JSONSkimmer(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        skimmer.skipSpace()
        guard skimmer.peek != nil else {
            throw TapeError(.empty, "the HAR file is empty", offset: skimmer.offset, action: "export it again")
        }
        guard skimmer.peek == UInt8(ascii: "{") else {
            throw HARLayout.broken(skimmer, why: "a HAR file is a JSON object with a member \"log\"")
        }
        do throws(TapeError) {
            try members(&skimmer) { (layout, name, skimmer) throws(TapeError) in
                guard name.elementsEqual("log".utf8), !layout.hasLog else { return false }
                layout.hasLog = true
                try layout.readLog(&skimmer)
                return true
            }
            skimmer.skipSpace()
            if skimmer.peek != nil { throw HARLayout.broken(skimmer, why: "nothing may follow the object") }
        } catch {
            guard hasEntries, error.code != .limit else { throw error }
            damage = error
        }
        if !hasEntries {
            throw TapeError(
                .notATape, hasLog ? "the HAR log has no entries" : "the JSON text has no HAR log", offset: 0,
                why: "a HAR file has \"log\" with a list \"entries\" (HAR 1.2)", action: "name a HAR file")
        }
    }

    private typealias MemberReader = (
        _ layout: inout HARLayout, _ name: UnsafeBufferPointer<UInt8>, _ skimmer: inout JSONSkimmer
    ) throws(TapeError) -> Bool

    /// Walks the members of the object at the place; `read` takes a member's value or says false.
    private mutating func members(_ skimmer: inout JSONSkimmer, _ read: MemberReader) throws(TapeError) {
        guard skimmer.take("{") else { throw HARLayout.broken(skimmer, why: "an object is needed") }
        if skimmer.take("}") { return }
        repeat {
            guard let name = skimmer.string(), skimmer.take(":") else {
                throw HARLayout.broken(skimmer, why: "a member name in quotes and \":\" are needed")
            }
            skimmer.skipSpace()
            if try read(&self, UnsafeBufferPointer(rebasing: skimmer.bytes[name]), &skimmer) { continue }
            guard skimmer.value() != nil else { throw HARLayout.broken(skimmer, why: "a whole value is needed") }
        } while skimmer.take(",")
        guard skimmer.take("}") else { throw HARLayout.broken(skimmer, why: "\",\" or \"}\" is needed") }
    }

    private mutating func readLog(_ skimmer: inout JSONSkimmer) throws(TapeError) {
        guard skimmer.peek == UInt8(ascii: "{") else {
            throw HARLayout.broken(skimmer, why: "the HAR log is an object")
        }
        try members(&skimmer) { (layout, name, skimmer) throws(TapeError) in
            if name.elementsEqual("entries".utf8), !layout.hasEntries {
                guard skimmer.peek == UInt8(ascii: "[") else {
                    throw HARLayout.broken(skimmer, why: "the entries are a list")
                }
                layout.hasEntries = true
                try layout.readEntries(&skimmer)
                return true
            }
            let start = skimmer
            if name.elementsEqual("creator".utf8) {
                layout.creator = skimmer.value()
            } else if name.elementsEqual("version".utf8) {
                layout.version = skimmer.value()
            }
            skimmer = start
            return false
        }
    }

    private mutating func readEntries(_ skimmer: inout JSONSkimmer) throws(TapeError) {
        _ = skimmer.take("[")
        if skimmer.take("]") { return }
        repeat {
            guard let range = skimmer.value() else {
                throw TapeError(
                    .cut, "the HAR file breaks off within entry \(slots.count + 1)", offset: skimmer.offset,
                    saw: "an entry without its end", why: "the file was cut, or a bracket or quote is missing",
                    action: "export it again, or go on with the \(slots.count) entries before")
            }
            guard slots.count < limits.entryCount else {
                throw TapeError(
                    .limit, "the HAR file has too many entries", offset: range.lowerBound,
                    why: "the limit is \(limits.entryCount) entries", action: "split the file")
            }
            slots.append(
                Slot(number: slots.count + 1, range: range, start: HARLayout.start(skimmer.bytes, range)))
        } while skimmer.take(",")
        guard skimmer.take("]") else { throw HARLayout.broken(skimmer, why: "\",\" or \"]\" is needed") }
    }

    /// The entry's own `startedDateTime`, read without the rest of it.
    private static func start(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int64? {
        var skimmer = JSONSkimmer(UnsafeBufferPointer(rebasing: bytes[range]))
        guard skimmer.take("{") else { return nil }
        repeat {
            guard let name = skimmer.string(), skimmer.take(":") else { return nil }
            let isStart = skimmer.bytes[name].elementsEqual("startedDateTime".utf8)
            guard let value = skimmer.value() else { return nil }
            if isStart {
                guard value.count >= 2, skimmer.bytes[value.lowerBound] == UInt8(ascii: "\"") else { return nil }
                return HARMoment.nanoseconds(skimmer.bytes[value.lowerBound + 1..<value.upperBound - 1])
            }
        } while skimmer.take(",")
        return nil
    }

    private static func broken(_ skimmer: JSONSkimmer, why: String) -> TapeError {
        var saw = "the end of the file"
        if let byte = skimmer.peek {
            saw = 0x21...0x7E ~= byte ? "\"\(Unicode.Scalar(byte))\"" : "byte 0x\(String(byte, radix: 16))"
        }
        return TapeError(
            .syntax, "the HAR file is not valid JSON", offset: skimmer.offset, saw: saw, why: why,
            action: "export it again")
    }
}
