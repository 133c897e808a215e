import HTTPModel
import Testing

@testable import HTTPWire

@Suite struct RequestTargetTests {
    private func target(_ method: String, _ text: String) throws -> RequestTarget? {
        let head = try HeadParser().request(Array("\(method) \(text) HTTP/1.1\r\n\r\n".utf8))
        do throws(WireFault) { return try RequestTarget(head) } catch {
            #expect(error.reason == .targetForm)
            return nil
        }
    }

    @Test(arguments: ["/", "/a?b", "//evil.test/x", "/..//", "/ord=1?http://x/y", "/[a]"])
    func `what begins with a slash is the origin form`(text: String) throws {
        #expect(try target("GET", text) == .origin)
    }

    @Test(arguments: [
        ("http://o.test/a?b", ServerOrigin(scheme: .http, host: "o.test", port: 80), "/a?b"),
        ("HTTP://O.Test:8080/", ServerOrigin(scheme: .http, host: "o.test", port: 8080), "/"),
        ("https://o.test", ServerOrigin(scheme: .https, host: "o.test", port: 443), ""),
        ("http://o.test?q", ServerOrigin(scheme: .http, host: "o.test", port: 80), "?q"),
        ("http://o.test:81?q=/", ServerOrigin(scheme: .http, host: "o.test", port: 81), "?q=/"),
        ("http://[::1]:8080/x", ServerOrigin(scheme: .http, host: "::1", port: 8080), "/x"),
        ("http://[::1]/x", ServerOrigin(scheme: .http, host: "::1", port: 80), "/x"),
        ("http://[2001:DB8::1]", ServerOrigin(scheme: .http, host: "2001:db8::1", port: 80), ""),
        (
            "http://o.test/ord=1?http://x@y/z", ServerOrigin(scheme: .http, host: "o.test", port: 80),
            "/ord=1?http://x@y/z"
        ),
        ("http://a_b.test/\\", ServerOrigin(scheme: .http, host: "a_b.test", port: 80), "/\\"),
    ])
    func `the absolute form gives the origin and where the path begins`(
        text: String, origin: ServerOrigin, path: String
    ) throws {
        guard case .absolute(let found, let place)? = try target("GET", text) else {
            Issue.record("\(text) was refused")
            return
        }
        #expect(found == origin)
        let head = Array("GET \(text) HTTP/1.1\r\n\r\n".utf8)
        #expect(String(display: head[place]) == path)
    }

    @Test(arguments: [
        "o.test", "o.test:80", "a/b", "*", "file:///etc/passwd", "ftp://o.test/", "http:/o.test/", "http:o.test",
        "http://", "http:///a", "http://:80/", "http://u@o.test/", "http://u:p@o.test/", "http://o.test:/",
        "http://o.test:0/", "http://o.test:65536/", "http://o.test:80x/", "http://[::1/", "http://[::1]x/",
        "http://[::1]x:80/", "http://[o.test]/", "http://o%2etest/", "http://o.test\\@evil.test/", "http://é.test/",
        "http://o.test:80:81/", "://o.test/", "1http://o.test/",
    ])
    func `anything else is refused for GET`(text: String) throws {
        #expect(try target("GET", text) == nil)
    }

    @Test func `the asterisk is for OPTIONS alone`() throws {
        #expect(try target("OPTIONS", "*") == .asterisk)
        #expect(try target("OPTIONS", "**") == nil)
    }

    @Test(arguments: [
        ("o.test:443", RequestTarget.authority(host: "o.test", port: 443)),
        ("O.TEST:1", .authority(host: "o.test", port: 1)),
        ("127.0.0.1:65535", .authority(host: "127.0.0.1", port: 65535)),
        ("[::1]:443", .authority(host: "::1", port: 443)),
    ])
    func `CONNECT takes host and port`(text: String, expected: RequestTarget) throws {
        #expect(try target("CONNECT", text) == expected)
    }

    @Test(arguments: [
        "o.test", "o.test:", "o.test:0", "o.test:65536", "o.test:443443", "user@o.test:443", "http://o.test:443/", "/",
        "*",
        "[::1:443", "[::1]", "::1:443", ":443", "o.test:+443", "o.test:44 3",
    ])
    func `CONNECT takes nothing else`(text: String) throws {
        guard !text.contains(" ") else { return }
        #expect(try target("CONNECT", text) == nil)
    }

    @Test func `a host name of 253 bytes passes and a longer one does not`() {
        let name = [UInt8](repeating: UInt8(ascii: "a"), count: 253)
        #expect(HostAndPort.parse(name[...])?.host.utf8.count == 253)
        #expect(HostAndPort.parse((name + [UInt8(ascii: "a")])[...]) == nil)
    }
}
