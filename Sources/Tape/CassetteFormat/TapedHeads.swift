import HTTPModel
import HTTPWire

/// Reads heads as they stand on a tape, in one way for journals and cassettes.
enum TapedHeads {
    /// Nil where the bytes are no request head; such a head may stand on a tape (a refused request).
    static func request(_ bytes: UnsafeRawBufferPointer, _ limits: TapeLimits) -> RequestHead? {
        bytes.withMemoryRebound(to: UInt8.self) { try? HeadParser(limits: limits.heads).request($0) }
    }

    static func response(_ bytes: UnsafeRawBufferPointer, _ limits: TapeLimits) -> ResponseHead? {
        bytes.withMemoryRebound(to: UInt8.self) { try? HeadParser(limits: limits.heads).response($0) }
    }

    /// A request whose framing cannot be told has whatever came after its head.
    static func framing(of head: RequestHead?) -> BodyFraming {
        guard let head else { return .untilClose }
        return (try? BodyFraming.request(head)) ?? .untilClose
    }

    static func framing(of head: ResponseHead, to request: RequestHead?) -> BodyFraming {
        guard let request else { return .untilClose }
        return (try? BodyFraming.response(head, to: request)) ?? .untilClose
    }
}
