import HTTPModel
import HTTPWire
import ReplayMatching
import Testing

/// Whether a client can take what a recorded server agreed on with another.
@Suite struct WebSocketAgreementTests {
    private static let offered = "which is not offered now"
    private static let parameters = "permessage-deflate with parameters that are not offered now"

    private static let cases: [(answer: String, request: String, objection: String?)] = [
        ("", "", nil),
        ("", "Sec-WebSocket-Protocol: chat\r\nSec-WebSocket-Extensions: permessage-deflate\r\n", nil),
        ("Sec-WebSocket-Protocol: chat\r\n", "Sec-WebSocket-Protocol: ad, chat\r\n", nil),
        ("Sec-WebSocket-Protocol: chat\r\n", "Sec-WebSocket-Protocol: ad\r\nSec-WebSocket-Protocol: chat\r\n", nil),
        ("Sec-WebSocket-Protocol: chat\r\n", "Sec-WebSocket-Protocol: Chat\r\n", offered),
        ("Sec-WebSocket-Protocol: chat\r\n", "", offered),
        ("Sec-WebSocket-Extensions: permessage-deflate\r\n", "", offered),
        ("Sec-WebSocket-Extensions: permessage-deflate\r\n", "Sec-WebSocket-Extensions: x\r\n", offered),
        (
            "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; client_no_context_takeover\r\n",
            "Sec-WebSocket-Extensions: x, Permessage-Deflate\r\n", nil
        ),
        (
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=12\r\n",
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n", nil
        ),
        (
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=12\r\n",
            "Sec-WebSocket-Extensions: permessage-deflate\r\n", parameters
        ),
        (
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=12\r\n",
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=\"11\"\r\n", parameters
        ),
        (
            "Sec-WebSocket-Extensions: permessage-deflate\r\n",
            "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover\r\n", parameters
        ),
        (
            "Sec-WebSocket-Extensions: permessage-deflate\r\n",
            "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover, permessage-deflate\r\n", nil
        ),
        (
            "Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=10\r\n",
            "Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=10\r\n", nil
        ),
        (
            "Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=11\r\n",
            "Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=10\r\n", parameters
        ),
        (
            "Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=11\r\n",
            "Sec-WebSocket-Extensions: permessage-deflate\r\n", nil
        ),
    ]

    @Test(arguments: cases.indices)
    func `a client is given no answer that it would have to fail at`(index: Int) throws {
        let (answer, request, expected) = Self.cases[index]
        let objection = WebSocketAgreement.objection(
            to: try HeadParser().response(Array("HTTP/1.1 101 Switching Protocols\r\n\(answer)\r\n".utf8)),
            askedBy: try HeadParser().request(Array("GET /live HTTP/1.1\r\nHost: origin.test\r\n\(request)\r\n".utf8)))
        if let expected {
            #expect(objection?.contains(expected) == true, "\(objection ?? "none")")
        } else {
            #expect(objection == nil)
        }
    }
}
