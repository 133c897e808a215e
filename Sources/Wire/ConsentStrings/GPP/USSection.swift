/// A section of the United States or of one of them.
package struct USSection: Sendable, Hashable {
    package struct Value: Sendable, Hashable {
        package let name: String
        package let values: [Int]
    }

    package private(set) var version: Int?
    package private(set) var values: [Value] = []
    /// Nil without the subsection.
    package private(set) var globalPrivacyControl: Bool?

    /// The first value of a field.
    package func value(_ name: String) -> Int? { values.first { $0.name == name }?.values.first }

    /// Whether a sale, sharing or targeted advertising was opted out of.
    package var isOptedOut: Bool {
        ["SaleOptOut", "SharingOptOut", "TargetedAdvertisingOptOut"].contains { value($0) == 1 }
            || globalPrivacyControl == true
    }

    /// Nil where the section's layout is not known.
    init?(_ id: Int, _ parts: [BitReader], _ places: [Range<Int>], _ verdicts: inout ConsentVerdicts) {
        guard let place = places.first, var reader = parts.first, USSectionLayout.layout(id, version: 1) != nil else {
            return nil
        }
        do throws(BitShortage) {
            let version = try reader.number(6, "Version")
            self.version = version
            guard let layout = USSectionLayout.layout(id, version: version) else { return nil }
            if version != layout.version {
                verdicts.add(
                    .gppSectionVersion, .warning,
                    "version \(version) of the section is not known; it is read as \(layout.version)",
                    place.lowerBound..<place.lowerBound + 1)
            }
            for field in layout.fields {
                let begin = reader.position
                var list: [Int] = []
                for _ in 0..<field.count { list.append(try reader.number(2, field.name)) }
                if list.contains(3) {
                    verdicts.add(.gppValue, .warning, "\(field.name) is 3", reader.place(from: begin))
                }
                values.append(Value(name: "\(field.name)", values: list))
            }
            verdicts.end(&reader, .gppTrailing)
            try readMore(parts.dropFirst(), places.dropFirst(), layout, &verdicts)
        } catch {
            verdicts.truncated(error, reader, .gppTruncated)
        }
    }

    private mutating func readMore(
        _ parts: ArraySlice<BitReader>, _ places: ArraySlice<Range<Int>>, _ layout: USSectionLayout,
        _ verdicts: inout ConsentVerdicts
    ) throws(BitShortage) {
        for (part, place) in zip(parts, places) {
            var reader = part
            do throws(BitShortage) {
                let kind = try reader.number(2, "SubsectionType")
                guard kind == 1, layout.hasGPC, globalPrivacyControl == nil else {
                    verdicts.add(.gppSection, .warning, "a subsection of type \(kind) that has no place here", place)
                    continue
                }
                globalPrivacyControl = try reader.flag("Gpc")
                verdicts.end(&reader, .gppTrailing)
            } catch {
                verdicts.truncated(error, reader, .gppTruncated)
            }
        }
    }
}
