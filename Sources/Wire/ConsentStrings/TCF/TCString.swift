/// A consent string of IAB Europe's Transparency and Consent Framework (IAB Tech Lab, "Consent string and vendor list
/// formats v2").
package struct TCString: Sendable {
    package enum SegmentKind: Sendable, Hashable {
        case core, disclosedVendors, allowedVendors, publisherTC
        case unknown(Int)
    }

    package let bytes: [UInt8]
    /// Nil where there are not even so many bits.
    package private(set) var version: Int?
    /// Nil where it is of another version, or ends early.
    package private(set) var core: TCCore?
    package private(set) var version1: TCVersion1?
    package private(set) var disclosedVendors: VendorList?
    /// Obsolete since version 2.3.
    package private(set) var allowedVendors: VendorList?
    package private(set) var publisher: PublisherTC?
    /// The segments, in order, with their places.
    package private(set) var segments: [(kind: SegmentKind, place: Range<Int>)] = []
    /// What needs no clock.
    private(set) var timeless: ConsentVerdicts

    package init(_ bytes: some Collection<UInt8>, limits: ConsentLimits = .standard) {
        self.bytes = Array(bytes)
        timeless = ConsentVerdicts(on: self.bytes, limits)
        guard timeless.structure < .error else { return }
        let parts = self.bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(\.indices)
        if parts.count > limits.segmentCount {
            let rest = parts[limits.segmentCount].lowerBound..<self.bytes.count
            timeless.add(.segment, .error, "\(parts.count) segments; \(limits.segmentCount) are read", rest)
        }
        readFirst(parts[0])
        for part in parts.dropFirst().prefix(limits.segmentCount - 1) { readSegment(part) }
        judge()
    }

    /// The grades of structure, policy and date.
    ///
    /// - Parameter now: seconds since 1970; without it age is not judged.
    package func verdicts(at now: Int64?) -> ConsentVerdicts {
        var verdicts = timeless
        if let now, let core { judgeAge(of: core, now, &verdicts) }
        return verdicts
    }

    // MARK: Reading

    private mutating func readFirst(_ place: Range<Int>) {
        var reader = timeless.reader(of: bytes, in: place, .alphabet)
        segments.append((.core, place))
        do throws(BitShortage) {
            let version = try reader.number(6, "Version")
            self.version = version
            switch version {
            case 2:
                core = try reader.core(&timeless)
                timeless.end(&reader, .trailing)
            case 1: version1 = try reader.version1()
            default: break
            }
        } catch { timeless.truncated(error, reader, .truncated) }
    }

    private mutating func readSegment(_ place: Range<Int>) {
        var reader = timeless.reader(of: bytes, in: place, .alphabet)
        do throws(BitShortage) {
            let kind = try reader.number(3, "SegmentType")
            switch kind {
            case 1:
                segments.append((.disclosedVendors, place))
                let list = try reader.vendors("DisclosedVendors", &timeless)
                if disclosedVendors != nil { repeated("DisclosedVendors", place) } else { disclosedVendors = list }
            case 2:
                segments.append((.allowedVendors, place))
                timeless.add(.segment, .warning, "AllowedVendors has gone from the specification", place)
                let list = try reader.vendors("AllowedVendors", &timeless)
                if allowedVendors != nil { repeated("AllowedVendors", place) } else { allowedVendors = list }
            case 3:
                segments.append((.publisherTC, place))
                let own = try reader.publisher()
                if publisher != nil { repeated("PublisherTC", place) } else { publisher = own }
            default:
                segments.append((.unknown(kind), place))
                timeless.add(.segment, .warning, "a segment of the unknown type \(kind)", place)
                return
            }
            timeless.end(&reader, .trailing)
        } catch { timeless.truncated(error, reader, .truncated) }
    }

    private mutating func repeated(_ name: String, _ place: Range<Int>) {
        timeless.add(.segment, .warning, "a second segment \(name); the first is taken", place)
    }
}

// MARK: Policy and date

extension TCString {
    /// Tenths of a second since 1970 at the beginning of a day.
    enum Day {
        static let april2018 = 15_225_408_000
        static let january2022 = 16_409_952_000
        static let october2023 = 16_961_184_000
        static let march2026 = 17_723_232_000
        static let length = 864_000
    }

    private var first: Range<Int> { segments.first?.place ?? 0..<0 }
    private var firstCharacter: Range<Int> { first.lowerBound..<min(first.lowerBound + 1, first.upperBound) }

    private mutating func judge() {
        guard let version else { return }
        switch version {
        case 2: break
        case 1:
            timeless.add(
                .version, .error, "a string of TCF version 1, void since 2020-09-30", firstCharacter)
        default: timeless.add(.version, .error, "version \(version); TC strings have 2", firstCharacter)
        }
        guard let core else { return }
        judgeFields(of: core)
        judgePolicy(of: core)
        judgeDates(of: core)
        if timeless.structure <= .note { judgeForm() }
    }

