import TestTape
import Testing
import Verification

@Suite("MK-138")
struct OrphanBeaconTests {
    private static let answer = #"{"ad_id":"mk1234567890"}"#
    private static let name = #","ad_id":"mk1234567890""#
    private static let stranger = #","ad_id":"mk9999999999""#

    private func tape(_ extras: [String], event: String = "impression") -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(answer: Self.answer)
        for extra in extras { tape.beacon(event, with: extra) }
        return tape
    }

    @Test func `a beacon of an answered ad holds`() {
        #expect(tape([Self.name]).outcome("MK-138") == .pass)
        #expect(tape([Self.name]).failing() == [])
    }

    @Test func `a beacon of an ad that never came breaks, before the member is known too`() {
        #expect(tape([Self.name, Self.stranger]).failing() == ["MK-138"])
        #expect(tape([Self.stranger, Self.name]).failing() == ["MK-138"])
    }

    @Test func `an ad's event without ad or zone breaks where others name theirs`() {
        #expect(tape([Self.name, ""]).outcome("MK-138") == .fail)
        #expect(tape([Self.name, #","zone_id":12"#]).outcome("MK-138") == .pass)
    }

    @Test func `events that are no ad's are free`() {
        #expect(tape([Self.name, ""], event: "app_open").outcome("MK-138") == .pass)
        #expect(tape([Self.name, ""], event: "request").outcome("MK-138") == .pass)
    }

    @Test func `where no beacon repeats a value the name is wanted`() {
        #expect(tape([Self.stranger]).outcome("MK-138") == .needsConfig)
    }

    @Test func `the ad of a VAST answer is known`() {
        var tape = TapeBuilder()
        tape.serve(answer: Self.answer)
        tape.beacon(with: Self.name)
        tape.vast(answer: Markup.ad("https://t.example"))
        tape.beacon("fully_viewable_audible_half_duration_impression", with: #","ad_id":"ad-0""#)
        #expect(tape.outcome("MK-138") == .pass)
    }

    @Test func `a process whose beginning was not recorded may know other ads`() {
        var tape = TapeBuilder()
        tape.beacon("viewable", with: Self.stranger)
        tape.serve(answer: Self.answer)
        tape.beacon(with: Self.name)
        let verdict = tape.verdict("MK-138")
        #expect(verdict?.outcome == .pass)
        #expect(verdict?.remarks.count == 1)
    }

    @Test func `without beacons nothing is observed`() {
        #expect(tape([]).outcome("MK-138") == .notObserved)
    }
}
