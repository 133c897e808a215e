/// What is known of a rule without running it.
package struct RuleDescription: Sendable, Hashable {
    /// `MK-042`.
    package let code: String
    /// Names the defect: `identity-on-third-party-host`.
    package let slug: String
    package let family: RuleFamily
    package internal(set) var severity: Severity
    package let clause: Clause
    /// What the rule asks of a recording, in one sentence.
    package let question: String
    /// Codes of rules that the same fault may break as well.
    package let related: [String]
    /// What the verdict rests on that a file of another tool may not tell. A pass, or a breach that rests on it, is
    /// then `not-observed`.
    package let needs: [RuleNeed]
    package let explanation: RuleExplanation

    package init(
        code: String, slug: String, family: RuleFamily, severity: Severity, clause: Clause, question: String,
        related: [String] = [], needs: [RuleNeed] = [], explanation: RuleExplanation
    ) {
        self.code = code
        self.slug = slug
        self.family = family
        self.severity = severity
        self.clause = clause
        self.question = question
        self.related = related
        self.needs = needs
        self.explanation = explanation
    }
}

/// The words a rule rests on.
package struct Clause: Sendable, Hashable {
    /// `§7`.
    package let section: String
    /// Quoted from the guide in its own language; empty where the rule is derived.
    package let words: String
    /// Why the rule follows, where the guide does not say it as such.
    package let derivation: String?

    package init(_ section: String, _ words: String, derivation: String? = nil) {
        self.section = section
        self.words = words
        self.derivation = derivation
    }
}

package struct RuleExplanation: Sendable, Hashable {
    package let what: String
    package let why: String
    package let evidenceNeeded: String
    package let example: String

    package init(what: String, why: String, evidenceNeeded: String, example: String) {
        self.what = what
        self.why = why
        self.evidenceNeeded = evidenceNeeded
        self.example = example
    }
}

package enum RuleFamily: String, Sendable, Hashable, CaseIterable {
    case endpoints = "Endpoints"
    case identity = "Identity"
    case boundary = "Boundary"
    case optOut = "OptOut"
    case zoneRefusal = "ZoneRefusal"
    case childDirected = "ChildDirected"
    case location = "Location"
    case consent = "Consent"
    case events = "Events"
    case adBreaks = "AdBreaks"
    case click = "Click"
}
