package import HTTP2Wire
package import HTTPModel
import HTTPWire

/// Heads from their HTTP/1 text to the fields of HTTP/2 (RFC 9113 §8).
package enum HTTP2Fields {
    static let chunked = Array("transfer-encoding: chunked\r\n".utf8)
    /// In HTTP/2 a head for a WebSocket has none of these; its text has them behind the fields that came.
    static let upgrade = Array("connection: upgrade\r\nupgrade: websocket\r\n".utf8)

    /// Whether the head was a CONNECT for another protocol (RFC 8441 §4).
    static func isExtendedConnect(_ facts: HTTP2HeadFacts) -> Bool { facts.pseudoFields.contains(":protocol") }

    /// Names that speak of a connection, which HTTP/2 has other means for (RFC 9113 §8.2.2).
    static func isOfConnection(_ name: [UInt8]) -> Bool { isOfConnection(name[...]) }

    static func isOfConnection(_ name: ArraySlice<UInt8>) -> Bool {
        switch name.count {
        case 7: ASCII.equalsIgnoringCase(name, "upgrade")
        case 10: ASCII.equalsIgnoringCase(name, "connection") || ASCII.equalsIgnoringCase(name, "keep-alive")
        case 14: ASCII.equalsIgnoringCase(name, "http2-settings")
        case 16: ASCII.equalsIgnoringCase(name, "proxy-connection")
        case 17: ASCII.equalsIgnoringCase(name, "transfer-encoding")
        default: false
        }
    }

    /// An answer's head, final or interim. A switch of protocols is a success here, without an answer to a key
    /// (RFC 8441 §5).
    package static func response(_ head: ResponseHead, _ facts: HTTP2HeadFacts?) -> [HTTP2Field] {
        let isSwitch = head.status == 101
        var fields: [HTTP2Field] = []
        fields.reserveCapacity(head.fields.count + 1)
        fields.append(
            HTTP2Field(
                name: statusName, value: isSwitch ? switched : digits(head.status),
                isNeverIndexed: facts?.neverIndexed.contains(0) ?? false))
        addRegular(head.bytes, head.fields, neverIndexed: facts?.neverIndexed ?? [], to: &fields) { field in
            !isSwitch || !head.isField(field, "sec-websocket-accept")
        }
        return fields
    }

    private static let statusName = Array(":status".utf8)
    private static let switched = Array("200".utf8)

    private static func digits(_ status: Int) -> [UInt8] {
        [status / 100 % 10, status / 10 % 10, status % 10].map { UInt8(ascii: "0") + UInt8(truncatingIfNeeded: $0) }
    }

    /// A request's head as it goes on. The pseudo-header fields keep the order in which they came, if they did.
    ///
    /// - Parameters:
    ///   - original: the head as it came, whose lines `facts` counts.
    ///   - asksForWebSocket: by an upgrade, which becomes CONNECT; its key stays behind (RFC 8441 §5).
    package static func request(
        _ head: RequestHead, scheme: String, original: RequestHead, _ facts: HTTP2HeadFacts?,
        asksForWebSocket: Bool = false
    ) -> [HTTP2Field] {
        let isUpgrade = facts == nil && asksForWebSocket
        let order =
            facts?.pseudoFields
            ?? [":method"] + (isUpgrade ? [":protocol"] : []) + [":scheme", ":authority", ":path"]
        let hasAuthority = order.contains(":authority")
        var secret = Set<ArraySlice<UInt8>>()
        for line in facts?.neverIndexed ?? [] where original.fields.indices.contains(line - 1) {
            secret.insert(original.bytes[original.fields[line - 1].line])
        }
        // The host may be spelled otherwise here than as it came, and is the same secret.
        let isHostSecret = facts?.neverIndexed.contains { line in
            original.fields.indices.contains(line - 1) && original.isField(original.fields[line - 1], "host")
        }
        let never = head.fields.indices.filter { index in
            let line = head.fields[index]
            return secret.contains(head.bytes[line.line]) || isHostSecret == true && head.isField(line, "host")
        }.map { $0 + 1 }
        let isStartSecret = facts?.neverIndexed.contains(0) ?? false
        var fields: [HTTP2Field] = []
        func add(_ name: String, _ value: [UInt8], isNeverIndexed: Bool) {
            fields.append(HTTP2Field(name: Array(name.utf8), value: value, isNeverIndexed: isNeverIndexed))
        }
        for name in order {
            switch name {
            case ":method":
                let method = order.contains(":protocol") ? Array("CONNECT".utf8) : Array(head.methodBytes)
                add(name, method, isNeverIndexed: isStartSecret)
            case ":protocol": add(name, Array("websocket".utf8), isNeverIndexed: isStartSecret)
            case ":path": add(name, Array(head.targetBytes), isNeverIndexed: isStartSecret)
            case ":scheme": add(name, Array(scheme.utf8), isNeverIndexed: isStartSecret)
            case ":authority":
                guard let place = head.fields.firstIndex(where: { head.isField($0, "host") }) else { continue }
                add(name, Array(head.bytes[head.fields[place].value]), isNeverIndexed: never.contains(place + 1))
            default: continue
            }
        }
        let keepsHost = !hasAuthority || order.contains("host")
        addRegular(head.bytes, head.fields, neverIndexed: never, to: &fields) { field in
            if head.isField(field, "host") { return keepsHost }
            if isUpgrade, head.isField(field, "sec-websocket-key") { return false }
            // Of the codings a hop may name, only trailers are known here (RFC 9113 §8.2.2).
            if head.isField(field, "te") { return ASCII.equalsIgnoringCase(head.bytes[field.value], "trailers") }
            return true
        }
        return fields
    }

    /// A trailer section.
    package static func trailers(_ bytes: [UInt8]) -> [HTTP2Field] {
        guard bytes.count > 2, let lines = try? HeadParser().trailers(bytes) else { return [] }
        return lines.map { line in
            HTTP2Field(name: bytes[line.name].map(ASCII.lowercased), value: Array(bytes[line.value]))
        }
    }

    /// - Parameter neverIndexed: the lines' numbers, from 1 on.
    private static func addRegular(
        _ bytes: [UInt8], _ lines: [FieldLine], neverIndexed: [Int], to fields: inout [HTTP2Field],
        where keeps: (FieldLine) -> Bool
    ) {
        var nominated: [ArraySlice<UInt8>] = []
        for line in lines where line.isNamed("connection", in: bytes) {
            nominated += bytes[line.value].split(separator: UInt8(ascii: ",")).map { $0.trimmingOptionalWhiteSpace() }
        }
        for (index, line) in lines.enumerated() {
            let name = bytes[line.name]
            guard !isOfConnection(name), keeps(line) else { continue }
            if nominated.contains(where: { ASCII.equalsIgnoringCase($0, name) }) { continue }
            fields.append(
                HTTP2Field(
                    name: ASCII.lowercased(name), value: Array(bytes[line.value]),
                    isNeverIndexed: neverIndexed.contains(index + 1)))
        }
    }
}
