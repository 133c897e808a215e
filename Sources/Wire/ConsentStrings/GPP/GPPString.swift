/// A string of the Global Privacy Platform: a header and a section for each of its IDs (IAB Tech Lab, "Consent String
/// Specification").
package struct GPPString: Sendable {
    package struct Section: Sendable {
        package enum Content: Sendable {
            case europe(TCString)
            case canada(CanadianTC)
            case usPrivacy(USPrivacyString)
            case us(USSection)
            /// Empty, of an ID whose layout is not read here, or damaged.
            case unread
        }

        package let id: Int
        package let place: Range<Int>
        package let content: Content

        package var name: String { GPPSectionID.name(id) ?? "section \(id)" }
    }

    package let bytes: [UInt8]
    /// 3 in a GPP string.
    package private(set) var kind: Int?
    package private(set) var version: Int?
    /// As the header lists them.
    package private(set) var sectionIDs: [Int] = []
    /// Of IDs that have a part.
    package private(set) var sections: [Section] = []
    /// The parts after the header, known or not.
    package private(set) var partCount = 0
    private var timeless: ConsentVerdicts

    package init(_ bytes: some Collection<UInt8>, limits: ConsentLimits = .standard) {
        self.bytes = Array(bytes)
        timeless = ConsentVerdicts(on: self.bytes, limits)
        guard timeless.structure < .error else { return }
        let parts = self.bytes.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false).map(\.indices)
        partCount = parts.count - 1
        readHeader(parts[0], limits)
        if partCount != sectionIDs.count {
            timeless.add(
                .gppCount, .error, "the header names \(sectionIDs.count) sections, \(partCount) follow", parts[0])
        }
        for (id, place) in zip(sectionIDs, parts.dropFirst()) { readSection(id, place, limits) }
    }

    /// The first section with this ID.
    package func section(_ id: Int) -> Section? { sections.first { $0.id == id } }

    /// The bytes of a section.
    package func text(_ section: Section) -> ArraySlice<UInt8> { bytes[section.place] }

    /// The grades of structure, policy and date, those of all sections among them.
    package func verdicts(at now: Int64?) -> ConsentVerdicts {
        var verdicts = timeless
        for section in sections {
            switch section.content {
            case .europe(let inner): verdicts.add(inner.verdicts(at: now), from: section.place.lowerBound)
            case .usPrivacy(let inner): verdicts.add(inner.verdicts, from: section.place.lowerBound)
            case .canada, .us, .unread: break
            }
        }
        return verdicts
    }

    // MARK: Reading

    private mutating func readHeader(_ place: Range<Int>, _ limits: ConsentLimits) {
        var reader = timeless.reader(of: bytes, in: place, .gppAlphabet)
        do throws(BitShortage) {
            let kind = try reader.number(6, "Type")
            self.kind = kind
            guard kind == GPPSectionID.header else {
                timeless.add(.gppHeader, .error, "the header's type is \(kind), not 3", place)
                return
            }
            let version = try reader.number(6, "Version")
            self.version = version
            if version != 1 { timeless.add(.gppHeader, .error, "version \(version) of GPP; 1 is known", place) }
            try readIDs(&reader, place, limits)
            timeless.end(&reader, .gppTrailing)
        } catch { timeless.truncated(error, reader, .gppTruncated) }
    }

    /// A range in Fibonacci coding: each number is told as its distance from the one before.
    private mutating func readIDs(
        _ reader: inout BitReader, _ place: Range<Int>, _ limits: ConsentLimits
    ) throws(BitShortage) {
        var last = 0
        for _ in 0..<(try reader.number(12, "Sections")) {
            let isGroup = try reader.flag("Sections")
            let offset = try reader.fibonacci("Sections", limit: limits.byteCount)
            let more = isGroup ? try reader.fibonacci("Sections", limit: limits.byteCount) : 0
            guard let offset, let more, sectionIDs.count + more < limits.sectionCount else {
                timeless.add(.gppOrder, .error, "more than \(limits.sectionCount) sections, or one of no ID", place)
                return
            }
            sectionIDs += Array(last + offset...last + offset + more)
            last += offset + more
        }
    }

    private mutating func readSection(_ id: Int, _ place: Range<Int>, _ limits: ConsentLimits) {
        let content: Section.Content
        if place.isEmpty {
            timeless.add(.gppSection, .error, "section \(id) is empty", place)
            content = .unread
        } else {
            content = read(id, place, limits)
        }
        sections.append(Section(id: id, place: place, content: content))
    }

    private mutating func read(_ id: Int, _ place: Range<Int>, _ limits: ConsentLimits) -> Section.Content {
        switch id {
        case GPPSectionID.europe: return .europe(TCString(bytes[place], limits: limits))
        case GPPSectionID.usPrivacy: return .usPrivacy(USPrivacyString(bytes[place], limits: limits))
        default: break
        }
        guard let name = GPPSectionID.name(id) else {
            timeless.add(.gppSection, .warning, "section \(id) is not known", place)
            return .unread
        }
        let isRead = id == GPPSectionID.canada || USSectionLayout.layout(id, version: 1) != nil
        guard isRead else {
            timeless.add(.gppSection, .note, "section \(id), \(name), is named and not read", place)
            return .unread
        }
        let parts = bytes[place].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(\.indices)
            .prefix(limits.segmentCount)
        var readers: [BitReader] = []
        for part in parts { readers.append(timeless.reader(of: bytes, in: part, .gppAlphabet)) }
        if id != GPPSectionID.canada {
            return USSection(id, readers, Array(parts), &timeless).map { .us($0) } ?? .unread
        }
        var core = readers[0]
        do throws(BitShortage) {
            let canada = try CanadianTC(&core, &timeless)
            timeless.end(&core, .gppTrailing)
            return .canada(canada)
        } catch {
            timeless.truncated(error, core, .gppTruncated)
            return .unread
        }
    }
}
