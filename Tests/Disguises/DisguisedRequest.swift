package import CassetteFormat
import HTTPModel
import HTTPWire

/// A request that carries a value in disguise.
package struct DisguisedRequest: Sendable, CustomStringConvertible {
    package let id: String
    package let exchange: Exchange

    package var description: String { id }

    static let host = "t.example"

    /// - Parameters:
    ///   - fields: besides Host and the length.
    ///   - host: where it is bound for.
    init(
        _ id: String, method: [UInt8] = Array("GET".utf8), target: [UInt8] = Array("/px?v=1".utf8),
        fields: [([UInt8], [UInt8])] = [], host: String = DisguisedRequest.host, body: [UInt8] = []
    ) {
        self.id = id
        var method = method
        if !body.isEmpty, method == Array("GET".utf8) { method = Array("POST".utf8) }
        var head = method + [0x20] + target + Array(" HTTP/1.1\r\nHost: \(host)\r\n".utf8)
        for (name, value) in fields { head += name + Array(": ".utf8) + value + [0x0D, 0x0A] }
        if !body.isEmpty { head += Array("Content-Length: \(body.count)\r\n".utf8) }
        head += [0x0D, 0x0A]
        let parsed = try? HeadParser().request(head)
        exchange = Exchange(
            number: 1, connection: 1, ingress: .connect,
            origin: ServerOrigin(scheme: .https, host: host.lowercased(), port: 443), start: 0,
            request: TapedRequest(
                headBytes: head, head: parsed,
                body: TapedBody(
                    framing: body.isEmpty ? .none : .length, payload: body, payloadSize: body.count,
                    isExternal: false, digest: "", wireSize: body.count, arrivals: [])),
            end: .complete, endTime: 0)
    }

    init(_ id: String, target: String) { self.init(id, target: Array(target.utf8)) }

    init(_ id: String, query: [UInt8]) { self.init(id, target: Array("/px?uid=".utf8) + query + Array("&t=1".utf8)) }

    init(_ id: String, body: [UInt8], type: String, coding: String? = nil) {
        var fields = [(Array("Content-Type".utf8), Array(type.utf8))]
        if let coding { fields.append((Array("Content-Encoding".utf8), Array(coding.utf8))) }
        self.init(id, fields: fields, body: body)
    }

    init(_ id: String, field: String, _ value: [UInt8]) { self.init(id, fields: [(Array(field.utf8), value)]) }

    /// Every byte that is sent.
    package var wire: [UInt8] { exchange.request.headBytes + exchange.request.body.payload }
}
