/// A US Privacy string: a version and three answers (IAB Tech Lab, "U.S. Privacy String", version 1).
package struct USPrivacyString: Sendable {
    package enum Answer: Character, Sendable, Hashable {
        case yes = "Y"
        case no = "N"
        case notApplicable = "-"
    }

    package let bytes: [UInt8]
    package private(set) var version: Int?
    /// Whether the person was told and could opt out.
    package private(set) var notice: Answer?
    package private(set) var optedOutOfSale: Answer?
    /// Whether the publisher signed the limited service provider agreement.
    package private(set) var limitedServiceProvider: Answer?
    package private(set) var verdicts: ConsentVerdicts

    package init(_ bytes: some Collection<UInt8>, limits: ConsentLimits = .standard) {
        self.bytes = Array(bytes)
        verdicts = ConsentVerdicts(limit: limits.problemCount)
        let text = self.bytes
        guard text.count == 4 else {
            verdicts.add(.usPrivacyForm, .error, "\(text.count) characters; the string has 4", 0..<text.count)
            return
        }
        if text[0] == UInt8(ascii: "1") {
            version = 1
        } else {
            verdicts.add(.usPrivacyForm, .error, "the version is not 1", 0..<1)
        }
        let answers = (1..<4).map { index -> Answer? in
            guard let answer = Self.answer(text[index]) else {
                verdicts.add(.usPrivacyForm, .error, "an answer is Y, N or -", index..<index + 1)
                return nil
            }
            if text[index] != UInt8(ascii: "-"), text[index] & 0x20 != 0 {
                verdicts.add(.usPrivacyCase, .note, "an answer in a small letter", index..<index + 1)
            }
            return answer
        }
        (notice, optedOutOfSale, limitedServiceProvider) = (answers[0], answers[1], answers[2])
    }

    private static func answer(_ byte: UInt8) -> Answer? {
        switch byte {
        case UInt8(ascii: "Y"), UInt8(ascii: "y"): .yes
        case UInt8(ascii: "N"), UInt8(ascii: "n"): .no
        case UInt8(ascii: "-"): .notApplicable
        default: nil
        }
    }
}
