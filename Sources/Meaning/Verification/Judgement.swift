package import CassetteFormat
package import IdentityTrace
package import SDKContracts

/// What the verifier says of a recording.
package struct Judgement: Sendable {
    package struct RuleResult: Sendable, Hashable {
        package let rule: RuleDescription
        package let verdict: RuleVerdict
    }

    package let header: TapeHeader?
    package let coverage: Coverage
    /// The ad server's hosts; nil where they are not known.
    package let hosts: FirstPartyHosts?
    /// In the order of the register.
    package let rules: [RuleResult]
    /// By severity, then exchange, then code.
    package let findings: [Finding]
    package let values: KnownValues
    /// The contract's names of the fields, for tokens.
    package let names: [FieldKind: [String]]
    /// The exchanges in the contract's terms, for the lists of reports.
    package let sightings: [Sighting]
    /// What each third-party exchange was for, where a document told it.
    package let purposes: [Int: String]

    /// The ways of the clicks, in the order of the clicks.
    package let clicks: [ClickChain]
    /// Earlier clicks that were too many to be kept.
    package let forgottenClicks: Int

    package func count(_ outcome: RuleVerdict.Outcome) -> Int { rules.filter { $0.verdict.outcome == outcome }.count }
}
