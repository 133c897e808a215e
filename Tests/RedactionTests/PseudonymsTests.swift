import Redaction
import Testing

@Suite struct PseudonymsTests {
    private let pseudonyms = Pseudonyms(key: Array("one key".utf8))

    private func fake(_ text: String) -> String {
        String(decoding: pseudonyms.fake(Array(text.utf8)), as: UTF8.self)
    }

    @Test func `a UUID keeps its version, variant and hyphens`() throws {
        let fake = fake("3f2b9c1e-7d44-4a7b-9e0f-5c6d7e8f9012")
        #expect(try /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-9[0-9a-f]{3}-[0-9a-f]{12}/.wholeMatch(in: fake) != nil)
        #expect(fake != "3f2b9c1e-7d44-4a7b-9e0f-5c6d7e8f9012")
    }

    @Test func `spellings of one UUID have spellings of one fake`() {
        let plain = fake("3f2b9c1e-7d44-4a7b-9e0f-5c6d7e8f9012")
        #expect(fake("3F2B9C1E-7D44-4A7B-9E0F-5C6D7E8F9012") == plain.uppercased())
        #expect(fake("3f2b9c1e7d444a7b9e0f5c6d7e8f9012") == plain.filter { $0 != "-" })
    }

    @Test(arguments: ["mkwhp6x82efz2nd8", "br.com.Example_2", "1234567890", "DEADBEEF01", "a-b_c~1:2"])
    func `a fake has the kinds of characters of its value`(text: String) {
        let made = fake(text)
        #expect(made.utf8.count == text.utf8.count)
        let isHex = text.allSatisfy { $0.isHexDigit }
        for (old, new) in zip(text, made) where !isHex {
            #expect(old.isNumber == new.isNumber && old.isUppercase == new.isUppercase)
            #expect(old.isLetter || old.isNumber || old == new)
        }
        #expect(!isHex || made.allSatisfy { $0.isHexDigit })
        #expect(fake(text) == made)
    }

    @Test func `another key or attempt gives another fake`() {
        let value = Array("mkwhp6x82efz2nd8".utf8)
        #expect(Pseudonyms(key: Array("other key".utf8)).fake(value) != pseudonyms.fake(value))
        #expect(pseudonyms.fake(value, attempt: 1) != pseudonyms.fake(value))
    }
}
