import Testing

@testable import ProxyCore

@Suite struct NetworkAddressTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"), ("::", "::"),
        ("::1", "::1"), ("1::", "1::"), ("FE80::1%eth0", "fe80::1"), ("2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("1:0:3:4:5:6:7:8", "1:0:3:4:5:6:7:8"), ("1::8", "1::8"),
        ("::ffff:127.0.0.1", "127.0.0.1"), ("::ffff:7f00:1", "127.0.0.1"), ("64:ff9b::192.0.2.1", "64:ff9b::c000:201"),
        ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
    ])
    func `addresses are read and written`(text: String, canonical: String) {
        #expect(NetworkAddress(text)?.description == canonical)
    }

    @Test(arguments: [
        "", "1", "1.2.3", "1.2.3.4.5", "256.0.0.1", "0177.0.0.1", "0x7f.0.0.1", "2130706433", "1.2.3.", "+1.2.3.4", ":",
        ":::", "::1::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "g::", ":1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:",
        "::1.2.3", "1.2.3.4::", "1:2:3:4:5:6:7::8", "-1::", "localhost",
    ])
    func `what is no address is none`(text: String) {
        #expect(NetworkAddress(text) == nil)
    }

    @Test(arguments: [
        ("192.0.2.0/24", "192.0.2.255", "192.0.3.0"), ("192.0.2.7", "192.0.2.7", "192.0.2.6"),
        ("10.0.0.0/8", "10.255.255.255", "11.0.0.0"), ("192.0.2.128/25", "192.0.2.128", "192.0.2.127"),
        ("fe80::/10", "febf::1", "fec0::1"), ("0.0.0.0/0", "8.8.8.8", "2001:db8::1"),
        ("::/0", "2001:db8::1", "8.8.8.8"),
        ("192.0.2.0/24", "::ffff:192.0.2.9", "::192.0.2.9"),
    ])
    func `a block holds its addresses and no other`(block: String, inside: String, outside: String) throws {
        let block = try #require(AddressBlock(block))
        #expect(block.contains(try #require(NetworkAddress(inside))))
        #expect(!block.contains(try #require(NetworkAddress(outside))))
    }

    @Test(arguments: [
        "192.0.2.1/24", "192.0.2.0/33", "192.0.2.0/", "192.0.2.0/-1", "/8", "::1/64", "10/8", "a/8", "::/129",
    ])
    func `a block that is not one is refused`(text: String) {
        #expect(AddressBlock(text) == nil)
    }
}
