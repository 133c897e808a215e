import TestTape
import Testing
import Verification

@Suite("MK-177")
struct ClickIDErasedByPlainLinkTests {
    private func tape(conversion: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.click(to: "https://shop.example/?mk_cid=c1a2b3c4")
        tape.get("https://shop.example/?mk_cid=c1a2b3c4")
        tape.mark("deep_link", "shop://home")
        tape.conversion(with: conversion)
        return tape
    }

    @Test func `the stored ID after a plain link holds`() {
        #expect(tape(conversion: #","mk_cid":"c1a2b3c4""#).outcome("MK-177") == .pass)
        #expect(tape(conversion: #","mk_cid":"c1a2b3c4""#).failing() == [])
    }

    @Test func `an ID erased by a plain link breaks`() {
        #expect(tape(conversion: "").failing() == ["MK-177"])
    }
}
