package import HTTPModel

/// An extension of the WebSocket protocol with its parameters, offered or accepted (RFC 6455 §9.1).
package struct WebSocketExtension {
    package struct Parameter {
        package let name: ArraySlice<UInt8>
        /// Without quotes; nil where there is none.
        package let value: ArraySlice<UInt8>?
    }

    package let name: ArraySlice<UInt8>
    package let parameters: [Parameter]

    private init(_ text: ArraySlice<UInt8>) {
        let parts = text.split(separator: UInt8(ascii: ";")).map { $0.trimmingOptionalWhiteSpace() }
        name = parts.first ?? []
        parameters = parts.dropFirst().map { part in
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return Parameter(name: part, value: nil) }
            let value = part[(equals + 1)...].trimmingOptionalWhiteSpace()
            let isQuoted = value.count > 1 && value.first == UInt8(ascii: "\"") && value.last == value.first
            return Parameter(
                name: part[..<equals].trimmingOptionalWhiteSpace(),
                value: isQuoted ? value.dropFirst().dropLast() : value)
        }
    }

    /// What a head offers or accepts, in order.
    package static func all(of head: some MessageHead) -> [WebSocketExtension] {
        elements(head.values(of: "sec-websocket-extensions")).map { WebSocketExtension($0) }
    }

    /// The elements of a list that may stand on several lines (RFC 9110 §5.6.1).
    package static func elements(_ values: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
        values.flatMap { $0.split(separator: UInt8(ascii: ",")) }.map { $0.trimmingOptionalWhiteSpace() }
            .filter { !$0.isEmpty }
    }

    package var isDeflate: Bool { ASCII.equalsIgnoringCase(name, "permessage-deflate") }

    package func parameter(_ name: StaticString) -> Parameter? {
        parameters.first { ASCII.equalsIgnoringCase($0.name, name) }
    }
}
