import Testing

@testable import Cryptography

struct DigestTests {
    @Test func `known digests come out`() {
        let abc = Array("abc".utf8)
        #expect(
            hex(SHA256.digest(abc)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            hex(SHA256.digest([UInt8]())) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(hex(SHA1.digest(abc)) == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(hex(MD5.digest(abc)) == "900150983cd24fb0d6963f7d28e17f72")
    }

    @Test func `pieces and repeated use give the same digest`() {
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
        let whole = SHA256.digest(bytes)
        let hasher = SHA256Hasher()
        for cut in [0, 1, 63, 64, 65, 999, 1_000] {
            #expect(SHA256.digest([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole)
            bytes[..<cut].withUnsafeBytes { hasher.update($0) }
            bytes[cut...].withUnsafeBytes { hasher.update($0) }
            #expect(hasher.finish() == whole)
        }
    }
}

struct CalendarTimeTests {
    @Test func `dates come out across leap years and the ends of the calendar`() {
        let cases: [(Int64, [Int])] = [
            (0, [1970, 1, 1, 0, 0, 0]), (-1, [1969, 12, 31, 23, 59, 59]), (951_782_400, [2000, 2, 29, 0, 0, 0]),
            (1_709_251_199, [2024, 2, 29, 23, 59, 59]), (1_709_251_200, [2024, 3, 1, 0, 0, 0]),
            (4_107_542_400, [2100, 3, 1, 0, 0, 0]), (present, [2027, 1, 15, 8, 0, 0]),
            (.max, [9999, 12, 31, 23, 59, 59]), (.min, [0, 1, 1, 0, 0, 0]),
        ]
        for (seconds, expected) in cases {
            let time = CalendarTime(seconds)
            #expect([time.year, time.month, time.day, time.hour, time.minute, time.second] == expected)
        }
    }

    @Test func `a time is written short before 2050 and long from then on`() {
        func text(_ seconds: Int64) -> String {
            String(decoding: DERWriter.encode { $0.time(seconds) }.dropFirst(2), as: UTF8.self)
        }
        #expect(text(2_524_607_999) == "491231235959Z")
        #expect(text(2_524_608_000) == "20500101000000Z")
    }
}

struct CertificateNameTests {
    @Test func `valid names are taken in lower case without their last dot`() {
        #expect(CertificateName("Ads.Example.COM.") == .host("ads.example.com"))
        #expect(CertificateName("localhost") == .host("localhost"))
        #expect(CertificateName("a_b.xn--bcher-kva.example") == .host("a_b.xn--bcher-kva.example"))
        #expect(CertificateName("1.2.3.4") == .address([1, 2, 3, 4]))
        #expect(CertificateName("[2001:db8::1]")?.text == "2001:db8:0:0:0:0:0:1")
        #expect(CertificateName("::ffff:1.2.3.4")?.text == "0:0:0:0:0:ffff:102:304")
        #expect(CertificateName(String(repeating: "a", count: 63) + ".example") != nil)
        let longest = Array(repeating: String(repeating: "a", count: 49), count: 5).joined(separator: ".") + ".aaa"
        #expect(longest.utf8.count == 253)
        #expect(CertificateName(longest) == .host(longest))
        #expect(CertificateName(longest + ".") == .host(longest))
    }

    @Test(arguments: [
        "", ".", "..", "a..b", ".a", "*.example", "../../../tmp/x", "a b", "a\0b", "a/b", "-a.example", "a-.example",
        "<script>", "ads.example:443", "1.2.3", "1.2.3.4.5", "01.2.3.4", "256.1.1.1", "1.2.3.1000", "::1%eth0", "[::1",
        "1:2:3:4:5:6:7:8:9", "::g", ":::", "ä.example", String(repeating: "a", count: 64) + ".example",
        String(repeating: "ab.", count: 84) + "ab", "[]", "[1.2.3.4]", "[a.example]", "[::1]:1", "a@b", "%2e",
    ])
    func `whatever else a client may write is no name`(text: String) {
        #expect(CertificateName(text) == nil)
    }
}
