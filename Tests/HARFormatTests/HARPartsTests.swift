import CassetteFormat
import Testing

@testable import HARFormat

@Suite struct HARMomentTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-03-01T10:00:00.000Z", 1_772_359_200_000_000_000),
            ("2026-03-01T11:30:00+01:30", 1_772_359_200_000_000_000),
            ("2026-03-01T05:00:00-0500", 1_772_359_200_000_000_000),
            ("2026-03-01 10:00:00.123456789123", 1_772_359_200_123_456_789),
            ("2026-03-01T10:00z", 1_772_359_200_000_000_000),
            ("2023-04-07T13:04:57.078662+00:00", 1_680_872_697_078_662_000),
            ("2024-02-29T00:00:00,5Z", 1_709_164_800_500_000_000),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000_000_000), ("2261-12-31T00:00:00Z", 9_214_560_000_000_000_000),
        ] as [(String, Int64)])
    func `a moment is read in each form`(_ text: String, _ nanoseconds: Int64) {
        #expect(HARMoment.nanoseconds(Array(text.utf8)) == nanoseconds)
    }

    @Test(arguments: [
        "", "0000-13-99T99:99:99+99:99", "2026-02-29T00:00:00Z", "2026-03-01", "2026-03-01T24:00:00Z",
        "1969-12-31T23:00:00Z",
        "1970-01-01T00:00:00+00:01", "2262-01-01T00:00:00Z", "2026-03-01T10:00:00.Z", "2026-03-01T10:00:00Zx",
        "2026-03-01T10:00:61Z", "Sun Mar 01 2026",
    ])
    func `what is no moment is none`(_ text: String) {
        #expect(HARMoment.nanoseconds(Array(text.utf8)) == nil)
    }
}

@Suite struct JSONSkimmerTests {
    private func value(_ text: String) -> String? {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            var skimmer = JSONSkimmer(bytes)
            return skimmer.value().map { String(decoding: bytes[$0], as: UTF8.self) }
        }
    }

    @Test(
        arguments: [
            (" 12.5e3,", "12.5e3"), ("null}", "null"), (#""a\"b","#, #""a\"b""#), (#""\\","x""#, #""\\""#),
            (#"{"a":"}","b":[1,{"c":"\"]"}]} x"#, #"{"a":"}","b":[1,{"c":"\"]"}]}"#), ("[]", "[]"),
            ("", nil), (",", nil), (#""abc"#, nil), (#""abc\""#, nil), (#""abc\"#, nil), ("[1,2", nil),
            (#"{"a":"}"#, nil),
        ] as [(String, String?)])
    func `a value ends where its brackets and quotes do`(_ text: String, _ expected: String?) {
        #expect(value(text) == expected)
    }

    @Test func `a string's end is found at each place within a word`() {
        for length in 0..<40 {
            for escape in 0..<max(1, length - 1) {
                var inner = Array(repeating: Character("x"), count: length)
                if length >= 2 { inner.replaceSubrange(escape..<escape + 2, with: ["\\", "\""]) }
                let text = "\"" + String(inner) + "\""
                #expect(value(text + ",\"y\"") == text)
            }
        }
    }
}

@Suite struct HARLimitsTests {
    @Test func `an entry over the limit is listed and its neighbours are read`() throws {
        let entry = HARText.entry()
        let long = HARText.entry(more: ",\"comment\":\"x\"")
        var limits = HARLimits()
        limits.entryBytes = max(entry.utf8.count, long.utf8.count)
        let text = HARText.log([entry, long, entry])
        #expect(try ReadHAR(text, limits: limits).report.refusedCount == 0)
        limits.entryBytes -= 1
        let read = try ReadHAR(text, limits: limits)
        #expect(read.report.refusedCount + read.exchanges.count == 3)
        #expect(read.report.refusals.allSatisfy { $0.code == .limit } && read.report.refusedCount > 0)
        #expect(!read.exchanges.isEmpty)
    }

    @Test func `more entries than the limit make the file unreadable`() throws {
        var limits = HARLimits()
        limits.entryCount = 3
        let entry = HARText.entry()
        #expect(try ReadHAR(HARText.log([entry, entry, entry]), limits: limits).exchanges.count == 3)
        let error = #expect(throws: TapeError.self) {
            try ReadHAR(HARText.log([entry, entry, entry, entry]), limits: limits)
        }
        #expect(error?.code == .limit)
    }

    @Test func `more field lines than the limit refuse the entry`() throws {
        var limits = HARLimits()
        limits.listCount = 3
        func read(_ count: Int) throws -> ReadHAR {
            let fields = "[" + (0..<count).map { #"["a\#($0)","b"]"# }.joined(separator: ",") + "]"
            return try ReadHAR(HARText.log([HARText.entry(request: HARText.request(headers: fields))]), limits: limits)
        }
        #expect(try read(3).exchanges.count == 1)
        #expect(try read(4).report.refusals.map(\.code) == [.limit])
    }

    @Test func `listed places and refusals are bounded, counts are not`() throws {
        var limits = HARLimits()
        limits.listed = 2
        let read = try ReadHAR(
            HARText.log(Array(repeating: HARText.entry(), count: 5) + Array(repeating: "{}", count: 4)), limits: limits)
        #expect(read.report.loss(.heads)?.count == 5)
        #expect(read.report.loss(.heads)?.entries == [1, 2])
        #expect(read.report.refusedCount == 4)
        #expect(read.report.refusals.map(\.exchange) == [6, 7])
    }

    @Test func `a duration over the limit is taken for none`() throws {
        var limits = HARLimits()
        limits.exchangeMilliseconds = 10
        func end(_ time: String) throws -> (TapeTime?, Bool) {
            let read = try ReadHAR(HARText.log([HARText.entry(more: ",\"time\":\(time)")]), limits: limits)
            return (read.exchanges.first?.endTime, read.losses.contains(.durationMissing))
        }
        #expect(try end("10") == (10_000_000, false))
        for time in ["10.001", "-1", "-1e+308", "1e308", "null", "\"5\""] { #expect(try end(time) == (0, true)) }
    }

    @Test func `deep nesting costs no stack`() throws {
        let deep = String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000)
        let read = try ReadHAR(HARText.log([HARText.entry(more: ",\"_x\":" + deep), HARText.entry()]))
        #expect(read.exchanges.count == 2)
    }
}
