import CassetteFormat
import CassetteStore
import HTTPModel
import HTTPWire

/// Reads what passes on a WebSocket connection, and has its frames recorded. It changes nothing.
struct WebSocketTaping {
    private var client = WebSocketReader()
    private var server = WebSocketReader()
    private var hasComplained = false

    /// Nil for an answer that is no switch to WebSocket (RFC 6455 §4.2.2).
    init?(_ head: ResponseHead) {
        guard head.status == 101, head.lists("websocket", in: "upgrade") else { return nil }
    }

    mutating func read(
        _ bytes: UnsafeBufferPointer<UInt8>, isFromClient: Bool, _ recorder: TapeRecorder, _ number: Int,
        at time: TapeTime
    ) {
        let take: (WebSocketReader.Event) -> Void = { event in
            switch event {
            case .head(let head):
                let opening = WebSocketOpening(
                    isFromClient: isFromClient, first: head.first, mask: head.mask, payloadSize: head.payloadSize)
                recorder.webSocketFrame(number, opening, at: time)
            case .payload(let payload):
                recorder.webSocketData(number, isFromClient: isFromClient, payload, at: time)
            }
        }
        if isFromClient { client.read(bytes, take) } else { server.read(bytes, take) }
        guard client.isBroken || server.isBroken, !hasComplained else { return }
        hasComplained = true
        let side = client.isBroken ? "client" : "server"
        let text = "The \(side) sent bytes that are no WebSocket frame; they passed and are not kept."
        recorder.note(number, text, at: time)
    }
}
