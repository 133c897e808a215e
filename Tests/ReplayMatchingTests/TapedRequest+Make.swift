import CassetteFormat
import HTTPModel
import HTTPWire

extension Exchange {
    /// A recorded exchange of this request, answered or not.
    static func make(
        _ number: Int, _ target: String, by method: String = "GET", origin: ServerOrigin = .test, fields: String = "",
        body: [UInt8] = [], ingress: Ingress = .absolute, end: ExchangeEnd = .complete
    ) throws -> Exchange {
        let head = try HeadParser().request(Array("\(method) \(target) HTTP/1.1\r\nHost: o.test\r\n\(fields)\r\n".utf8))
        let taped = TapedBody(
            framing: body.isEmpty ? .none : .length, payload: body, payloadSize: body.count, isExternal: false,
            digest: "",
            wireSize: body.count, arrivals: [])
        return Exchange(
            number: number, connection: 1, ingress: ingress, origin: origin, start: TapeTime(number),
            request: TapedRequest(headBytes: head.bytes, head: head, body: taped), end: end, endTime: TapeTime(number))
    }
}

extension ServerOrigin {
    static let test = ServerOrigin(scheme: .http, host: "o.test", port: 80)
}