    private mutating func judgeFields(of core: TCCore) {
        if TCCore.letters(core.language) == nil {
            timeless.add(.language, .warning, "ConsentLanguage is no two letters", first)
        }
        switch TCCore.letters(core.publisherCountry) {
        case nil: timeless.add(.country, .warning, "PublisherCC is no two letters", first)
        case "AA"?: timeless.add(.country, .note, "PublisherCC AA: the country is not known", first)
        default: break
        }
        if core.vendorListVersion == 0 {
            timeless.add(.vendorList, .error, "VendorListVersion is 0; the first is 1", first)
        }
    }

    private mutating func judgePolicy(of core: TCCore) {
        if !core.isServiceSpecific {
            timeless.add(.global, .error, "IsServiceSpecific is 0: void since 2021-09-01", first)
        }
        if core.policyVersion < 4 {
            let isLate = core.created >= Day.october2023
            timeless.add(
                .policyOld, isLate ? .error : .warning,
                "policy version \(core.policyVersion)"
                    + (isLate ? " in a string created after 2023-09-30: void" : ", which 4 replaced in 2023"), first)
        }
        if disclosedVendors == nil, !segments.contains(where: { $0.kind == .disclosedVendors }) {
            let isLate = core.created >= Day.march2026
            timeless.add(
                .noDisclosed, isLate ? .error : .note, "no segment of disclosed vendors, mandatory since TCF 2.3",
                first)
        }
        let forbidden = core.policyVersion >= 4 ? [1, 3, 4, 5, 6] : [1]
        let claimed = core.purposeInterests.filter(forbidden.contains)
        if !claimed.isEmpty {
            let list = claimed.map { "\($0)" }.joined(separator: ", ")
            timeless.add(
                .legitimateInterestForbidden, .error,
                "legitimate interest is claimed for \(list), which policy \(core.policyVersion) does not allow", first)
        }
        if let disclosed = disclosedVendors?.ids {
            let lists = [core.vendorConsents, core.vendorInterests]
            if let stray = lists.lazy.compactMap({ $0.ids.first(notIn: disclosed) }).first {
                timeless.add(
                    .disclosedConflict, .error, "vendor \(stray) has a legal basis and was not disclosed", first)
            }
        }
    }

    private mutating func judgeDates(of core: TCCore) {
        timeless.haveDate()
        if core.created < Day.april2018 {
            timeless.add(.dates, .warning, "Created is before the framework, April 2018", first)
        }
        // Since December 2021 both are the day of the last update.
        guard core.policyVersion >= 4 || core.created >= Day.january2022 else {
            if core.lastUpdated < core.created {
                timeless.add(.dates, .warning, "LastUpdated is before Created", first)
            }
            return
        }
        if core.lastUpdated != core.created {
            timeless.add(.dates, .warning, "Created and LastUpdated differ", first)
        }
        if core.created % Day.length != 0 || core.lastUpdated % Day.length != 0 {
            timeless.add(.dates, .warning, "Created or LastUpdated tells more than the day", first)
        }
    }

    private func judgeAge(of core: TCCore, _ now: Int64, _ verdicts: inout ConsentVerdicts) {
        let (moment, overflow) = Int(clamping: now).multipliedReportingOverflow(by: 10)
        guard !overflow else { return }
        // A day's grace: clocks differ, and the day of a time zone may have begun.
        if max(core.created, core.lastUpdated) > moment.addingReportingOverflow(Day.length).partialValue {
            verdicts.add(.dates, .warning, "the string is of a day to come", first)
        }
        let age = moment.subtractingReportingOverflow(core.lastUpdated).partialValue
        if age > 396 * Day.length {
            verdicts.add(.expired, .warning, "last updated more than 13 months ago", first)
        }
    }

    /// Whether the shortest form is another. The order of segments is free; zeros at the end mean nothing.
    private mutating func judgeForm() {
        guard let shortest = shortest else { return }
        let own = segments.map { Self.withoutZeros(bytes[$0.place]) }
        if own != shortest.map({ Self.withoutZeros($0[...]) }) {
            timeless.add(.roundTrip, .note, "the same content can be written otherwise, and shorter", 0..<bytes.count)
        }
    }

    private static func withoutZeros(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var bytes = bytes
        while bytes.last == UInt8(ascii: "A") { bytes.removeLast() }
        return Array(bytes)
    }

    /// Each segment written in its shortest form, in the order of the string; nil where one cannot be.
    private var shortest: [[UInt8]]? {
        guard let core else { return nil }
        var texts: [[UInt8]] = []
        for segment in segments {
            switch segment.kind {
            case .core: texts.append(TCStringSerializer.text(core))
            case .disclosedVendors:
                guard let disclosedVendors else { return nil }
                texts.append(TCStringSerializer.text(segment: 1, disclosedVendors.ids))
            case .allowedVendors:
                guard let allowedVendors else { return nil }
                texts.append(TCStringSerializer.text(segment: 2, allowedVendors.ids))
            case .publisherTC:
                guard let publisher else { return nil }
                texts.append(TCStringSerializer.text(publisher))
            case .unknown: return nil
            }
        }
        return Set(segments.map(\.kind)).count == segments.count ? texts : nil
    }
}
