import TestTape
import Testing
import Verification

@Suite("MK-129")
struct QuartilesByStatedDurationTests {
    private static let names = ["firstQuartile", "midpoint", "thirdQuartile", "complete"]

    /// A film of 12 s whose document states 20 s; quartiles at these milliseconds after start.
    private func tape(
        _ moments: [UInt64], film: UInt8? = 12, stated: String = "00:00:20", scale: UInt64 = 1, pausedAt: Int? = nil
    ) -> TapeBuilder {
        var tape = TapeBuilder()
        if scale > 1 { tape.mark("clock_scale", "\(scale)") }
        tape.video(["start", "pause"] + Self.names, stated: stated)
        tape.film(seconds: film)
        tape.pixel("start")
        var last: UInt64 = 0
        for (index, moment) in moments.enumerated() {
            if index == pausedAt { tape.pixel("pause") }
            let wait = (moment - last) / scale
            tape.pixel(Self.names[index], after: wait - min(wait, index == pausedAt ? 200 : 100))
            last = moment
        }
        return tape
    }

    @Test func `quarters of the film's own length hold`() {
        #expect(tape([3000, 6000, 9000, 12_000]).outcome("MK-129") == .pass)
        #expect(tape([3400, 6400, 9400, 12_400]).failing() == [])
        #expect(tape([3000], stated: "00:00:06").outcome("MK-129") == .pass)
    }

    @Test func `quarters of the stated length break`() {
        #expect(tape([5000, 10_000, 15_000, 20_000]).failing() == ["MK-129"])
        #expect(tape([5000, 10_000, 15_000, 20_000]).judged().findings.count == 4)
        #expect(tape([5000]).failing() == ["MK-129"])
        #expect(tape([1500], stated: "00:00:06").failing() == ["MK-129"])
    }

    @Test func `a quartile before the film can have come so far breaks`() {
        #expect(tape([1000]).failing() == ["MK-129"])
        #expect(tape([1000], pausedAt: 0).failing() == ["MK-129"])
    }

    @Test func `a quartile that comes late may follow a pause`() {
        #expect(tape([4000]).outcome("MK-129") == .notObserved)
        #expect(tape([30_000]).outcome("MK-129") == .notObserved)
        #expect(tape([3000, 10_000], pausedAt: 1).outcome("MK-129") == .pass)
        #expect(tape([3000, 10_000], pausedAt: 1).failing() == [])
    }

    @Test func `where both lengths are one, or the film's is not known, nothing shows`() {
        #expect(tape([3000, 6000], stated: "00:00:12").outcome("MK-129") == .notObserved)
        #expect(tape([5000, 10_000], film: nil).outcome("MK-129") == .notObserved)
    }

    @Test func `a fast clock is taken into account, as far as it shows the difference`() {
        #expect(tape([4000, 8000], film: 16, stated: "00:00:40", scale: 20).outcome("MK-129") == .pass)
        #expect(tape([4000], film: 40, stated: "00:00:16", scale: 20).failing() == ["MK-129"])
        // Late by the stated length, or by what the machine did meanwhile.
        #expect(tape([10_000], film: 16, stated: "00:00:40", scale: 20).outcome("MK-129") == .notObserved)
        #expect(tape([3000], scale: 1000).outcome("MK-129") == .notObserved)
    }
}
