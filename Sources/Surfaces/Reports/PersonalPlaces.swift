import CassetteFormat
import HTTPModel
import IdentityTrace
import SDKContracts

/// Writes an exchange's bytes with tokens in the place of personal values.
///
/// A value is personal because it is known, or because it stands under a personal name, also where nothing is known.
struct PersonalPlaces {
    let mask: Mask
    let values: KnownValues
    let names: [FieldKind: [String]]

    /// What is written in the place of a range.
    struct Replacement: Hashable {
        let range: Range<Int>
        let text: String
    }

    /// The request target.
    func target(_ bytes: [UInt8], _ sighting: Sighting?) -> [UInt8] { written(bytes, inTarget(bytes, sighting)) }

    /// The request head, the target's parameters and cookies included.
    func requestHead(_ bytes: [UInt8], _ head: RequestHead?, _ sighting: Sighting?) -> [UInt8] {
        written(bytes, inRequestHead(bytes, head, sighting))
    }

    func requestContent(_ bytes: [UInt8], _ sighting: Sighting?) -> [UInt8] {
        written(bytes, inRequestContent(bytes, sighting))
    }

    /// The response head; a Location's click ID is under its name.
    func responseHead(_ head: ResponseHead) -> [UInt8] { written(head.bytes, inResponseHead(head)) }

    /// A text that may be a URL: what an operator's mark says, such as a deep link.
    func text(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let url = URLBytes(bytes)
        let named = url.queryPairs.compactMap { pair -> (Range<Int>, String)? in
            guard let value = pair.value, !value.isEmpty, let kind = personalKind(Array(url.bytes[pair.name])) else {
                return nil
            }
            return (value, token(kind, Array(url.bytes[value])))
        }
        return String(display: written(bytes, replacements(bytes, named: named)))
    }

    func answer(_ bytes: [UInt8], kind: MediaKind) -> [UInt8] { written(bytes, inAnswer(bytes, kind: kind)) }

    func inTarget(_ bytes: [UInt8], _ sighting: Sighting?) -> [Replacement] {
        replacements(bytes, named: sighting.map { named($0, .target) } ?? [])
    }

    func inRequestHead(_ bytes: [UInt8], _ head: RequestHead?, _ sighting: Sighting?) -> [Replacement] {
        var places = sighting.map { named($0, .requestHead) } ?? []
        if let sighting, let head {
            places += named(sighting, .target).map { place in
                (place.0 + head.target.lowerBound, place.1)
            }
        }
        return replacements(bytes, named: places)
    }

    func inRequestContent(_ bytes: [UInt8], _ sighting: Sighting?) -> [Replacement] {
        replacements(bytes, named: sighting.map { named($0, .requestContent) } ?? [])
    }

    func inResponseHead(_ head: ResponseHead) -> [Replacement] {
        var places: [(Range<Int>, String)] = []
        for field in head.fields where head.isField(field, "location") {
            let url = URLBytes(head.bytes[field.value])
            for pair in url.queryPairs {
                guard let value = pair.value, !value.isEmpty, let kind = personalKind(Array(url.bytes[pair.name]))
                else {
                    continue
                }
                places.append((value + field.value.lowerBound, token(kind, Array(url.bytes[value]))))
            }
        }
        return replacements(head.bytes, named: places)
    }

    func inAnswer(_ bytes: [UInt8], kind: MediaKind) -> [Replacement] {
        guard kind == .json else { return replacements(bytes, named: []) }
        let parameters = ParameterReader(limits: ContractLimits()).json(bytes, part: .responseContent)
        return replacements(
            bytes,
            named: parameters.compactMap { parameter in
                guard let kind = personalKind(parameter.name), !parameter.value.isEmpty else { return nil }
                return (parameter.place.range, token(kind, parameter.value))
            })
    }

    private func named(_ sighting: Sighting, _ part: MessagePart) -> [(Range<Int>, String)] {
        FieldKind.allCases.filter(\.isPersonal).flatMap { kind in
            sighting.fields(kind).filter { $0.place.part == part && !$0.value.isEmpty }.map {
                ($0.place.range, token(kind, $0.value))
            }
        }
    }

    private func personalKind(_ name: [UInt8]) -> FieldKind? {
        let text = String(display: name)
        return FieldKind.allCases.first { $0.isPersonal && names[$0]?.contains(text) == true }
    }

    private func token(_ kind: FieldKind, _ value: [UInt8]) -> String {
        values.known(kind, value).map(mask.token) ?? "{\(names[kind]?.first ?? "value"):?}"
    }

    /// Named places first, then whatever known values the rest shows; in order, none overlapping another.
    private func replacements(_ bytes: [UInt8], named places: [(Range<Int>, String)]) -> [Replacement] {
        if mask.reveals { return [] }
        var result: [Replacement] = []
        var position = 0
        func search(_ gap: Range<Int>) {
            for place in mask.places(in: Array(bytes[gap])) {
                result.append(Replacement(range: place.range + gap.lowerBound, text: place.token))
            }
        }
        for (range, token) in places.sorted(by: { $0.0.lowerBound < $1.0.lowerBound })
        where range.lowerBound >= position && range.upperBound <= bytes.count {
            search(position..<range.lowerBound)
            result.append(Replacement(range: range, text: token))
            position = range.upperBound
        }
        search(position..<bytes.count)
        return result
    }

    private func written(_ bytes: [UInt8], _ replacements: [Replacement]) -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        for replacement in replacements {
            result += bytes[position..<replacement.range.lowerBound]
            result += Array(replacement.text.utf8)
            position = replacement.range.upperBound
        }
        return result + bytes[position...]
    }
}

private func + (range: Range<Int>, offset: Int) -> Range<Int> { range.lowerBound + offset..<range.upperBound + offset }
