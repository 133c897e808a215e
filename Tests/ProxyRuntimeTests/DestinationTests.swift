import CassetteFormat
import HTTPModel
import LoopbackPeers
import Origins
import Sockets
import Testing

@testable import ProxyCore
@testable import ProxyRuntime

/// Where requests may not go: to fita itself, round in a circle, to what only this machine is meant to reach.
@Suite struct DestinationTests {
    private func text(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }

    /// A proxy that others could use, with a second port of its own.
    private func bed(_ connectTo: [String] = [], record: String? = nil) throws -> (bed: ProxyBed, second: UInt16) {
        var settings = ProxyBed.Settings(record: record)
        settings.connectTo = connectTo
        settings.isOpenToOthers = true
        settings.configure = { $0.socksListen = Endpoint(address: "127.0.0.1", port: 0) }
        let bed = try ProxyBed(settings)
        return (bed, try #require(bed.onLoop { $0.server.socksEndpoint?.port } ?? nil))
    }

    private func status(_ port: UInt16, _ request: String) throws -> Int? {
        let client = try RawConnection(to: port)
        client.send(request)
        let answer = text(client.readMessage()).split(separator: " ")
        return answer.count > 1 ? Int(answer[1]) : nil
    }

    private static let loops: [String] = [
        "127.0.0.1", "localhost", "LOCALHOST", "localhost.", "x.localhost", "127.9.9.9", "[::1]", "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]", "2130706433", "0177.0.0.1", "0x7f.0.0.1", "127.1", "0.0.0.0", "[::]", "0",
    ]

    @Test(arguments: loops)
    func `a request to fita's own ports is refused, by whatever spelling of the address`(host: String) throws {
        let (bed, second) = try bed()
        for port in [bed.port, second] {
            let answer = try status(bed.port, "GET http://\(host):\(port)/ HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect([400, 502, 508].contains(answer), "\(host) gave \(answer ?? 0)")
            if host.first?.isLetter == true || host == "127.0.0.1" { #expect(answer == 508) }
            let tunnel = try RawConnection(to: bed.port)
            tunnel.send("CONNECT \(host):\(port) HTTP/1.1\r\nHost: \(host):\(port)\r\n\r\n")
            let granted = text(tunnel.readMessage())
            if granted.hasPrefix("HTTP/1.1 200") {
                tunnel.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                let inner = text(tunnel.readMessage())
                #expect(inner.hasPrefix("HTTP/1.1 50"), "\(host) gave \(inner)")
            } else {
                #expect(granted.hasPrefix("HTTP/1.1 508 ") || granted.hasPrefix("HTTP/1.1 400 "))
            }
        }
        #expect(bed.onLoop { $0.live.connects } == 0)
    }

    @Test func `a name that turns out to be fita's own address is refused before it is connected to`() throws {
        let port = ProxyBed.freePort()
        var settings = ProxyBed.Settings()
        settings.connectTo = ["rebind.test:\(port):127.0.0.1:\(port)"]
        settings.configure = { $0.listen = Endpoint(address: "127.0.0.1", port: port) }
        let bed = try ProxyBed(settings)
        #expect(try status(port, "GET http://rebind.test:\(port)/ HTTP/1.1\r\nHost: x\r\n\r\n") == 508)
        let tunnel = try bed.tunnel("rebind.test:\(port)")
        tunnel.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(text(tunnel.readMessage()).hasPrefix("HTTP/1.1 508 "))
        #expect(bed.onLoop { $0.live.connects } == 0)
        #expect(bed.onLoop { $0.server.openConnections } ?? 9 < 3)
    }

    @Test(arguments: [
        "169.254.169.254", "169.254.0.1", "[fe80::1]", "[fd00:ec2::254]", "metadata.google.internal", "metadata",
        "METADATA.GOOGLE.INTERNAL.", "100.100.100.200", "[::ffff:169.254.169.254]",
    ])
    func `link-local addresses and the metadata services of clouds are out of bounds`(host: String) throws {
        let folder = try TemporaryFolder()
        let (bed, _) = try bed(record: folder.path + "/tape.fita")
        let request = "GET http://\(host)/latest/meta-data/ HTTP/1.1\r\nHost: \(host)\r\n\r\n"
        let client = try bed.client()
        client.send(request)
        let answer = text(client.readMessage())
        #expect(answer.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
        #expect(answer.contains("fita does not go there"))
        #expect(answer.contains("--connect-to"))
        #expect(try status(bed.port, "CONNECT \(host):80 HTTP/1.1\r\nHost: \(host):80\r\n\r\n") == 403)
        #expect(bed.onLoop { $0.live.connects } == 0)
        bed.stop()
        let exchanges = try Tape.exchanges(folder.path + "/tape.fita")
        #expect(exchanges.count == 2)
        #expect(exchanges[0].request.headBytes == Array(request.utf8))
        guard case .refused = exchanges[0].end else { return #expect(Bool(false), "\(exchanges[0].end)") }
    }

    @Test func `a name that resolves to a link-local address is refused before it is connected to`() throws {
        let (bed, _) = try bed()
        let address = "0xa9fea9fe"
        #expect([400, 403].contains(try status(bed.port, "GET http://\(address)/ HTTP/1.1\r\nHost: x\r\n\r\n")))
        #expect([400, 403].contains(try status(bed.port, "GET http://2852039166/ HTTP/1.1\r\nHost: x\r\n\r\n")))
        #expect(bed.onLoop { $0.live.connects } == 0)
    }

    @Test func `what the operator leads somewhere goes there`() throws {
        let server = RawServer(answers: [RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")])
        let (bed, _) = try bed(["origin.test:80:127.0.0.1:\(server.port)"])
        #expect(try status(bed.port, "GET http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\n\r\n") == 200)
    }

    @Test func `tunnels of others lead to ports that HTTP and TLS are on`() throws {
        let (bed, _) = try bed()
        for (port, expected) in [(25, 403), (22, 403), (1, 403), (1_023, 403), (80, 200), (443, 200), (1_024, 200)] {
            let request = "CONNECT mail.test:\(port) HTTP/1.1\r\nHost: mail.test:\(port)\r\n\r\n"
            #expect(try status(bed.port, request) == expected, "\(port)")
        }
        let socks = try bed.client()
        socks.send([5, 1, 0] + SOCKSTests.request("mail.test", 25))
        #expect(socks.readAll() == [5, 0, 5, 2, 0, 1, 0, 0, 0, 0, 0, 0])
        let alone = try ProxyBed()
        #expect(try status(alone.port, "CONNECT mail.test:25 HTTP/1.1\r\nHost: mail.test:25\r\n\r\n") == 200)
    }

    @Test func `a request that has passed this fita before is refused`() throws {
        let (bed, _) = try bed()
        for via in ["1.1 fita-0123", "1.0 other, 1.1 fita-0123 (fita)", "HTTP/1.1\tfita-0123"] {
            let request = "GET http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\nVia: \(via)\r\n\r\n"
            #expect(try status(bed.port, request) == 508, "\(via)")
        }
        let connect = "CONNECT origin.test:443 HTTP/1.1\r\nHost: origin.test:443\r\nVia: 1.1 fita-0123\r\n\r\n"
        #expect(try status(bed.port, connect) == 508)
        let other = "CONNECT origin.test:443 HTTP/1.1\r\nHost: origin.test:443\r\nVia: 1.1 fita-01234\r\n\r\n"
        #expect(try status(bed.port, other) == 200)
    }

    @Test func `a tunnel to fita's own pages reads requests like any other`() throws {
        let bed = try ProxyBed()
        let clear = try bed.tunnel("fita.internal:80")
        clear.send("GET / HTTP/1.1\r\nHost: fita.internal\r\n\r\n")
        #expect(text(clear.readMessage()).hasPrefix("HTTP/1.1 200 OK\r\n"))
        let secure = try bed.secureTunnel("fita.internal", port: 443)
        secure.send("GET / HTTP/1.1\r\nHost: fita.internal\r\n\r\n")
        #expect(text(secure.readMessage()).hasPrefix("HTTP/1.1 200 OK\r\n"))
        let nested = try bed.tunnel("fita.internal:443")
        nested.send("CONNECT origin.test:443 HTTP/1.1\r\nHost: origin.test:443\r\n\r\n")
        #expect(nested.readAll() == [])
        #expect(nested.end == .reset)
    }
}
