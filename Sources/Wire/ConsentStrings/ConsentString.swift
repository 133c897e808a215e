/// A consent string of whatever kind, told by its first character.
package enum ConsentString: Sendable {
    case tc(TCString)
    case gpp(GPPString)
    case usPrivacy(USPrivacyString)
    /// It begins as none of them does.
    case unknown([UInt8])

    /// `C` and `B` begin TC strings of version 2 and 1, `D` a GPP string, a digit a US Privacy string.
    package init(_ bytes: some Collection<UInt8>, _ limits: ConsentLimits = .standard) {
        switch bytes.first {
        case UInt8(ascii: "B"), UInt8(ascii: "C"): self = .tc(TCString(bytes, limits: limits))
        case UInt8(ascii: "D"): self = .gpp(GPPString(bytes, limits: limits))
        case let first? where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first):
            self = .usPrivacy(USPrivacyString(bytes, limits: limits))
        default: self = .unknown(Array(bytes))
        }
    }

    package func verdicts(at now: Int64?) -> ConsentVerdicts {
        switch self {
        case .tc(let string): return string.verdicts(at: now)
        case .gpp(let string): return string.verdicts(at: now)
        case .usPrivacy(let string): return string.verdicts
        case .unknown(let bytes):
            var verdicts = ConsentVerdicts(limit: 1)
            verdicts.add(
                .unknownKind, .error, "a consent string begins with B, C, D or 1", 0..<min(bytes.count, 1))
            return verdicts
        }
    }
}
