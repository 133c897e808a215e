package import LeakSearch
package import IdentityTrace

/// A value where it may not stand.
package struct LeakFinding: Sendable, Hashable {
    /// What the value is called, without telling it: `visitor_id:1`, `secret:3`.
    package let value: String
    /// 0 where it stands in no exchange: see ``connection``.
    package let exchange: Int
    /// The client's connection, where it stands in a name that this was made for.
    package var connection: Int?
    /// `METHOD host/path`, without the query.
    package let request: String
    package let host: String
    /// The part of the exchange that the outermost range counts in.
    package let part: String
    /// `query uid`, `field cookie`; empty of a content.
    package let place: String
    /// In the bytes of `part`.
    package let range: Range<Int>
    /// `base64 > sha256(lower)`, `plain`.
    package let path: String
    /// From the outside in; none where it stands there as it is.
    package let layers: [UndoneLayer]
    /// In the bytes under the last layer.
    package let innermost: Range<Int>
    package let cause: Cause
    /// What stands in the range; empty where the range is no part of a surface that is kept.
    package let shown: [UInt8]
    /// The value was given to be looked for, and not learned from the recording.
    package let isGiven: Bool

    /// In place of a request, where a capture of the network shows the name.
    package static let capture = "capture"
}

/// What a search of a recording for leaks found, and what it did not search.
package struct LeakReport: Sendable {
    package struct Gap: Sendable, Hashable {
        package let exchange: Int
        package let part: String
        package let gap: SearchGap
    }

    package internal(set) var findings: [LeakFinding] = []
    /// Findings beyond the limit of those kept.
    package internal(set) var moreFindings = 0
    package internal(set) var gaps: [Gap] = []
    package internal(set) var moreGaps = 0
    package internal(set) var exchangeCount = 0
    package internal(set) var thirdPartyCount = 0
    /// Names of connections that were searched: hosts of those that passed unread, server names of TLS, and those that
    /// a capture shows. DNS is on no tape.
    package internal(set) var nameCount = 0
    /// Messages of WebSocket connections.
    package internal(set) var messageCount = 0
    /// Values that were learned from the recording.
    package internal(set) var learned = KnownValues()
    /// Values that were given.
    package internal(set) var givenCount = 0
    /// Nil where no host is known to be the first party's: nothing was learned then.
    package internal(set) var firstParty: String?
    /// Of all findings, those of values that were given.
    private var givenFindingCount = 0
    /// Whether the recording may be shown; nil where nobody asked.
    package var redaction: RedactionState?

    /// Asked whether it may be shown, a recording that `fita redact` made leaks nobody's identity: what it teaches are
    /// fakes, in the places of the original's values.
    private var teachesFakes: Bool { redaction?.manner == .redacted }
    /// Findings of fakes, which are none against showing the recording.
    package var fakeLeakCount: Int { teachesFakes ? findings.count + moreFindings - givenFindingCount : 0 }
    package var leakCount: Int { findings.count + moreFindings - fakeLeakCount }
    /// Those of the findings that are kept.
    package var leaks: [LeakFinding] { teachesFakes ? findings.filter(\.isGiven) : findings }

    static let mostFindings = 10_000
    static let mostGaps = 1_000

    mutating func add(_ finding: LeakFinding) {
        if finding.isGiven { givenFindingCount += 1 }
        if findings.count < Self.mostFindings { findings.append(finding) } else { moreFindings += 1 }
    }

    mutating func add(_ gap: Gap) {
        if gaps.count < Self.mostGaps { gaps.append(gap) } else { moreGaps += 1 }
    }
}
