import HTTPModel
import SDKContracts

/// The paths that answers give away.
struct PathLearning {
    let requests: [LearnedRequest]

    struct Paths {
        var serve: String?
        var vast: String?
        var vmap: String?
        var click: String?

        /// Whether a request asks none of them, so that it may be a beacon or a conversion.
        func isOpen(_ request: LearnedRequest) -> Bool {
            if request.isTold || request.path == serve || request.path == click { return false }
            return ![vast, vmap].contains { $0.map(request.path.hasPrefix) == true }
        }
    }

    func learn(into notebook: inout LearningNotebook) -> Paths {
        var paths = Paths()
        paths.serve = serve(into: &notebook)
        (paths.vast, paths.vmap) = markup(into: &notebook)
        paths.click = click(into: &notebook)
        return paths
    }

    private func serve(into notebook: inout LearningNotebook) -> String? {
        let asking = requests.filter { request in
            guard !request.isTold, case .json(let members, let hasURL) = request.answer else { return false }
            return hasURL || members.contains { "/" + String(display: $0.name) == MetrikeVocabulary.trackingPointer }
        }
        return propose("paths.serve", asking, by: \.path, "Its answers are JSON with addresses.", into: &notebook)
    }

    private func markup(into notebook: inout LearningNotebook) -> (vast: String?, vmap: String?) {
        var groups: [String: [LearnedRequest]] = [:]
        for request in requests {
            switch request.answer {
            case .vast, .vmap:
                if let directory = request.directory { groups[directory, default: []].append(request) }
            case .none, .json, .redirect: break
            }
        }
        // A schedule may be a lone VAST, so one VMAP answer, or its name, makes a path the schedules'.
        let schedules = groups.filter { directory, requests in
            NameLikeness(Array(directory.utf8), LearningWords.schedule) != .none
                || requests.contains { if case .vmap = $0.answer { true } else { false } }
        }
        let videos = groups.filter { schedules[$0.key] == nil }
        let vast = propose(
            "paths.vast", videos.values.flatMap { $0 }, by: { $0.directory ?? "" },
            "Its answers are VAST.", into: &notebook)
        let vmap = propose(
            "paths.vmap", schedules.values.flatMap { $0 }, by: { $0.directory ?? "" },
            "Its answers are VMAP, or a lone VAST.", into: &notebook)
        return (vast, vmap)
    }

    private func click(into notebook: inout LearningNotebook) -> String? {
        let clicks = requests.filter { request in
            guard case .redirect(let location) = request.answer else { return false }
            let url = URLBytes(location)
            return url.queryPairs.contains { url.bytes[$0.name].elementsEqual(FixedNames.clickID) }
        }
        return propose("paths.click", clicks, by: \.path, "It redirects with mk_cid.", into: &notebook)
    }

    /// The path that most of the requests have.
    private func propose(
        _ key: String, _ requests: [LearnedRequest], by path: (LearnedRequest) -> String, _ reason: String,
        into notebook: inout LearningNotebook
    ) -> String? {
        let groups = Dictionary(grouping: requests, by: path)
            .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        guard let best = groups.first else {
            notebook.leave("\(key): no answer of the recording shows it")
            return nil
        }
        if groups.count > 1 {
            let others = groups.dropFirst().map(\.key).joined(separator: ", ")
            notebook.leave("\(key): \(others) answers alike, but less often than \(best.key)")
        }
        let evidence = best.value.sorted { $0.number < $1.number }.map { $0.evidence() }
        notebook.propose(key, .text(best.key), groups.count == 1 ? .certain : .likely, reason, evidence)
        return best.key
    }
}
