import CassetteFormat
import CassetteStore
import Foundation
import HTTPModel
import LoopbackPeers
import Origins
import Testing

/// What passes the proxy is what came, byte for byte: live, on the tape, and replayed.
@Suite struct FidelityTests {
    /// Asks inside or outside a tunnel and gives what the client got: the answer's bytes, then how it ended.
    private func ask(_ exchange: OddExchange, _ client: RawConnection, _ origin: String?) -> (
        [UInt8], RawConnection.End?
    ) {
        client.send(exchange.request(to: origin))
        guard exchange.after == .keep else { return (client.readAll(), client.end) }
        return (client.read(exchange.answer.count), nil)
    }

    @Test(arguments: OddExchange.all)
    func `an odd exchange passes unaltered in clear`(exchange: OddExchange) throws {
        let next = RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnext")
        let server = RawServer(answers: [RawAnswer(exchange.answer, exchange.after), next])
        defer { server.stop() }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        let (got, end) = ask(exchange, client, "http://origin.test")
        #expect(got == exchange.answer)
        #expect(server.messages == [exchange.request(to: nil)])
        if exchange.after == .keep {
            // Nothing is left over: the next exchange on the same connection gets its own answer.
            client.send("GET http://origin.test/next HTTP/1.1\r\nHost: origin.test\r\n\r\n")
            #expect(client.readMessage() == next.bytes)
        } else {
            #expect(end == .finished)
        }
    }

    @Test(arguments: OddExchange.all)
    func `an odd exchange passes unaltered inside TLS, and its tape replays the same`(exchange: OddExchange) throws {
        let folder = try TemporaryFolder()
        let next = RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnext")
        let server = RawServer(
            authority: Authorities.origin, answers: [RawAnswer(exchange.answer, exchange.after), next])
        defer { server.stop() }
        let path = folder.path + "/tape.fita"
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let client = try bed.secureTunnel()
        let (got, end) = ask(exchange, client, nil)
        #expect(got == exchange.answer)
        #expect(server.messages == [exchange.request(to: nil)])
        if exchange.after == .keep {
            client.send("GET /next HTTP/1.1\r\nHost: origin.test\r\n\r\n")
            #expect(client.readMessage() == next.bytes)
        } else {
            #expect(end == .finished)
        }
        bed.stop()
        #expect(server.notes == [])
        let exchanges = try Tape.exchanges(path)
        try expectTaped(exchange, exchanges)
        try expectReplayed(exchange, exchanges)
    }

    private func expectTaped(_ exchange: OddExchange, _ exchanges: [Exchange]) throws {
        let taped = try #require(exchanges.first)
        #expect(exchanges.count == (exchange.after == .keep ? 2 : 1))
        #expect(taped.ingress == .connect)
        #expect(taped.end == (exchange.isWhole ? .complete : .short))
        #expect(Tape.requestBytes(taped) == exchange.request(to: nil))
        #expect(Tape.answerBytes(taped) == exchange.answer)
    }

    private func expectReplayed(_ exchange: OddExchange, _ exchanges: [Exchange]) throws {
        let bed = try ProxyBed(ProxyBed.Settings(tape: exchanges))
        let client = try bed.secureTunnel()
        client.send(exchange.request(to: nil))
        if exchange.isWhole {
            let got = exchange.after == .keep ? client.read(exchange.answer.count) : client.readAll()
            #expect(got == exchange.answer)
        } else {
            let answer = client.readMessage() ?? []
            #expect(answer.starts(with: Array("HTTP/1.1 502 ".utf8)))
        }
        #expect(bed.onLoop { $0.live.connects } == 0)
    }
}
