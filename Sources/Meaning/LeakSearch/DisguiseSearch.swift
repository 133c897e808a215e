package import ContentCoding

/// What was found in a surface, and what was not searched of it.
package struct SurfaceReport: Sendable {
    package var appearances: [Appearance] = []
    package var gaps: [SearchGap] = []
    /// Pieces that were searched, the surface itself among them.
    package var pieceCount = 0
}

/// Finds values in bytes, whatever they are dressed in.
///
/// Made once for all values of a recording: every form of each is derived then, and costs about a millisecond a value.
package struct DisguiseSearch: Sendable {
    /// Those that are looked for.
    package private(set) var values: [SoughtValue] = []
    /// How many were given.
    package private(set) var givenCount = 0
    package let limits: SearchLimits
    private let forms: DisguiseForms
    private var fullCount = 0
    private var patterns = PatternSet()
    /// The differences of neighbouring bytes: a value under any one-byte XOR key.
    private var deltas = PatternSet()
    private var locations: [SoughtLocation]

    /// Pieces up to this length are searched for values under a one-byte key.
    private static let longestXOR = 64 << 10

    package init(
        _ values: [SoughtValue], locations: [SoughtLocation] = [], salts: [KnownSalt] = [],
        limits: SearchLimits = .standard
    ) {
        self.limits = limits
        self.locations = locations
        forms = DisguiseForms(salts: salts)
        add(values)
    }

    /// Looks for these values too. The first ones, up to the limit, are looked for in every form.
    package mutating func add(_ new: [SoughtValue]) {
        givenCount += new.count
        for value in new.prefix(max(0, limits.valueCount - values.count)) {
            let isFull = value.isSearchedInFull && fullCount < limits.fullValueCount
            if isFull { fullCount += 1 }
            forms.add(
                SoughtValue(value.name, value.bytes, isSearchedInFull: isFull), values.count, to: &patterns,
                deltas: &deltas)
            values.append(value)
        }
        patterns.seal()
        deltas.seal()
    }

    /// Looks for these places and no others from now on.
    package mutating func look(for locations: [SoughtLocation]) { self.locations = locations }

    /// What of the values is not looked for.
    package var gaps: [SearchGap] {
        givenCount > limits.valueCount ? [.tooManyValues(limit: limits.valueCount)] : []
    }

    /// Values that are looked for in their common disguises alone.
    package var partlySoughtCount: Int { values.count - fullCount }

    package var isEmpty: Bool { patterns.count == 0 && locations.isEmpty }

    package var patternCount: Int { patterns.count }

    /// Searches the bytes of one surface.
    /// - Parameters:
    ///   - codings: the message's own, in the order in which they were applied.
    ///   - wholeValues: ranges that are values of parameters or fields; they are tried for codings without a sign.
    ///   - isThorough: also guesses where a coding begins, and tries those that have no sign: for requests.
    package func search(
        _ bytes: [UInt8], codings: [ContentCodingName] = [], wholeValues: [Range<Int>] = [], isThorough: Bool = true
    ) -> SurfaceReport {
        guard !isEmpty, !bytes.isEmpty else { return SurfaceReport() }
        var walk = LayerWalk(bytes, limits: limits, isThorough: isThorough)
        walk.undo(codings)
        var hits: [Hit] = []
        var isCut = false
        walk.walk(values: wholeValues) { node, buffer in
            find(node, buffer, isThorough: isThorough, &hits)
            if hits.count > limits.appearanceCount { isCut = true }
            return !isCut
        }
        var report = SurfaceReport(
            appearances: resolve(hits.prefix(limits.appearanceCount), walk), gaps: walk.gaps,
            pieceCount: walk.nodes.count)
        if isCut { report.gaps.append(.tooManyAppearances(limit: limits.appearanceCount)) }
        return report
    }

    // MARK: Finding

    private struct Hit {
        let node: Int
        let range: Range<Int>
        let value: Int?
        let name: String
        let form: DisguiseForm
        /// Said behind the form's name.
        var remark = ""
    }

    private func find(_ node: Int, _ buffer: UnsafeBufferPointer<UInt8>, isThorough: Bool, _ hits: inout [Hit]) {
        find(patterns, node, buffer, &hits)
        if isThorough, buffer.count <= Self.longestXOR, buffer.count > PatternSet.prefix {
            findXOR(node, buffer, &hits)
        }
        for pair in LocationSearch.pairs(in: buffer, of: locations) {
            hits.append(Hit(node: node, range: pair.range, value: nil, name: pair.name, form: pair.form))
        }
    }

    private func find(
        _ set: PatternSet, _ node: Int, _ buffer: UnsafeBufferPointer<UInt8>, extra: Int = 0, _ hits: inout [Hit]
    ) {
        set.search(buffer) { match in
            guard hits.count <= limits.appearanceCount else { return }
            let pattern = set.patterns[match.pattern]
            let isCut = match.range.count < pattern.length
            hits.append(
                Hit(
                    node: node, range: match.range.lowerBound..<match.range.upperBound + extra,
                    value: Int(pattern.value), name: values[Int(pattern.value)].name,
                    form: set.forms[Int(pattern.form)],
                    remark: isCut ? " cut to \(match.range.count) \(pattern.isHex ? "digits" : "bytes")" : ""))
        }
    }

    private func findXOR(_ node: Int, _ buffer: UnsafeBufferPointer<UInt8>, _ hits: inout [Hit]) {
        guard deltas.count > 0 else { return }
        let steps = [UInt8](unsafeUninitializedCapacity: buffer.count - 1) { steps, count in
            for index in 0..<buffer.count - 1 { steps[index] = buffer[index] ^ buffer[index + 1] }
            count = buffer.count - 1
        }
        // A range of differences covers one byte more.
        steps.withUnsafeBufferPointer { find(deltas, node, $0, extra: 1, &hits) }
    }

    // MARK: Telling

    private func rank(_ hit: Hit, _ walk: LayerWalk) -> (Int, Int) {
        let depth = walk.nodes[hit.node].depth
        return hit.form.isFallback ? (depth + 1, 1) : (depth, -hit.form.strength.rawValue)
    }

    /// Each place of a value is told once, by its fewest layers and its surest form.
    private func resolve(_ hits: ArraySlice<Hit>, _ walk: LayerWalk) -> [Appearance] {
        if hits.isEmpty { return [] }
        let ordered = hits.enumerated().sorted { a, b in
            let (first, second) = (rank(a.element, walk), rank(b.element, walk))
            return first == second ? a.offset < b.offset : first < second
        }
        var told: [String: [Appearance]] = [:]
        var result: [Appearance] = []
        for (_, hit) in ordered {
            let layers = walk.layers(above: hit.node, hit.range)
            let range = layers.first?.place ?? hit.range
            let isKnown = told[hit.name]?.contains { known in
                known.range.overlaps(range) && known.strength >= hit.form.strength
                    && (hit.form.fragment == nil || known.fragment == nil || known.fragment == hit.form.fragment
                        || known.range.contains(range.lowerBound) && known.layers.count <= layers.count)
            }
            if isKnown == true { continue }
            let appearance = Appearance(
                value: hit.name, index: hit.value, form: hit.form.name + hit.remark, strength: hit.form.strength,
                layers: layers, innermost: hit.range, fragment: hit.form.fragment)
            told[hit.name, default: []].append(appearance)
            result.append(appearance)
        }
        return result.sorted { ($0.range.lowerBound, $0.value) < ($1.range.lowerBound, $1.value) }
    }
}
