/// Vendor IDs as a TC string lists them.
package struct VendorList: Sendable, Hashable {
    /// MaxVendorId as it is written.
    package let declaredMax: Int
    package let isRangeEncoded: Bool
    package let ids: IDRanges

    package init(_ ids: IDRanges, declaredMax: Int? = nil, isRangeEncoded: Bool = false) {
        self.ids = ids
        self.declaredMax = declaredMax ?? ids.last ?? 0
        self.isRangeEncoded = isRangeEncoded
    }
}

extension BitReader {
    /// MaxVendorId, the kind of coding, and the bits or ranges.
    mutating func vendors(
        _ field: StaticString, _ verdicts: inout ConsentVerdicts
    ) throws(BitShortage) -> VendorList {
        let max = try number(16, field)
        guard try flag(field) else {
            return VendorList(IDRanges(try flagRanges(max, field)), declaredMax: max)
        }
        let ids = try ranges(field, max: max, disorder: .warning, &verdicts)
        return VendorList(ids, declaredMax: max, isRangeEncoded: true)
    }

    /// A count of 12 bits and so many entries: a flag, the first or only ID, the last one.
    ///
    /// - Parameter max: nil where there is no highest ID.
    mutating func ranges(
        _ field: StaticString, max: Int?, disorder: ConsentGrade, _ verdicts: inout ConsentVerdicts
    ) throws(BitShortage) -> IDRanges {
        var entries: [ClosedRange<Int>] = []
        var last = 0
        for _ in 0..<(try number(12, field)) {
            let begin = position
            let isRange = try flag(field)
            let first = try number(16, field)
            let end = isRange ? try number(16, field) : first
            guard first <= end else {
                verdicts.add(.range, .error, "\(field): a range from \(first) back to \(end)", place(from: begin))
                continue
            }
            if first == 0 { verdicts.add(.range, .error, "\(field): there is no vendor 0", place(from: begin)) }
            if let max, end > max {
                verdicts.add(
                    .range, .error, "\(field): vendor \(end) is above the highest, \(max)", place(from: begin))
            }
            if first <= last, first > 0 {
                verdicts.add(
                    .range, disorder, "\(field): vendor \(first) is repeated or out of order", place(from: begin))
            }
            last = Swift.max(last, end)
            entries.append(first...end)
        }
        return IDRanges(entries)
    }
}

extension BitWriter {
    /// In the shorter of the two codings; as bits where they are equal.
    mutating func vendors(_ ids: IDRanges) {
        let max = ids.last ?? 0
        let rangeWidth = ids.ranges.reduce(12) { $0 + ($1.count == 1 ? 17 : 33) }
        number(max, 16)
        flag(rangeWidth < max)
        if rangeWidth < max { ranges(ids) } else { flags(ids.numbers, max) }
    }

    mutating func ranges(_ ids: IDRanges) {
        number(ids.ranges.count, 12)
        for range in ids.ranges {
            flag(range.count > 1)
            number(range.lowerBound, 16)
            if range.count > 1 { number(range.upperBound, 16) }
        }
    }
}
