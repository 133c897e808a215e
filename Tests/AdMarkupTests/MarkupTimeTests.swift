import AdMarkup
import Testing

@Suite struct MarkupTimeTests {
    @Test(arguments: [
        ("00:00:30", 30.0, true), ("01:02:03.125", 3723.125, true), ("100:00:00", 360_000, false),
        ("00:00:60", 60, false), ("00:60:00", 3600, false), ("30", 30, false), ("1:30", 90, false), ("0:0:5", 5, false),
        ("00:00:20.5", 20.5, false), ("00:00:00.123456789", 0.123456789, false),
        ("00:00:05.5000000000", 5.5, false), ("00:00:05.25000000000000000001", 5.25, false),
    ])
    func `a length is read, and what the specification does not allow is marked`(
        _ text: String, _ seconds: Double, _ isRegular: Bool
    ) throws {
        let time = try #require(MarkupTime(Array(text.utf8)))
        #expect(time.duration == .seconds(seconds))
        #expect(time.isRegular == isRegular)
    }

    @Test(arguments: [
        "", "undefined", "-00:00:01", "00::01", "1:2:3:4", "00:00:1x", "00:00:01.", "00:00:01.5s",
        "99999999999999999999:00:00", "9999999999", "٣٠",
    ])
    func `what is no length is refused`(_ text: String) {
        #expect(MarkupTime(Array(text.utf8)) == nil)
    }

    @Test func `the forms of an offset`() {
        func offset(_ text: String) -> MarkupOffset? { MarkupOffset(Array(text.utf8)) }
        #expect(offset("start") == .start)
        #expect(offset("end") == .end)
        #expect(offset("#1") == .position(1))
        #expect(offset("25%") == .percent(25))
        #expect(offset("12.5%") == .percent(12.5))
        if case .time(let time)? = offset("00:10:23.125") {
            #expect(time.duration == .seconds(623.125))
        } else {
            Issue.record("a time is an offset")
        }
        for text in ["", "#", "#0", "#x", "#99999999999999999999", "%", "101%", "-1%", "position:3", "Start", "1e1%"] {
            #expect(offset(text) == nil, "\(text)")
        }
    }
}
