import HTTPModel
import SDKContracts

/// Location: two fractions in the range of coordinates that always come together, and a number beside them.
struct LocationLearning {
    let requests: [LearnedRequest]

    private struct Series {
        var evidence: [LearningEvidence] = []
        var exchanges: Set<Int> = []
        var values: [Double] = []
        var hasFraction = false
        /// Every value was a number.
        var fits = true
    }

    func learn(into notebook: inout LearningNotebook) {
        var series: [[UInt8]: Series] = [:]
        for request in requests {
            for parameter in request.parameters where !FixedNames.all.contains(parameter.name) {
                var one = series[parameter.name] ?? Series()
                if let number = DecimalValue(parameter.value) {
                    one.evidence.append(request.evidence(parameter))
                    one.exchanges.insert(request.number)
                    one.values.append(number.value)
                    if !number.isWhole { one.hasFraction = true }
                } else {
                    one.fits = false
                }
                series[parameter.name] = one
            }
        }
        let numbers = series.filter { $0.value.fits && !$0.value.values.isEmpty }
        let coordinates = numbers.filter { name, one in
            one.hasFraction && one.values.allSatisfy { $0.magnitude <= 180 }
        }.sorted { String(display: $0.key) < String(display: $1.key) }
        var pairs: [(latitude: [UInt8], longitude: [UInt8], rank: Int)] = []
        for latitude in coordinates where latitude.value.values.allSatisfy({ $0.magnitude <= 90 }) {
            for longitude in coordinates
            where longitude.key != latitude.key && longitude.value.exchanges == latitude.value.exchanges {
                pairs.append((latitude.key, longitude.key, rank(latitude.key, longitude.key)))
            }
        }
        guard let top = pairs.map(\.rank).max() else { return }
        let best = pairs.filter { $0.rank == top }
        guard best.count == 1, let pair = best.first, let latitude = numbers[pair.latitude],
            let longitude = numbers[pair.longitude]
        else {
            let names = Set(best.flatMap { [$0.latitude, $0.longitude] }).map { String(display: $0) }.sorted()
            let list = names.joined(separator: ", ")
            return notebook.leave("params.lat and params.lon: \(list) look equally like coordinates")
        }
        let confidence: Confidence = top >= 4 ? .certain : top > 0 ? .likely : .guess
        let reason = "A fraction in the range of coordinates that always comes with the other."
        notebook.propose(
            "params.lat", .texts([String(display: pair.latitude)]), confidence, reason, latitude.evidence)
        notebook.propose(
            "params.lon", .texts([String(display: pair.longitude)]), confidence, reason, longitude.evidence)
        let beside = numbers.filter {
            $0.key != pair.latitude && $0.key != pair.longitude && $0.value.exchanges == latitude.exchanges
                && $0.value.values.allSatisfy { $0 >= 0 }
        }.map { (name: $0.key, one: $0.value, likeness: NameLikeness($0.key, LearningWords.accuracy)) }
            .sorted { ($1.likeness, String(display: $0.name)) < ($0.likeness, String(display: $1.name)) }
        guard let accuracy = beside.first, beside.count == 1 || accuracy.likeness > beside[1].likeness else { return }
        notebook.propose(
            "params.accuracy", .texts([String(display: accuracy.name)]),
            accuracy.likeness >= .word ? .certain : beside.count == 1 ? .likely : .guess,
            "A number that always comes with the coordinates.", accuracy.one.evidence)
    }

    private func rank(_ latitude: [UInt8], _ longitude: [UInt8]) -> Int {
        func weight(_ likeness: NameLikeness) -> Int { likeness >= .word ? 2 : likeness == .initial ? 1 : 0 }
        return weight(NameLikeness(latitude, LearningWords.latitude))
            + weight(NameLikeness(longitude, LearningWords.longitude))
    }
}
