import ContentCoding
import HTTPModel
import LeakSearch

/// Writes fakes where the search finds values, in the disguise in which it finds them.
struct SurfaceRewriter {
    /// Values, in the order of the search, each beside its fake.
    let twins: [FormTwins]
    let pseudonyms: Pseudonyms
    let locations: [SoughtLocation]
    let shift: LocationShift?
    /// Coordinates as the contract's fields showed them, with the hundredths of a degree that they move by.
    let coordinates: [[UInt8]: Int]
    /// Replaced, and replaced by a token alone.
    private(set) var replaced = 0
    private(set) var tokens: [String] = []

    /// Each round writes what stood under the earlier one's fakes too.
    static let mostRounds = 16

    init(
        twins: [FormTwins], pseudonyms: Pseudonyms, locations: [SoughtLocation], shift: LocationShift?,
        coordinates: [[UInt8]: Int]
    ) {
        self.twins = twins
        self.pseudonyms = pseudonyms
        self.locations = locations
        self.shift = shift
        self.coordinates = coordinates
    }

    /// - Parameter find: searches the bytes.
    mutating func rewrite(_ bytes: [UInt8], find: ([UInt8]) -> SurfaceReport) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Self.mostRounds {
            let found = find(bytes).appearances
            let edits = edits(bytes, found, depth: 0)
            guard !edits.isEmpty else { break }
            bytes = Edit.apply(edits, to: bytes)
        }
        // Pairs went first: half of one moved alone would leave the other half where it was.
        return Edit.apply(loneCoordinates(bytes), to: bytes)
    }

    mutating func forgetTokens() -> [String] {
        defer { tokens = [] }
        return tokens
    }

    /// In order, none overlapping another.
    private mutating func edits(_ bytes: [UInt8], _ found: [Appearance], depth: Int) -> [Edit] {
        var result: [Edit] = []
        var groups: [(layer: UndoneLayer, found: [Appearance])] = []
        for appearance in found {
            if depth < appearance.layers.count {
                let layer = appearance.layers[depth]
                let known = groups.firstIndex { $0.layer.name == layer.name && $0.layer.input == layer.input }
                if let index = known {
                    groups[index].found.append(appearance)
                } else {
                    groups.append((layer, [appearance]))
                }
            } else {
                for edit in plain(bytes, appearance) { add(edit, to: &result) }
            }
        }
        for (layer, inside) in groups where !result.contains(where: { $0.range.overlaps(layer.place) }) {
            for edit in under(layer, bytes, inside, depth: depth) { add(edit, to: &result) }
        }
        replaced += depth == 0 ? result.count : 0
        return result.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private func add(_ edit: Edit, to edits: inout [Edit]) {
        guard edit.range.upperBound > edit.range.lowerBound, !edits.contains(where: { $0.range.overlaps(edit.range) })
        else { return }
        edits.append(edit)
    }

    private mutating func under(
        _ layer: UndoneLayer, _ bytes: [UInt8], _ found: [Appearance], depth: Int
    ) -> [Edit] {
        let outer = Array(bytes[layer.input])
        if let inner = LayerWriter.decoded(layer.name, outer) {
            let edits = edits(inner, found, depth: depth + 1)
            if edits.isEmpty { return [] }
            let written = LayerWriter.edits(layer.name, outer, inner, edits)
            if let written, !isPacked(layer, bytes) || written.allSatisfy({ $0.bytes.count == $0.range.count }) {
                let start = layer.input.lowerBound
                return written.map {
                    Edit(range: $0.range.lowerBound + start..<$0.range.upperBound + start, bytes: $0.bytes)
                }
            }
        }
        tokens += found.map { "\($0.value): \($0.path)" }
        return [Edit(range: layer.input, bytes: pseudonyms.token(outer))]
    }

    /// Compressed content among other binary bytes may have its length before it, which would be wrong afterwards.
    private func isPacked(_ layer: UndoneLayer, _ bytes: [UInt8]) -> Bool {
        let codings = ["gzip", "deflate", "br", "zstd"]
        return codings.contains(layer.name) && layer.input != bytes.indices
    }

    private mutating func plain(_ bytes: [UInt8], _ appearance: Appearance) -> [Edit] {
        guard let index = appearance.index else { return coordinates(bytes, appearance) }
        let shown = bytes[appearance.innermost]
        if let twin = twins[index].twin(of: shown, form: appearance.form) {
            return [Edit(range: appearance.innermost, bytes: twin)]
        }
        tokens.append("\(appearance.value): \(appearance.path)")
        return [Edit(range: appearance.innermost, bytes: pseudonyms.token(Array(shown)))]
    }

    private func coordinates(_ bytes: [UInt8], _ appearance: Appearance) -> [Edit] {
        guard let shift, let place = locations.first(where: { $0.name == appearance.value }) else { return [] }
        return LocationShift.numbers(in: bytes, appearance.innermost).compactMap { range in
            for (degrees, hundredths) in [(place.latitude, shift.latitude), (place.longitude, shift.longitude)] {
                if let moved = LocationShift.moved(bytes[range], near: degrees, by: hundredths) {
                    return Edit(range: range, bytes: moved)
                }
            }
            return nil
        }
    }

    /// A coordinate that stands without its other half.
    private func loneCoordinates(_ bytes: [UInt8]) -> [Edit] {
        guard !coordinates.isEmpty else { return [] }
        return LocationShift.numbers(in: bytes, bytes.indices).compactMap { range in
            guard let hundredths = coordinates[Array(bytes[range])] else { return nil }
            return LocationShift.moved(bytes[range], by: hundredths).map { Edit(range: range, bytes: $0) }
        }
    }
}
