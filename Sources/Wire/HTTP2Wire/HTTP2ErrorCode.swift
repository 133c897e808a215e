/// Why a stream or a connection ends (RFC 9113 §7). A peer may send codes that have no name.
package struct HTTP2ErrorCode: Hashable, Sendable, CustomStringConvertible {
    package let number: UInt32

    package init(_ number: UInt32) { self.number = number }

    package static let noError = HTTP2ErrorCode(0)
    package static let protocolError = HTTP2ErrorCode(1)
    package static let internalError = HTTP2ErrorCode(2)
    package static let flowControlError = HTTP2ErrorCode(3)
    package static let streamClosed = HTTP2ErrorCode(5)
    package static let frameSizeError = HTTP2ErrorCode(6)
    package static let refusedStream = HTTP2ErrorCode(7)
    package static let cancel = HTTP2ErrorCode(8)
    package static let compressionError = HTTP2ErrorCode(9)
    package static let connectError = HTTP2ErrorCode(10)
    package static let enhanceYourCalm = HTTP2ErrorCode(11)
    package static let http11Required = HTTP2ErrorCode(13)

    private static let names = [
        "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
        "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM",
        "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
    ]

    package var description: String {
        number < UInt32(HTTP2ErrorCode.names.count) ? HTTP2ErrorCode.names[Int(number)] : "error \(number)"
    }
}
