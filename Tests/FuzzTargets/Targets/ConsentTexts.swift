import ConsentStrings

extension FuzzTarget {
    static let consent = FuzzTarget(
        "consent", longestInput: 2_048,
        words: [
            ".", "~", "=", "-", "_", "A", "____", "AAAAAAAA", "DBA", "DBABLA~", "1YNN", "IAAA", "YAAA", "%2E",
            #"{"gvlSpecificationVersion":3,"vendorListVersion":1,"vendors":{"#,
            #""1":{"purposes":[1],"legIntPurposes":[2]}"#, "}}",
        ],
        seeds: { files in
            files.files(under: "Tests/ConsentStringsTests", ["Vectors.swift"]).flatMap { text in
                text.split(separator: UInt8(ascii: "\"")).filter { $0.count > 3 && $0.count < 600 }.map { Array($0) }
            }
        }
    ) { bytes in
        let limits = ConsentLimits(byteCount: 2_000, segmentCount: 4, sectionCount: 12, problemCount: 8)
        for now in [nil, Int64.max, 1_795_996_800] as [Int64?] {
            let all = [
                TCString(bytes, limits: limits).verdicts(at: now), GPPString(bytes, limits: limits).verdicts(at: now),
                USPrivacyString(bytes, limits: limits).verdicts, ConsentString(bytes, limits).verdicts(at: now),
            ]
            for verdicts in all {
                try must(verdicts.problems.count <= 8, "\(verdicts.problems.count) problems")
                for problem in verdicts.problems {
                    try must(problem.place.upperBound <= bytes.count, "a problem outside the string")
                    try must(verdicts[problem.aspect] ?? .ok >= problem.grade, "a verdict milder than its problem")
                }
            }
        }
        if let list = try? GlobalVendorList(bytes, limits: VendorListLimits(vendorCount: 4)) {
            try must(list.vendors.count <= 4 && (2...3).contains(list.formatVersion), "a list beyond its limits")
        }
        let string = TCString(bytes, limits: limits)
        guard let core = string.core, string.verdicts(at: nil).structure < .error else { return }
        let again = TCString(TCStringSerializer.text(core, disclosed: string.disclosedVendors?.ids))
        try must(again.core?.purposeConsents == core.purposeConsents, "other purposes")
        try must(again.core?.vendorConsents.ids == core.vendorConsents.ids, "other vendors")
        try must(again.core?.restrictions == core.restrictions, "other restrictions")
        try must(again.disclosedVendors?.ids == string.disclosedVendors?.ids, "other disclosed vendors")
        try must(!again.verdicts(at: nil).has(.roundTrip), "the shortest form is not the shortest")
    }
}
