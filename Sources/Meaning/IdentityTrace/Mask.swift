package import SDKContracts
import HTTPModel

/// Writes tokens in the place of personal values, so that reports can be shown to others.
package struct Mask: Sendable {
    private let tracer: Tracer
    private let names: [FieldKind: String]
    /// With true nothing is masked.
    package let reveals: Bool

    package init(values: KnownValues, names: [FieldKind: [String]] = MetrikeVocabulary.names, reveals: Bool) {
        var tracer = Tracer(kinds: Set(FieldKind.allCases.filter(\.isPersonal)))
        tracer.add(values.all)
        self.tracer = tracer
        self.names = names.compactMapValues(\.first)
        self.reveals = reveals
    }

    /// `{visitor_id:1}`: the first name of the kind, and which of its distinct values.
    package func token(_ value: KnownValue) -> String {
        "{\(names[value.kind] ?? "value"):\(value.ordinal)}"
    }

    /// Where known personal values stand, and the tokens for them; in order, none overlapping another. Nowhere if this
    /// mask reveals.
    package func places(in bytes: [UInt8]) -> [(range: Range<Int>, token: String)] {
        if reveals { return [] }
        var result: [(range: Range<Int>, token: String)] = []
        for trace in tracer.traces(in: bytes) where trace.range.lowerBound >= result.last?.range.upperBound ?? 0 {
            result.append((trace.range, token(trace.value)))
        }
        return result
    }

    /// The bytes with each known personal value replaced by its token.
    package func masked(_ bytes: [UInt8]) -> [UInt8] {
        if reveals { return bytes }
        var result: [UInt8] = []
        var position = 0
        for place in places(in: bytes) {
            result += bytes[position..<place.range.lowerBound]
            result += Array(place.token.utf8)
            position = place.range.upperBound
        }
        return result + bytes[position...]
    }

    package func masked(_ text: String) -> String { String(display: masked(Array(text.utf8))) }
}
