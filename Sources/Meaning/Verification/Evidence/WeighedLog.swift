import SDKContracts

/// What a rule keeps on a point the guide leaves open: each sight counts as much as the point's key says.
struct WeighedLog: Sendable {
    /// Sights that are remarks alone, by message: how many, and the first of them.
    private struct Sights: Sendable {
        var count = 0
        var first: [Int] = []
    }

    /// So many exchanges a remark names.
    private static let shownCount = 3

    private(set) var log = RuleLog()
    private var sights: [String: Sights] = [:]

    var findings: [Finding] { log.findings }

    /// Something was looked at.
    mutating func judge() { log.judged += 1 }

    /// - Parameters:
    ///   - key: the key that gives the weight, for the remark.
    ///   - warning: the severity under `warn`.
    mutating func take(
        _ finding: Finding, _ weight: ContractReadings.Weight, key: String, warning: Severity = .p3
    ) {
        switch weight {
        case .ignore: return
        case .info: remark("\(finding.message) (\(key): info)", at: finding.exchange)
        case .warn:
            var lesser = finding
            lesser.severity = max(finding.severity, warning)
            log.findings.append(lesser)
        case .fail: log.findings.append(finding)
        }
    }

    mutating func remark(_ message: String, at exchange: Int) {
        sights[message, default: Sights()].count += 1
        if sights[message, default: Sights()].first.count < Self.shownCount {
            sights[message, default: Sights()].first.append(exchange)
        }
    }

    func verdict(_ things: String, wouldShow: String) -> RuleVerdict {
        var log = log
        log.remarks = sights.sorted { $0.key < $1.key }.map { message, sights in
            let more = sights.count - sights.first.count
            return sights.first.map { "#\($0)" }.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
                + ": \(message)"
        }
        return log.verdict(things, wouldShow: wouldShow)
    }
}
