import CassetteFormat
import HTTPWire
import LoopbackPeers
import TestMaterial
import Testing

@testable import ProxyRuntime

/// `--strict-targets`: raw UTF-8 in a target passes as it came, or is refused in every way in, on the tape too.
@Suite struct StrictTargetTests {
    @Test(arguments: [false, true])
    func `a target with bytes that no URI has is refused where URIs alone are taken`(isStrict: Bool) throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        let server = RawServer(authority: Authorities.origin) { connection, server in
            while let request = connection.readMessage() {
                server.log(request)
                connection.send(answer)
            }
        }
        let folder = try TemporaryFolder()
        var settings = ProxyBed.Settings(https: server.port, record: folder.path + "/tape.fita")
        settings.limits.takesURIsOnly = isStrict
        let bed = try ProxyBed(settings)

        let plain = try bed.client()
        plain.send("GET https://origin.test/ção HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        let inTunnel = try bed.secureTunnel()
        inTunnel.send("GET /ção HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        let statuses = [plain, inTunnel].map { client in
            client.readMessage().map { String(decoding: $0.prefix(12), as: UTF8.self) }
        }
        let peer = try bed.http2()
        let status = peer.answer(peer.ask("/ção")).status
        #expect(peer.answer(peer.ask("/good")).text == "ok")
        bed.stop()

        let wanted = isStrict ? "HTTP/1.1 400" : "HTTP/1.1 200"
        #expect(statuses == [wanted, wanted])
        #expect(status == (isStrict ? "400" : "200"))
        let raw = server.messages.filter { $0.starts(with: Array("GET /ção ".utf8)) }
        #expect(raw.count == (isStrict ? 0 : 3))
        let refused = try Tape.exchanges(folder.path + "/tape.fita").filter { exchange in
            if case .refused(let why) = exchange.end { "\(why)".contains("a byte that no URI has") } else { false }
        }
        #expect(refused.count == (isStrict ? 3 : 0))
    }
}
