import HTTPModel
import SDKContracts

/// Which host is the ad server's: the one that is told the SDK's version.
struct HostLearning {
    let requests: [LearnedRequest]
    /// The base URL that the recording itself names.
    let statedURL: String?

    /// The normalised host, or nil where it cannot be told.
    func learn(into notebook: inout LearningNotebook) -> String? {
        if let statedURL, let hosts = FirstPartyHosts(baseURL: statedURL, source: .tapeHeader) {
            let own = requests.filter { $0.host == hosts.baseHost }
            if !own.isEmpty {
                notebook.propose(
                    "first_party.base_url", .text(statedURL), .certain, "The recording names it.",
                    own.map { $0.evidence() })
            }
            return hosts.baseHost
        }
        var signs: [String: [(LearnedRequest, Parameter)]] = [:]
        for request in requests {
            let sign = request.parameters.first {
                $0.value.starts(with: (MetrikeVocabulary.sdkName + "/").utf8)
            }
            if let sign { signs[request.host, default: []].append((request, sign)) }
        }
        let ranked = signs.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        guard let best = ranked.first, let request = best.value.first?.0 else {
            notebook.leave("the base URL: no request has sdk_version with \(MetrikeVocabulary.sdkName)/...")
            return nil
        }
        // A leak tells other hosts too, but the ad server is asked far more often.
        if ranked.count > 1, best.value.count < 2 * ranked[1].value.count {
            let hosts = ranked.prefix(3).map { "\($0.key) (\($0.value.count))" }.joined(separator: ", ")
            notebook.leave("the base URL: several hosts are told the SDK's version: \(hosts)")
            return nil
        }
        notebook.propose(
            "first_party.base_url", .text(request.origin.text), ranked.count == 1 ? .certain : .likely,
            "Requests to it name the SDK's version.", best.value.map { $0.0.evidence($0.1) })
        return best.key
    }
}
