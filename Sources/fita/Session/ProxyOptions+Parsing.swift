import CommandLineSyntax
import HTTPModel
import HTTPWire
import Sockets

extension ProxyOptions {
    init(_ command: ParsedCommand) throws(VerbFailure) {
        if let text = command.value("listen") { listen = try ProxyOptions.endpoint(text) }
        if let text = command.value("socks") { socks = try ProxyOptions.endpoint(text, option: "--socks") }
        if let text = command.value("transparent") {
            transparent = try ProxyOptions.endpoint(text, option: "--transparent")
        }
        if let text = command.value("reverse") { reverse = try ProxyOptions.origin(text, option: "--reverse") }
        for rule in command.values("connect-to") {
            try ProxyOptions.checkConnectTo(rule)
            connectTo.append(rule)
        }
        upstreamAuthorities = command.values("upstream-ca")
        if let text = command.value("upstream-proxy") { upstreamProxy = try ProxyOptions.parent(text) }
        for host in command.values("lenient-upstream") {
            guard let (name, port) = HostAndPort.parse(Array(host.utf8)[...]), port == nil else {
                throw VerbFailure(
                    .usage, "--lenient-upstream \(host): a host name without a port is wanted",
                    action: "such as --lenient-upstream ads.example")
            }
            lenientHosts.insert(name)
        }
        takesURIsOnly = command.flag("strict-targets")
        let http1 = command.value("http1")
        offersClientsHTTP2 = http1 != "clients" && http1 != "both"
        offersOriginsHTTP2 = http1 != "origins" && http1 != "both"
        authorityFolder = command.value("ca-dir")
        self.command = command.passthrough
        try readWaysIn(command)
        try readWaysOut(command)
    }

    /// A numeric address, or `localhost`, and a port.
    static func endpoint(_ text: String, option: String = "--listen") throws(VerbFailure) -> Endpoint {
        let failure = VerbFailure(
            .usage, "\(option) \(text): an address and a port are wanted",
            action: "such as 127.0.0.1:8080, [::1]:8080, or 127.0.0.1:0 for a free port")
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")),
            let port = UInt16(text[text.index(after: colon)...])
        else { throw failure }
        var address = String(text[..<colon])
        if address.hasPrefix("["), address.hasSuffix("]") { address = String(address.dropFirst().dropLast()) }
        if address == "localhost" { address = "127.0.0.1" }
        let isNumeric = address.utf8.allSatisfy {
            $0 &- 0x30 < 10 || $0 == 0x2E || $0 == 0x3A || ASCII.hexValue($0) != nil
        }
        guard !address.isEmpty, isNumeric else { throw failure }
        return Endpoint(address: address, port: port)
    }

    /// An absolute http or https URL without a path of its own.
    static func origin(_ text: String, option: String) throws(VerbFailure) -> ServerOrigin {
        let url = URLBytes(Array(text.utf8))
        guard let origin = url.origin, url.userInfo == nil, url.query == nil, url.fragment == nil else {
            throw VerbFailure(
                .usage, "\(option) \(text): an http or https URL of a host is wanted",
                action: "such as https://ads.example")
        }
        return origin
    }

    /// The URL of a parent proxy. One in TLS is refused: the connection is taken over from the library that opens it,
    /// and its TLS is not. What is refused may hold a password, so that it is not told.
    private static func parent(_ text: String) throws(VerbFailure) -> String {
        let url = URLBytes(Array(text.utf8))
        let scheme = url.scheme.map { String(decoding: url.bytes[$0], as: UTF8.self) } ?? ""
        let isKnown = ["http", "socks4", "socks4a", "socks5", "socks5h"].contains(scheme)
        guard isKnown, url.host?.isEmpty == false, url.query == nil else {
            let why = scheme == "https" ? "a parent in TLS cannot be spoken to" : "the URL of a parent proxy is wanted"
            throw VerbFailure(
                .usage, "--upstream-proxy: \(why)",
                action: "such as http://proxy.example:3128, or socks5h://proxy.example:1080")
        }
        return text
    }

    private static func checkConnectTo(_ rule: String) throws(VerbFailure) {
        // Addresses in brackets hold colons of their own.
        var depth = 0
        let colons = rule.utf8.filter { byte in
            if byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: "]") { depth -= 1 }
            return byte == UInt8(ascii: ":") && depth == 0
        }.count
        guard colons == 3, depth == 0 else {
            throw VerbFailure(
                .usage, "--connect-to \(rule): four parts are wanted, HOST:PORT:ADDR:PORT",
                action: "such as ads.example:443:127.0.0.1:8443")
        }
    }
}
