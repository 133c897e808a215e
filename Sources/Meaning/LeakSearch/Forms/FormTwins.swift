import HTTPModel

/// Every form of a value beside the same form of another value: its digest beside the other's digest.
package struct FormTwins: Sendable {
    private let from: Written
    private let to: Written

    /// - Parameters:
    ///   - salts: what the value's digests may be mixed with.
    ///   - otherSalts: the same ones, in the same order, as they stand beside the other value.
    package init(_ value: [UInt8], _ other: [UInt8], salts: [KnownSalt] = [], otherSalts: [KnownSalt] = []) {
        from = Written(value, salts)
        to = Written(other, otherSalts)
    }

    /// What the other value looks like in the form in which this one was found; nil where that form has none.
    /// - Parameters:
    ///   - shown: the bytes that were found.
    ///   - form: as the ``Appearance`` names it.
    package func twin(of shown: ArraySlice<UInt8>, form: String) -> [UInt8]? {
        let name = form.firstRange(ofText: " cut to ").map { String(form[..<$0]) } ?? form
        if name.hasPrefix(Self.xor) { return underKey(shown, name) }
        guard let own = from.forms[name], let others = to.forms[name], own.count == others.count else { return nil }
        for (pattern, other) in zip(own, others) {
            let bytes = from.set.bytes(of: pattern)
            guard shown.count <= bytes.count else { continue }
            let isSame = bytes.prefix(shown.count).elementsEqual(shown)
            let isAlike =
                pattern.foldsCase && zip(bytes, shown).allSatisfy { ASCII.lowercased($0) == ASCII.lowercased($1) }
            guard isSame || isAlike else { continue }
            let twin = to.set.bytes(of: other)
            let text = shown.count < bytes.count ? Array(twin.prefix(shown.count)) : Array(twin)
            return isSame ? text : Self.cased(text, like: shown)
        }
        return nil
    }

    private static let xor = "xor-with-one-byte("

    /// The key is what makes the first byte of the spelling the first one that was found.
    private func underKey(_ shown: ArraySlice<UInt8>, _ name: String) -> [UInt8]? {
        let spelling = String(name.dropFirst(Self.xor.count).dropLast())
        guard let first = shown.first, let old = from.spelled(spelling), let new = to.spelled(spelling),
            old.count == shown.count, let start = old.first
        else { return nil }
        return new.map { $0 ^ first ^ start }
    }

    /// Letters in the one case of the letters that were found, where they have one.
    private static func cased(_ text: [UInt8], like shown: ArraySlice<UInt8>) -> [UInt8] {
        let hasLower = shown.contains { $0 &- 0x61 < 26 }
        let hasUpper = shown.contains { $0 &- 0x41 < 26 }
        if hasUpper, !hasLower { return text.map(DisguiseForms.uppercased) }
        if hasLower, !hasUpper { return text.map(ASCII.lowercased) }
        return text
    }

    /// The forms of one value, by name, in the order in which they were derived.
    private struct Written: Sendable {
        var set = PatternSet()
        var forms: [String: [PatternSet.Pattern]] = [:]

        init(_ value: [UInt8], _ salts: [KnownSalt]) {
            var deltas = PatternSet()
            DisguiseForms(salts: salts).add(SoughtValue("", value), 0, to: &set, deltas: &deltas)
            for pattern in set.patterns { forms[set.forms[Int(pattern.form)].name, default: []].append(pattern) }
        }

        /// A spelling that is the value itself is called plain.
        func spelled(_ name: String) -> ArraySlice<UInt8>? {
            (forms[name] ?? forms["plain"])?.first.map { set.bytes(of: $0) }
        }
    }
}

extension String {
    fileprivate func firstRange(ofText text: String) -> String.Index? {
        indices.first { self[$0...].hasPrefix(text) }
    }
}
