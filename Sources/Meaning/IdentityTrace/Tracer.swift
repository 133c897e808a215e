package import SDKContracts
import HTTPModel

/// An appearance of a known value in some bytes.
package struct Trace: Sendable, Hashable {
    package let value: KnownValue
    /// In the bytes as sent.
    package let range: Range<Int>
    /// The form that was found: `plain`, `without-hyphens`.
    package let form: String
    /// What had to be undone to find it: `plain`, `percent-encoded`, …
    package let coding: String

    package init(value: KnownValue, range: Range<Int>, form: String, coding: String) {
        self.value = value
        self.range = range
        self.form = form
        self.coding = coding
    }
}

/// Finds known values in bytes, whatever they are called there.
package struct Tracer: Sendable {
    /// Values shorter than this are not searched: they would be found by chance.
    package static let shortestValue = 6
    /// Below this length a value counts only where no letter or digit touches it.
    package static let shortestUnbounded = 16

    private struct Needle: Sendable {
        let bytes: [UInt8]
        let value: KnownValue
        let form: String
        let foldsCase: Bool
        let needsBounds: Bool
    }

    private var needles: [Needle] = []
    /// Needles by the hash of their first four bytes without case.
    private var index: [UInt32: [Int]] = [:]
    /// A bit for each hash of such four bytes: most places of a text begin no needle.
    private var beginnings = [UInt64](repeating: 0, count: 1 << 10)
    private let forms: [any ValueForm]
    private let kinds: Set<FieldKind>

    /// A tracer for values of these kinds.
    package init(
        kinds: Set<FieldKind> = [.visitorID, .sessionID, .clickID, .appBundle, .sdkVersion, .latitude, .longitude],
        forms: [any ValueForm] = [PlainForm(), UnhyphenatedForm(), HyphenatedForm()]
    ) {
        self.kinds = kinds
        self.forms = forms
    }

    package init(_ values: KnownValues) {
        self.init()
        add(values.all)
    }

    package mutating func add(_ values: [KnownValue]) {
        for value in values where kinds.contains(value.kind) && Self.isTelling(value) {
            for form in forms {
                guard let bytes = form.written(value), bytes.count >= 4 else { continue }
                let key = bytes.prefix(4).reduce(0) { Self.key($0, $1) }
                index[key, default: []].append(needles.count)
                let (word, bit) = Self.place(of: key)
                beginnings[word] |= bit
                needles.append(
                    Needle(
                        bytes: bytes, value: value, form: form.name, foldsCase: KnownValues.foldsCase(value.kind),
                        needsBounds: bytes.count < Self.shortestUnbounded))
            }
        }
    }

    /// A coordinate counts with its decimals; anything else from a length that chance does not give.
    private static func isTelling(_ value: KnownValue) -> Bool {
        if value.kind == .latitude || value.kind == .longitude {
            return value.value.count >= 4 && value.value.contains(UInt8(ascii: "."))
        }
        return value.value.count >= shortestValue
    }

    /// The appearances in order of place; one value at one place is told once, by its least disguise.
    package func traces(in bytes: [UInt8]) -> [Trace] {
        guard !needles.isEmpty, bytes.count >= 4 else { return [] }
        var found: [Trace] = []
        for view in ByteView.views(of: bytes) {
            search(view) { needle, range in
                let place = view.original(range)
                let isKnown = found.contains { $0.value == needle.value && $0.range.overlaps(place) }
                if !isKnown {
                    found.append(Trace(value: needle.value, range: place, form: needle.form, coding: view.name))
                }
            }
        }
        return found.sorted { ($0.range.lowerBound, $0.value.kind) < ($1.range.lowerBound, $1.value.kind) }
    }

    private func search(_ view: ByteView, _ found: (Needle, Range<Int>) -> Void) {
        view.bytes.withUnsafeBufferPointer { bytes in
            var key: UInt32 = 0
            for position in bytes.indices {
                key = Self.key(key, bytes[position])
                let (word, bit) = Self.place(of: key)
                guard beginnings[word] & bit != 0, position >= 3, let candidates = index[key] else { continue }
                let start = position - 3
                for candidate in candidates {
                    let needle = needles[candidate]
                    let end = start + needle.bytes.count
                    guard end <= bytes.count, matches(needle, bytes, start) else { continue }
                    if needle.needsBounds, Self.touches(bytes, before: start) || Self.touches(bytes, after: end) {
                        continue
                    }
                    found(needle, start..<end)
                }
            }
        }
    }

    private func matches(_ needle: Needle, _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
        needle.bytes.withUnsafeBufferPointer { wanted in
            if needle.foldsCase {
                return wanted.indices.allSatisfy {
                    ASCII.lowercased(wanted[$0]) == ASCII.lowercased(bytes[start + $0])
                }
            }
            return wanted.indices.allSatisfy { wanted[$0] == bytes[start + $0] }
        }
    }

    private static func touches(_ bytes: UnsafeBufferPointer<UInt8>, before index: Int) -> Bool {
        index > 0 && isWord(bytes[index - 1])
    }

    private static func touches(_ bytes: UnsafeBufferPointer<UInt8>, after index: Int) -> Bool {
        index < bytes.count && isWord(bytes[index])
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || ASCII.lowercased(byte) &- 0x61 < 26
    }

    /// The last four bytes without case.
    private static func key(_ key: UInt32, _ next: UInt8) -> UInt32 { key << 8 | UInt32(ASCII.lowercased(next)) }

    /// The bit of a key among ``beginnings``.
    private static func place(of key: UInt32) -> (word: Int, bit: UInt64) {
        let hash = (key &* 0x9E37_79B1) >> 16
        return (Int(hash >> 6), 1 << UInt64(hash & 63))
    }
}
