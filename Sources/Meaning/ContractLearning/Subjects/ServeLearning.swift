import HTTPModel
import SDKContracts

/// What requests to serve carry, and which values of their answers come back.
struct ServeLearning {
    /// All requests of the first party.
    let requests: [LearnedRequest]
    let serves: [LearnedRequest]
    let beacons: [LearnedRequest]

    func learn(into notebook: inout LearningNotebook) {
        guard !serves.isEmpty else { return }
        contentURL(into: &notebook)
        zone(into: &notebook)
        joinKeys(into: &notebook)
    }

    private func isOpen(_ parameter: Parameter) -> Bool {
        !FixedNames.all.contains(parameter.name) && !parameter.value.isEmpty
    }

    private func isURL(_ parameter: Parameter) -> Bool { URLBytes(parameter.value).origin != nil }

    private func contentURL(into notebook: inout LearningNotebook) {
        var signs: [[UInt8]: [LearningEvidence]] = [:]
        for request in serves {
            for parameter in request.parameters where isOpen(parameter) && isURL(parameter) {
                signs[parameter.name, default: []].append(request.evidence(parameter))
            }
        }
        guard let (name, evidence) = signs.first, signs.count == 1 else {
            if signs.count > 1 { notebook.leave("params.content_url: several parameters of serve are addresses") }
            return
        }
        notebook.propose(
            "params.content_url", .texts([String(display: name)]), .likely,
            "The only parameter of serve that is an address.", evidence)
    }

    // MARK: Zone

    private struct Candidate {
        var evidence: [LearningEvidence] = []
        var values: Set<[UInt8]> = []
        var isEchoed = false
        var fits = true
    }

    private func zone(into notebook: inout LearningNotebook) {
        var candidates: [[UInt8]: Candidate] = [:]
        for request in serves {
            for parameter in request.parameters where isOpen(parameter) {
                var candidate = candidates[parameter.name] ?? Candidate()
                candidate.evidence.append(request.evidence(parameter))
                candidate.values.insert(parameter.value)
                if isURL(parameter) || DecimalValue(parameter.value)?.isWhole == false { candidate.fits = false }
                if case .json(let texts, _) = request.answer, texts.contains(where: { $0.value == parameter.value }) {
                    candidate.isEchoed = true
                }
                candidates[parameter.name] = candidate
            }
        }
        let repeated = Set(beacons.flatMap { $0.parameters.filter(isOpen).map(\.value) })
        func score(_ name: [UInt8], _ candidate: Candidate) -> Int {
            guard candidate.fits else { return 0 }
            let likeness = NameLikeness(name, LearningWords.zone)
            var score = likeness >= .word ? 2 : likeness == .initial ? 1 : 0
            if candidate.isEchoed { score += 2 }
            if candidate.evidence.count == serves.count { score += 1 }
            if !candidate.values.isDisjoint(with: repeated) { score += 1 }
            return score
        }
        let scored = candidates.map { (name: $0.key, candidate: $0.value, score: score($0.key, $0.value)) }
            .sorted { ($1.score, String(display: $0.name)) < ($0.score, String(display: $1.name)) }
        guard let best = scored.first, best.score >= 2 else {
            return notebook.leave("params.zone: no parameter of serve looks like a zone")
        }
        if scored.count > 1, scored[1].score == best.score {
            let names = scored.filter { $0.score == best.score }.map { String(display: $0.name) }
            return notebook.leave("params.zone: \(names.joined(separator: " and ")) look equally like a zone")
        }
        var names = [best.name]
        if let other = nameInBeacons(best.candidate.values, besides: best.name) { names.append(other) }
        let signs = best.candidate.isEchoed ? "the answer repeats it" : "its name and its values speak for it"
        notebook.propose(
            "params.zone", .texts(names.map { String(display: $0) }), best.score >= 4 ? .certain : .likely,
            "A parameter of serve; \(signs).", best.candidate.evidence)
    }

    /// The name under which beacons send values of the zone, where it is another one.
    private func nameInBeacons(_ values: Set<[UInt8]>, besides name: [UInt8]) -> [UInt8]? {
        var fitting: [[UInt8]: Bool] = [:]
        for parameter in beacons.flatMap(\.parameters) where isOpen(parameter) {
            fitting[parameter.name] = fitting[parameter.name] != false && values.contains(parameter.value)
        }
        let names = fitting.filter(\.value).map(\.key)
        return names.contains(name) || names.count != 1 ? nil : names.first
    }

    // MARK: Joining keys

    /// Bounds on a value that ties a request to an answer.
    private static let keySizes = 8...128

    private func joinKeys(into notebook: inout LearningNotebook) {
        var members: [[UInt8]: [[UInt8]]] = [:]
        var signs: [[UInt8]: [LearningEvidence]] = [:]
        let sources = Set(serves.map(\.number))
        for request in requests {
            if !sources.contains(request.number) {
                let segments = request.path.split(separator: "/").map { Array($0.utf8) }
                for parameter in request.parameters where isOpen(parameter) {
                    for member in members[parameter.value] ?? [] {
                        signs[member, default: []].append(request.evidence(parameter))
                    }
                }
                for segment in segments {
                    for member in members[segment] ?? [] { signs[member, default: []].append(request.evidence()) }
                }
            } else if case .json(let texts, _) = request.answer {
                let sent = Set(request.parameters.map(\.value))
                for text in texts where Self.isOpaque(text) && !sent.contains(text.value) {
                    if members[text.value]?.contains(text.name) != true {
                        members[text.value, default: []].append(text.name)
                    }
                }
            }
        }
        guard !signs.isEmpty else {
            return notebook.leave("join.keys: no opaque value of a serve answer comes back in a later request")
        }
        let names = signs.keys.map { String(display: $0) }.sorted()
        notebook.propose(
            "join.keys", .texts(names), .certain, "Opaque values of serve answers that later requests repeat.",
            signs.values.flatMap { $0 }.sorted { $0.exchange < $1.exchange })
    }

    private static func isOpaque(_ text: Parameter) -> Bool {
        guard text.literal == .text, keySizes.contains(text.value.count) else { return false }
        let isWord = text.value.allSatisfy {
            ASCII.isDigit($0) || ASCII.lowercased($0) &- 0x61 < 26 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
        return isWord && text.value.contains(where: ASCII.isDigit)
    }
}
