/// How bad it is.
package enum ConsentGrade: String, Sendable, Hashable, Comparable, CaseIterable {
    case ok, note, warning, error

    private var rank: Int {
        switch self {
        case .ok: 0
        case .note: 1
        case .warning: 2
        case .error: 3
        }
    }

    package static func < (one: ConsentGrade, other: ConsentGrade) -> Bool { one.rank < other.rank }
}

/// What a verdict is about. The three are apart: a string that is well formed may be void, one of yesterday old.
package enum ConsentAspect: String, Sendable, Hashable, CaseIterable {
    case structure, policy, date
}

/// Something in a consent string that should not be so.
package struct ConsentProblem: Sendable, Hashable {
    package enum Code: String, Sendable, Hashable, CaseIterable {
        case tooLong = "TOO_LONG"
        case empty = "EMPTY"
        case unknownKind = "UNKNOWN_KIND"

        case alphabet = "TC_ALPHABET"
        case truncated = "TC_TRUNCATED"
        case trailing = "TC_TRAILING"
        case version = "TC_VERSION"
        case range = "TC_RANGE"
        case global = "TC_GLOBAL"
        case policyOld = "TC_POLICY_OLD"
        case noDisclosed = "TC_NO_DISCLOSED"
        case legitimateInterestForbidden = "TC_LI_FORBIDDEN"
        case vendorList = "TC_VENDOR_LIST"
        case disclosedConflict = "TC_DISCLOSED_CONFLICT"
        case country = "TC_CC"
        case language = "TC_LANG"
        case segment = "TC_SEGMENT"
        case roundTrip = "TC_ROUNDTRIP"
        case dates = "TC_DATES"
        case expired = "TC_EXPIRED"

        case usPrivacyForm = "USP_FORM"
        case usPrivacyCase = "USP_CASE"

        case gppAlphabet = "GPP_ALPHABET"
        case gppTruncated = "GPP_TRUNCATED"
        case gppTrailing = "GPP_TRAILING"
        case gppHeader = "GPP_HEADER"
        case gppOrder = "GPP_ORDER"
        case gppCount = "GPP_COUNT"
        case gppSection = "GPP_SECTION"
        case gppSectionVersion = "GPP_SECTION_VERSION"
        case gppValue = "GPP_VALUE"

        package var aspect: ConsentAspect {
            switch self {
            case .global, .policyOld, .noDisclosed, .legitimateInterestForbidden, .vendorList, .disclosedConflict,
                .version, .gppValue:
                .policy
            case .dates, .expired: .date
            default: .structure
            }
        }
    }

    package let code: Code
    package let grade: ConsentGrade
    package let message: String
    /// In the bytes of the string.
    package let place: Range<Int>

    package var aspect: ConsentAspect { code.aspect }

    func moved(by offset: Int) -> ConsentProblem {
        ConsentProblem(
            code: code, grade: grade, message: message, place: place.lowerBound + offset..<place.upperBound + offset)
    }
}

/// The three verdicts on a consent string, with what they rest on.
package struct ConsentVerdicts: Sendable, Hashable {
    package private(set) var structure = ConsentGrade.ok
    package private(set) var policy = ConsentGrade.ok
    /// Nil where the string states no date.
    package private(set) var date: ConsentGrade?
    package private(set) var problems: [ConsentProblem] = []
    /// Problems that are graded and not listed (``ConsentLimits/problemCount``).
    package private(set) var unlisted = 0
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Of a string that is to be read. Where there is nothing in it, or more than is read, they say so: an error of
    /// structure.
    init(on bytes: [UInt8], _ limits: ConsentLimits) {
        self.init(limit: limits.problemCount)
        let whole = 0..<bytes.count
        if whole.isEmpty { add(.empty, .error, "the string is empty", whole) }
        if whole.count > limits.byteCount {
            add(.tooLong, .error, "\(whole.count) bytes; \(limits.byteCount) are read", whole)
        }
    }

    package subscript(_ aspect: ConsentAspect) -> ConsentGrade? {
        switch aspect {
        case .structure: structure
        case .policy: policy
        case .date: date
        }
    }

    /// Says that the string states a date.
    mutating func haveDate() { date = date ?? .ok }

    mutating func add(_ code: ConsentProblem.Code, _ grade: ConsentGrade, _ message: String, _ place: Range<Int>) {
        add(ConsentProblem(code: code, grade: grade, message: message, place: place))
    }

    mutating func add(_ problem: ConsentProblem) {
        switch problem.aspect {
        case .structure: structure = max(structure, problem.grade)
        case .policy: policy = max(policy, problem.grade)
        case .date: date = max(date ?? .ok, problem.grade)
        }
        if problems.count < limit { problems.append(problem) } else { unlisted += 1 }
    }

    /// Takes in the verdicts on a part that begins so many bytes in.
    mutating func add(_ part: ConsentVerdicts, from offset: Int) {
        for problem in part.problems { add(problem.moved(by: offset)) }
        structure = max(structure, part.structure)
        policy = max(policy, part.policy)
        if let inner = part.date { date = max(date ?? .ok, inner) }
        unlisted += part.unlisted
    }

    package func has(_ code: ConsentProblem.Code) -> Bool { problems.contains { $0.code == code } }
}
