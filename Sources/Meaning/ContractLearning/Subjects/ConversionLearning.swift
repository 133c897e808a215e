import HTTPModel
import SDKContracts

/// Conversions: what is left of the first party's requests and carries `mk_cid` or names of a purchase.
struct ConversionLearning {
    /// Neither told nor recognised as anything else.
    let requests: [LearnedRequest]
    let beacons: [LearnedRequest]

    /// The goal first: no conversion is without one.
    private static let subjects: [(key: String, words: [String], isWhole: Bool)] = [
        ("conversion.value_cents", LearningWords.value, true),
        ("conversion.goal", LearningWords.goal, false),
        ("conversion.order_id", LearningWords.order, false),
    ]

    func learn(into notebook: inout LearningNotebook) {
        let beaconPaths = Set(beacons.map(\.path))
        let event = Array("conversion".utf8)
        let conversions =
            requests.filter { !$0.isFromBrowser && isConversion($0) }
            + beacons.filter { $0.parameters.contains { $0.value == event } }
        guard !conversions.isEmpty else {
            return notebook.leave("conversions: no open request carries mk_cid or names a goal or an order")
        }
        let paths = Set(conversions.map(\.path)).subtracting(beaconPaths)
        if !paths.isEmpty {
            let carriesID = conversions.contains { $0.first(named: FixedNames.clickID) != nil }
            notebook.propose(
                "paths.conversion", .texts(paths.sorted()), carriesID ? .certain : .guess,
                carriesID ? "Requests to it carry mk_cid." : "Requests to it name a goal or an order.",
                conversions.filter { paths.contains($0.path) }.map { $0.evidence() })
        }
        fields(conversions, into: &notebook)
    }

    private func isConversion(_ request: LearnedRequest) -> Bool {
        if request.first(named: FixedNames.clickID) != nil { return true }
        let named = Self.subjects.filter { subject in
            request.parameters.contains { NameLikeness($0.name, subject.words) >= .word }
        }
        return named.count >= 2
    }

    private func fields(_ conversions: [LearnedRequest], into notebook: inout LearningNotebook) {
        var signs: [[UInt8]: [(LearnedRequest, Parameter)]] = [:]
        let known = FixedNames.all.union(beacons.flatMap { $0.parameters.map(\.name) })
        for request in conversions {
            for parameter in request.parameters where !known.contains(parameter.name) {
                signs[parameter.name, default: []].append((request, parameter))
            }
        }
        for subject in Self.subjects {
            let fitting = signs.filter { name, found in
                // A value in cents should be whole; one with a fraction is what the rule is there to find.
                let fits = found.allSatisfy { (DecimalValue($0.1.value) != nil) == subject.isWhole }
                let likeness = NameLikeness(name, subject.words)
                return fits && !Self.subjects.contains { NameLikeness(name, $0.words) > likeness }
            }.map { (name: $0.key, found: $0.value, likeness: NameLikeness($0.key, subject.words)) }
                .sorted { ($1.likeness, String(display: $0.name)) < ($0.likeness, String(display: $1.name)) }
            guard let best = fitting.first else { continue }
            let isAlone = fitting.count == 1
            guard best.likeness != .none || isAlone, isAlone || best.likeness > fitting[1].likeness else {
                let names = fitting.map { String(display: $0.name) }.joined(separator: ", ")
                notebook.leave("\(subject.key): \(names) fit equally well")
                continue
            }
            signs[best.name] = nil
            notebook.propose(
                subject.key, .texts([String(display: best.name)]), best.likeness >= .word ? .likely : .guess,
                "A parameter of conversions whose name and values fit.", best.found.map { $0.0.evidence($0.1) })
        }
    }
}
