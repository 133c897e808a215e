internal import Dialing
internal import HTTPModel

/// The four ways in which traffic of an app leaves the device, each with the fields its process sends.
package final class Network {
    /// Bounds on what is followed.
    enum Limits {
        static let redirects = 10
    }

    private let transport: any SDKTransport
    private let executable: String
    private(set) var failures: [String] = []
    private(set) var calls = 0

    init(transport: any SDKTransport, executable: String) {
        self.transport = transport
        self.executable = executable
    }

    /// The SDK's own session: no cookie, redirects followed as `URLSession` does. Nil without an answer.
    func session(
        _ method: String, _ url: [UInt8], content: (type: String, bytes: [UInt8])? = nil, extra: [HTTPCallField] = []
    ) -> HTTPReply? {
        var fields = [
            HTTPCallField("Accept", "*/*"), HTTPCallField("Accept-Language", "pt-BR,pt;q=0.9"),
            HTTPCallField("User-Agent", appAgent),
        ]
        if let content { fields.insert(HTTPCallField("Content-Type", content.type), at: 0) }
        return follow(HTTPCall(method: method, url: url, fields: fields + extra, body: content?.bytes)).reply
    }

    /// The media process: a player asks for two bytes first, then for the file, and names its playback session.
    func media(_ url: [UInt8], range: String, playback: String) -> HTTPReply? {
        let fields = [
            HTTPCallField("X-Playback-Session-Id", playback), HTTPCallField("Range", range),
            HTTPCallField("Accept", "*/*"), HTTPCallField("Accept-Encoding", "identity"),
            HTTPCallField(
                "User-Agent", "AppleCoreMedia/1.0.0.21E219 (iPhone; U; CPU OS 17_4 like Mac OS X; pt_br)"),
        ]
        return follow(HTTPCall(url: url, fields: fields)).reply
    }

    /// The web view's process, which draws creatives; with `content` a script's beacon.
    func webView(_ url: [UInt8], content: (type: String, bytes: [UInt8])? = nil, referer: [UInt8]? = nil) {
        var fields = [
            HTTPCallField("Accept", "*/*"), HTTPCallField("Accept-Language", "pt-BR,pt;q=0.9"),
            HTTPCallField("User-Agent", "\(Network.webKit) Mobile/15E148"),
        ]
        if let referer { fields.append(HTTPCallField(name: Array("Referer".utf8), value: referer)) }
        if let content { fields.insert(HTTPCallField("Content-Type", content.type), at: 0) }
        _ = follow(HTTPCall(method: content == nil ? "GET" : "POST", url: url, fields: fields, body: content?.bytes))
    }

    /// A WebSocket of the app: says the messages, waits for an answer to each, and closes.
    ///
    /// - Parameters:
    ///   - nonce: 16 bytes for the server to prove that it knows what it is asked for.
    ///   - mask: the key of the frames.
    func webSocket(_ url: [UInt8], _ messages: [[UInt8]], nonce: [UInt8], mask: UInt32) {
        let fields = [
            HTTPCallField("Upgrade", "websocket"), HTTPCallField("Connection", "Upgrade"),
            HTTPCallField(name: Array("Sec-WebSocket-Key".utf8), value: Base64Text.encoded(nonce)),
            HTTPCallField("Sec-WebSocket-Version", "13"), HTTPCallField("User-Agent", appAgent),
        ]
        calls += 1
        do throws(HTTPCallError) {
            _ = try transport.converse(HTTPCall(url: url, fields: fields), messages, mask: mask)
        } catch {
            failures.append("WebSocket \(String(display: url)): \(error)")
        }
    }

    private var appAgent: String { "\(executable)/1 CFNetwork/1494.0.7 Darwin/23.4.0" }

    /// The in-app browser: follows redirects hop by hop and gives the last address, a custom scheme's included. With
    /// `asApp` the app does so itself.
    func browser(_ url: [UInt8], asApp: Bool = false) -> [UInt8] {
        let fields = [
            HTTPCallField("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
            HTTPCallField("Accept-Language", "pt-BR,pt;q=0.9"),
            HTTPCallField(
                "User-Agent", asApp ? appAgent : "\(Network.webKit) Version/17.4 Mobile/15E148 Safari/604.1"),
        ]
        return follow(HTTPCall(url: url, fields: fields), pages: true).url
    }

    /// The address as it is asked: a fragment stays with the client, and user information waits for a challenge.
    private static func asked(_ parts: URLBytes) -> [UInt8] {
        let end = parts.fragment.map { $0.lowerBound - 1 } ?? parts.bytes.count
        guard let user = parts.userInfo else { return Array(parts.bytes[..<end]) }
        return parts.bytes[..<user.lowerBound] + Array(parts.bytes[(user.upperBound + 1)..<end])
    }

    /// A web address as browsers write it: backslashes before the query are slashes, bytes beyond ASCII are encoded.
    private static func written(_ url: [UInt8]) -> [UInt8] {
        guard URLBytes(url).webScheme != nil else { return url }
        let end = url.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.count
        return url.enumerated().flatMap { index, byte -> [UInt8] in
            if byte == UInt8(ascii: "\\"), index < end { return [UInt8(ascii: "/")] }
            return byte <= 0x20 || byte > 0x7E ? PercentCoding.encoded([byte]) : [byte]
        }
    }

    private static let webKit =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"

    private func follow(_ first: HTTPCall, pages: Bool = false) -> (reply: HTTPReply?, url: [UInt8]) {
        var call = first
        var fragment: ArraySlice<UInt8>?
        for _ in 0...Limits.redirects {
            let parts = URLBytes(Network.written(call.url))
            if let range = parts.fragment { fragment = parts.bytes[range] }
            call.url = Network.asked(parts)
            // A fragment stays with the client and passes to the next address that has none (RFC 9110 §10.2.2).
            let shown = call.url + (fragment.map { [UInt8(ascii: "#")] + $0 } ?? [])
            guard parts.webScheme != nil else { return (nil, shown) }
            let reply: HTTPReply
            calls += 1
            do {
                reply = try transport.send(call)
            } catch {
                failures.append("\(call.method) \(String(display: call.url)): \(error)")
                return (nil, shown)
            }
            let redirects: Set = [301, 302, 303, 307, 308]
            var location = redirects.contains(reply.status) ? reply.fieldValue("location") : nil
            if location == nil, pages { location = reply.onwardLink }
            guard let location else { return (reply, shown) }
            if reply.status < 307, call.method == "POST" {
                call.method = "GET"
                call.body = nil
            }
            call.url = URLBytes(call.url).resolving(location)
        }
        failures.append("\(String(display: first.url)): more than \(Limits.redirects) redirects")
        return (nil, call.url)
    }
}

extension HTTPReply {
    /// The size of the whole that a part belongs to (RFC 9110 §14.4).
    var contentRangeSize: Int? {
        guard let value = fieldValue("content-range"), let slash = value.lastIndex(of: UInt8(ascii: "/")) else {
            return nil
        }
        return Int(String(decoding: value[(slash + 1)...], as: UTF8.self))
    }

    /// Where a page sends its browser: a refresh, or a script that replaces the location.
    fileprivate var onwardLink: [UInt8]? {
        guard status == 200, fieldValue("content-type")?.starts(with: "text/html".utf8) == true else { return nil }
        let escaped = value(after: "content=\"0;url=")?
            .split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let refresh = escaped.map { parts in
            parts.dropFirst().reduce(Array(parts[0])) { link, part in
                link + [UInt8(ascii: "&")] + (part.starts(with: "amp;".utf8) ? part.dropFirst(4) : part)
            }
        }
        return refresh ?? value(after: "location.replace(\"")
    }

    /// What follows these words, up to a quotation mark.
    private func value(after words: String) -> [UInt8]? {
        let start = body.indices.first { body[$0...].starts(with: words.utf8) }
        return start.map { Array(body[($0 + words.utf8.count)...].prefix { $0 != UInt8(ascii: "\"") }) }
    }

    /// The value of the first field with this name, given in lower case.
    fileprivate func fieldValue(_ name: StaticString) -> [UInt8]? {
        for line in head.split(separator: 0x0A) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            guard ASCII.equalsIgnoringCase(line[..<colon], name) else { continue }
            let value = line[(colon + 1)...].prefix { $0 != 0x0D }
            return Array(value.trimmingOptionalWhiteSpace())
        }
        return nil
    }
}

extension URLBytes {
    /// The address a reference stands for, seen from this one (RFC 3986 §5.2); dot segments stay as they are.
    func resolving(_ reference: [UInt8]) -> [UInt8] {
        let other = URLBytes(reference)
        if other.scheme != nil { return reference }
        let scheme = scheme.map { bytes[$0] + [UInt8(ascii: ":")] } ?? []
        if other.host != nil { return scheme + reference }
        if reference.first == UInt8(ascii: "/") { return bytes[..<path.lowerBound] + reference }
        if reference.first == UInt8(ascii: "?") { return bytes[..<path.upperBound] + reference }
        let directory = bytes[path].lastIndex(of: UInt8(ascii: "/")).map { bytes[...$0] } ?? bytes[..<path.upperBound]
        return directory + reference
    }
}
