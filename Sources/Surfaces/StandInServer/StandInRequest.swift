package import HTTPModel

/// A request as the stand-in sees it.
package struct StandInRequest: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        package let name: [UInt8]
        package let value: [UInt8]

        package init(name: [UInt8], value: [UInt8]) {
            self.name = name
            self.value = value
        }
    }

    package let scheme: URLScheme
    /// In lower case, without port; empty where the request names none.
    package let host: String
    package let method: String
    /// Path and query as received.
    package let target: [UInt8]
    package let fields: [Field]
    package let body: [UInt8]

    package init(
        scheme: URLScheme, host: String, method: String, target: [UInt8], fields: [Field] = [], body: [UInt8] = []
    ) {
        self.scheme = scheme
        self.host = host
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
    }

    /// Takes the host from an absolute-form target or from the `Host` field (RFC 9112 §3.2).
    package init(scheme: URLScheme, head: RequestHead, body: [UInt8]) {
        let target = URLBytes(head.targetBytes)
        var host = target.normalizedHost
        if host == nil, let field = head.first("host") { host = URLBytes(Array("//".utf8) + field).normalizedHost }
        let query = target.query.map { [UInt8(ascii: "?")] + target.bytes[$0] } ?? []
        self.init(
            scheme: target.webScheme ?? scheme, host: host ?? "",
            method: String(display: head.methodBytes),
            target: target.bytes[target.path] + query,
            fields: head.fields.map { Field(name: Array(head.bytes[$0.name]), value: Array(head.bytes[$0.value])) },
            body: body)
    }

    /// The path without its query.
    package var path: String { String(display: target.prefix { $0 != UInt8(ascii: "?") }) }

    /// Scheme and host of a neighbour: every address in an answer keeps the scheme it was asked with.
    func base(_ host: String) -> String { "\(scheme.rawValue)://\(host)" }

    /// The whole URL, for people and tests.
    package var url: String { "\(scheme.rawValue)://\(host)" + String(display: target) }

    /// The decoded value of the first query pair with this name; nil when the name is not there.
    package func query(_ name: String) -> String? {
        let url = URLBytes(target)
        for pair in url.queryPairs where url.bytes[pair.name].elementsEqual(name.utf8) {
            return String(display: pair.value.map { PercentCoding.decoded(url.bytes[$0], plusIsSpace: true) } ?? [])
        }
        return nil
    }

    /// The value of the first field with this name; `name` in lower case.
    package func field(_ name: StaticString) -> [UInt8]? {
        fields.first { ASCII.equalsIgnoringCase($0.name, name) }?.value
    }
}
