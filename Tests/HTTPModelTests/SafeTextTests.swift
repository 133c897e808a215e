import Testing

@testable import HTTPModel

@Suite struct SafeTextTests {
    @Test(
        arguments: [
            ([0x61, 0xC3, 0xA9], "aé"), ([0xFF], "\\xff"), ([0xC3], "\\xc3"), ([0xC0, 0x80], "\\xc0\\x80"),
            ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"), ([0xC2, 0x9B], "\\u{9b}"), ([0x0A], "\\u{0a}"),
            ([0xE2, 0x80, 0xAE], "\\u{202e}"), ([0xEF, 0xBB, 0xBF], "\\u{feff}"), ([0xF0, 0x9F, 0x98, 0x80], "😀"),
            ([0xF4, 0x90, 0x80, 0x80], "\\xf4\\x90\\x80\\x80"), ([0xE2, 0x80], "\\xe2\\x80"),
        ] as [([UInt8], String)])
    func `bytes are shown, controls and broken UTF-8 escaped`(bytes: [UInt8], text: String) {
        #expect(SafeText.text(bytes) == text)
    }
}
