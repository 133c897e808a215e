import HTTPModel

/// What a URL on the way of a click has of the click ID.
package enum ClickIDState: String, Sendable, Hashable, CaseIterable {
    case absent
    /// Once, as a parameter of the query, with the value that was given.
    case intact
    /// Under another name or with another value, or glued into a neighbour.
    case altered
    case duplicated
    /// Behind `#`, where no server receives it.
    case inFragment = "in-fragment"
    /// In a nested URL that is encoded once: it comes out again when that URL is followed.
    case nested
    /// Encoded once more than it was.
    case recoded

    /// Whether the ID is where the landing will find it, now or when a nested URL is followed.
    package var isSafe: Bool { self == .intact || self == .nested }
}

extension ClickIDReading {
    /// Compares with the ID that the click was given; nil takes a single value that is not empty as that ID.
    package func state(expecting expected: [UInt8]?) -> ClickIDState {
        let values = values
        if values.count > 1 { return .duplicated }
        if let value = values.first {
            if value.isEmpty { return .absent }
            guard let expected else { return .intact }
            return Self.compare(value, expected)
        }
        guard let other = occurrences.first else { return .absent }
        switch other.spot {
        case .query, .swallowed, .escaped, .renamed: return .altered
        case .fragment: return .inFragment
        case .nested:
            if other.depth > 1 { return .recoded }
            guard let expected else { return .nested }
            let state = Self.compare(other.value, expected)
            // The inner URL's own coding is undone when it is read.
            let isInner = PercentCoding.decoded(other.value, plusIsSpace: true) == expected
            return state == .intact || isInner ? .nested : state
        }
    }

    private static func compare(_ value: [UInt8], _ expected: [UInt8]) -> ClickIDState {
        if value == expected { return .intact }
        var decoded = value
        for _ in 0..<deepest {
            decoded = PercentCoding.decoded(decoded)
            if decoded == expected { return .recoded }
        }
        return .altered
    }
}
