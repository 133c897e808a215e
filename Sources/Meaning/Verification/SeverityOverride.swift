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
        var regraded = rule
        regraded.severity = severity
        return Judgement.RuleResult(
            rule: regraded,
            verdict: RuleVerdict(
                outcome: verdict.outcome, reason: verdict.reason, findings: findings, remarks: verdict.remarks))
    }
}
