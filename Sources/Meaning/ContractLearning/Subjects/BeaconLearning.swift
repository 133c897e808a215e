import HTTPModel
import SDKContracts

/// Beacons, by the words of the guide's events.
struct BeaconLearning {
    let requests: [LearnedRequest]

    private static let events = Set(MetrikeVocabulary.events.map { Array($0.utf8) })
    private static let viewability: Set<[UInt8]> = Set(
        ["viewable", "notViewable", "viewUndetermined"].map { Array($0.utf8) })

    private struct Field {
        var signs: [(LearnedRequest, Parameter)] = []
        var words: Set<[UInt8]> = []
    }

    /// The requests that carry an event.
    func learn(into notebook: inout LearningNotebook) -> [LearnedRequest] {
        var fields: [[UInt8]: Field] = [:]
        for request in requests {
            for parameter in request.parameters where Self.events.contains(parameter.value) {
                guard !FixedNames.all.contains(parameter.name) else { continue }
                fields[parameter.name, default: Field()].signs.append((request, parameter))
                fields[parameter.name, default: Field()].words.insert(parameter.value)
            }
        }
        let ranked = fields.sorted {
            ($1.value.words.count, $1.value.signs.count, String(display: $0.key))
                < ($0.value.words.count, $0.value.signs.count, String(display: $1.key))
        }
        guard let (name, field) = ranked.first else {
            notebook.leave("beacons: no open request has an event of the guide as a value")
            return []
        }
        let confidence: Confidence = field.words.count >= 3 ? .certain : field.words.count == 2 ? .likely : .guess
        let evidence = field.signs.map { $0.0.evidence($0.1) }
        let words = field.words.map { String(display: $0) }.sorted().joined(separator: ", ")
        notebook.propose(
            "beacon.event_field", .texts([String(display: name)]), confidence, "Its values are events: \(words).",
            evidence)
        let beacons = field.signs.map(\.0)
        notebook.propose(
            "paths.beacon", .texts(Set(beacons.map(\.path)).sorted()), confidence, "Requests to it carry an event.",
            evidence)
        let methods = Set(beacons.map(\.method))
        if methods.count == 1, let method = methods.first, ["GET", "POST"].contains(method) {
            notebook.propose(
                "beacon.method", .text(method), confidence, "Every request with an event has it.", evidence)
        }
        timeToViewable(beacons, name, into: &notebook)
        return beacons
    }

    /// A whole number that viewability beacons have and no others.
    private func timeToViewable(
        _ beacons: [LearnedRequest], _ event: [UInt8], into notebook: inout LearningNotebook
    ) {
        let (viewable, others) = beacons.reduce(into: ([LearnedRequest](), [LearnedRequest]())) { parts, beacon in
            let isViewable = beacon.first(named: event).map { Self.viewability.contains($0.value) } == true
            if isViewable { parts.0.append(beacon) } else { parts.1.append(beacon) }
        }
        guard !others.isEmpty else { return }
        let elsewhere = Set(others.flatMap { $0.parameters.map(\.name) })
        var signs: [[UInt8]: [LearningEvidence]] = [:]
        for beacon in viewable {
            for parameter in beacon.parameters
            where !elsewhere.contains(parameter.name) && DecimalValue(parameter.value)?.isWhole == true {
                signs[parameter.name, default: []].append(beacon.evidence(parameter))
            }
        }
        let ranked = signs.sorted {
            let a = NameLikeness($0.key, LearningWords.timeToViewable)
            let b = NameLikeness($1.key, LearningWords.timeToViewable)
            return (b, String(display: $0.key)) < (a, String(display: $1.key))
        }
        guard let (name, evidence) = ranked.first else { return }
        notebook.propose(
            "beacon.ttv_field", .texts([String(display: name)]), ranked.count == 1 ? .likely : .guess,
            "A whole number that only viewability beacons have.", evidence)
    }
}
