package import SDKContracts
import HTTPModel

/// A value that belongs to a person, an install or an app, seen in a first-party request.
package struct KnownValue: Sendable, Hashable {
    package let kind: FieldKind
    /// As first seen, decoded.
    package let value: [UInt8]
    /// Counts the distinct values of this kind, from 1, in the order in which they were learned.
    package let ordinal: Int
    /// The exchange that showed it first.
    package let exchange: Int
}

/// Every known value of a recording.
package struct KnownValues: Sendable {
    private var keys: [Key: Int] = [:]
    package private(set) var all: [KnownValue] = []
    /// Positions in `all`.
    private var byKind: [FieldKind: [Int]] = [:]

    private struct Key: Hashable {
        let kind: FieldKind
        let folded: [UInt8]
    }

    /// The kinds that are learned.
    package static let kinds: [FieldKind] =
        [.appBundle, .appName, .appVersion, .sdkVersion, .deviceType, .visitorID, .sessionID, .clickID]
        + [.latitude, .longitude]

    package init() {}

    /// Takes in what a first-party sighting shows; other parties teach nothing. Answers what was new.
    @discardableResult
    package mutating func learn(_ sighting: Sighting) -> [KnownValue] {
        guard sighting.isFirstParty else { return [] }
        var new: [KnownValue] = []
        for kind in Self.kinds {
            for field in sighting.fields(kind) {
                if let value = learn(kind, field.value, exchange: sighting.number) { new.append(value) }
            }
        }
        return new
    }

    /// Answers the value where it was not known before; empty values and the all-zero UUID are nobody's.
    @discardableResult
    package mutating func learn(_ kind: FieldKind, _ value: [UInt8], exchange: Int) -> KnownValue? {
        guard !value.isEmpty, !UUIDText.isZero(value) else { return nil }
        let key = Key(kind: kind, folded: Self.folded(kind, value))
        guard keys[key] == nil else { return nil }
        let ordinal = (byKind[kind]?.count ?? 0) + 1
        byKind[kind, default: []].append(all.count)
        let known = KnownValue(kind: kind, value: value, ordinal: ordinal, exchange: exchange)
        keys[key] = all.count
        all.append(known)
        return known
    }

    /// The known value equal to this one: UUIDs and app fields without case, others byte for byte.
    package func known(_ kind: FieldKind, _ value: [UInt8]) -> KnownValue? {
        keys[Key(kind: kind, folded: Self.folded(kind, value))].map { all[$0] }
    }

    package func values(of kind: FieldKind) -> [KnownValue] { (byKind[kind] ?? []).map { all[$0] } }

    package func has(_ kind: FieldKind) -> Bool { byKind[kind] != nil }

    package var isEmpty: Bool { all.isEmpty }

    private static func folded(_ kind: FieldKind, _ value: [UInt8]) -> [UInt8] {
        foldsCase(kind) ? value.map(ASCII.lowercased) : value
    }

    /// Click IDs are opaque: their case counts.
    package static func foldsCase(_ kind: FieldKind) -> Bool { kind != .clickID }
}

/// The text form of a UUID (RFC 9562 §4).
package enum UUIDText {
    /// `8-4-4-4-12` hexadecimal digits, either case.
    package static func isValid(_ text: [UInt8]) -> Bool {
        guard text.count == 36 else { return false }
        for position in text.indices {
            let wantsHyphen = position == 8 || position == 13 || position == 18 || position == 23
            let byte = text[position]
            if wantsHyphen ? byte != UInt8(ascii: "-") : ASCII.hexValue(byte) == nil { return false }
        }
        return true
    }

    package static func isZero(_ text: [UInt8]) -> Bool {
        text.first == UInt8(ascii: "0") && isValid(text)
            && text.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "-") }
    }
}
