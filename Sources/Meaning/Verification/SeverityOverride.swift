extension RuleDescription {
    /// With the severity that a configuration gives the rule, if it does.
    package func graded(by severities: [String: String]) -> RuleDescription {
        guard let severity = severities[code].flatMap(Severity.init(rawValue:)) else { return self }
        var graded = self
        graded.severity = severity
        return graded
    }
}

extension Judgement.RuleResult {
    /// With the severity that a configuration gives the rule, if it does. A finding that the rule grades for itself
    /// keeps its grade.
    func graded(by severities: [String: String]) -> Judgement.RuleResult {
        guard let severity = severities[rule.code].flatMap(Severity.init(rawValue:)) else { return self }
        let findings = verdict.findings.map { finding in
            var finding = finding
            if finding.severity == rule.severity { finding.severity = severity }
            return finding
        }
        return Judgement.RuleResult(
            rule: rule.graded(by: severities),
            verdict: RuleVerdict(
                outcome: verdict.outcome, reason: verdict.reason, findings: findings, remarks: verdict.remarks))
    }
}
