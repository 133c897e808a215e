import TestTape
import Testing
import Verification

@Suite("MK-176")
struct ConversionWithoutClickIDTests {
    private func tape(_ ids: [String], conversion: String?) -> TapeBuilder {
        var tape = TapeBuilder()
        for id in ids {
            tape.click(to: "https://shop.example/?mk_cid=\(id)")
            tape.get("https://shop.example/?mk_cid=\(id)")
            tape.wait(milliseconds: 1000)
        }
        tape.conversion(with: conversion.map { #","mk_cid":"\#($0)""# } ?? "")
        return tape
    }

    @Test func `the last ID holds`() {
        #expect(tape(["c1a2b3c4", "c1a2b3c5"], conversion: "c1a2b3c5").outcome("MK-176") == .pass)
        #expect(tape(["c1a2b3c4", "c1a2b3c5"], conversion: "c1a2b3c5").failing() == [])
    }

    @Test func `an older ID is another rule's`() {
        #expect(tape(["c1a2b3c4", "c1a2b3c5"], conversion: "c1a2b3c4").failing() == ["MK-178"])
    }

    @Test(arguments: ["unheard-of", nil])
    func `an unknown or no ID breaks`(id: String?) {
        #expect(tape(["c1a2b3c4", "c1a2b3c5"], conversion: id).failing() == ["MK-176"])
    }

    @Test func `a deep link that a mark names counts`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.mark("deep_link", "shop://item?mk_cid=c1a2b3c4")
        tape.conversion(with: #","mk_cid":"c1a2b3c4""#)
        #expect(tape.outcome("MK-176") == .pass)
    }

    @Test func `a conversion without any click shows nothing`() {
        #expect(tape([], conversion: nil).outcome("MK-176") == .notObserved)
    }
}
