import HTTP2Wire
import HTTPModel
import HTTPWire
package import ProxyCore

/// What the pages at `http://fita.internal/` tell and take.
package struct OwnPagesContent {
    package var certificatePEM: [UInt8]
    package var certificateDER: [UInt8]
    /// An iOS configuration profile that holds the certificate.
    package var mobileConfig: [UInt8]
    /// SHA-256 of the certificate, for comparing by eye.
    package var fingerprint: String
    /// Address and port of the proxy.
    package var listen: String
    /// Address and port by which other devices reach the proxy, if it listens on all addresses; else nil.
    package var reach: String?
    /// Hosts that a request to the proxy itself may name besides the usual ones.
    package var ownHosts: () -> [String] = { [] }
    /// The authority's list of revoked certificates, as of now; nil where there is none.
    package var revocationList: () -> [UInt8]? = { nil }
    /// What goes on now, one line each.
    package var status: () -> [String]
    /// Takes marks; nil where nothing is recorded.
    package var mark: ((MarkLine) -> Void)?

    package init(
        certificatePEM: [UInt8], certificateDER: [UInt8], mobileConfig: [UInt8], fingerprint: String, listen: String,
        reach: String? = nil, ownHosts: @escaping () -> [String] = { [] }, status: @escaping () -> [String],
        mark: ((MarkLine) -> Void)?
    ) {
        self.certificatePEM = certificatePEM
        self.certificateDER = certificateDER
        self.mobileConfig = mobileConfig
        self.fingerprint = fingerprint
        self.listen = listen
        self.reach = reach
        self.ownHosts = ownHosts
        self.status = status
        self.mark = mark
    }
}

extension OwnPagesContent {
    /// Where to send a device.
    var address: String { reach ?? listen }
}

/// fita's own pages, reached through the proxy. They are not recorded.
package final class OwnPages: Origin {
    /// Bytes of a request body that are taken.
    package static let bodyLimit = 16_384

    private var content: OwnPagesContent

    package init(_ content: OwnPagesContent) {
        self.content = content
    }

    /// See ``OwnPagesContent/reach``.
    package var reach: String? {
        get { content.reach }
        set { content.reach = newValue }
    }

    /// The address listened on, once it is known.
    package var listen: String {
        get { content.listen }
        set { content.listen = newValue }
    }

    /// See ``OwnPagesContent/revocationList``.
    package var revocationList: () -> [UInt8]? {
        get { content.revocationList }
        set { content.revocationList = newValue }
    }

    package func ask(_ request: OriginRequest, answerTo sink: any AnswerSink) -> any RequestSink {
        let exchange = PageExchange(request, sink, self)
        if case .tunnel = request.kind { exchange.refuseTunnel() }
        // What is too long by its own word is not waited for.
        if case .length(let length) = request.framing, length > OwnPages.bodyLimit { exchange.refuseLength() }
        return exchange
    }

    package func refused(_ refusal: RefusedRequest) {}

    fileprivate func page(for request: OriginRequest, body: [UInt8]) -> Page {
        let head = request.head
        guard isForUs(head) else {
            return .text(
                400, "fita is a proxy: send it absolute-form requests or CONNECT, or open http://fita.internal/\n")
        }
        let target = ComparablePath.of(head)
        switch target {
        case "/":
            return Page(status: 200, type: "text/html; charset=utf-8", body: Array(WelcomePage.html(content).utf8))
        case "/ca.pem": return Page(status: 200, type: "application/x-pem-file", body: content.certificatePEM)
        case "/ca.der", "/ca.crt":
            return Page(status: 200, type: "application/x-x509-ca-cert", body: content.certificateDER)
        case "/ca.crl":
            guard let list = content.revocationList() else { return .text(404, "There is no such list.\n") }
            return Page(status: 200, type: "application/pkix-crl", body: list)
        case "/fita.mobileconfig":
            return Page(status: 200, type: "application/x-apple-aspen-config", body: content.mobileConfig)
        case "/proxy.pac":
            return Page(
                status: 200, type: "application/x-ns-proxy-autoconfig",
                body: Array(ProxyScript.text(content.address).utf8))
        case "/marks": return marks(head, body)
        default: return .text(404, "There is no such page at fita.internal. Its front page is http://fita.internal/\n")
        }
    }

    /// A page open in some browser may send requests here too; it cannot choose these names (DNS rebinding).
    private func isForUs(_ head: RequestHead) -> Bool {
        if head.targetBytes.first != UInt8(ascii: "/") { return true }
        guard let value = head.first("host"), let (host, _) = HostAndPort.parse(value) else {
            return head.version == .http10
        }
        let isListening = content.listen.hasPrefix("\(host):") || content.listen.hasPrefix("[\(host)]:")
        if content.ownHosts().contains(host) { return true }
        // The address itself, not a name that begins like one.
        let isLoopback = NetworkAddress(host)?.isLoopback == true
        return host == OwnHost.name || host == "localhost" || isLoopback || isListening
    }

    private func marks(_ head: RequestHead, _ body: [UInt8]) -> Page {
        guard head.isMethod("POST") else {
            return .text(405, "Send marks by POST, text/plain, one key=value a line.\n")
        }
        // A web page can post plain text anywhere, but it cannot leave these fields out.
        guard !head.contains("origin"), !head.contains("sec-fetch-site") else {
            return .text(403, "Marks are not taken from web pages.\n")
        }
        let type = head.first("content-type") ?? []
        guard ASCII.equalsIgnoringCase(type.prefix(10), "text/plain") else {
            return .text(415, "Send marks as text/plain, one key=value a line.\n")
        }
        guard let take = content.mark else { return .text(403, "Nothing is being recorded.\n") }
        var lines: [MarkLine] = []
        for (number, line) in zip(1..., body.split(separator: 0x0A)) {
            switch MarkLine.parse(String(decoding: line, as: UTF8.self)) {
            case .success(let mark): lines.append(mark)
            case .failure(let error): return .text(400, "line \(number): \(error.text)\n")
            }
        }
        guard !lines.isEmpty else { return .text(400, "There is no mark in the body: send key=value, one a line.\n") }
        for line in lines { take(line) }
        return Page(status: 204, type: "", body: [])
    }
}

private enum ComparablePath {
    /// The path of origin-form and absolute-form targets, without a query.
    static func of(_ head: RequestHead) -> String {
        let url = URLBytes(head.targetBytes)
        let path = String(display: url.bytes[url.path])
        return path.isEmpty ? "/" : path
    }
}

struct Page {
    let status: Int
    let type: String
    let body: [UInt8]

    static func text(_ status: Int, _ text: String) -> Page {
        Page(status: status, type: "text/plain; charset=utf-8", body: Array(text.utf8))
    }

    var headBytes: [UInt8] {
        var head = "HTTP/1.1 \(status) \(OwnAnswer.reason(status))\r\n"
        if status != 204 { head += "Content-Type: \(type)\r\nContent-Length: \(body.count)\r\n" }
        head += "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
        head += "X-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\n"
        head += "Content-Security-Policy: default-src 'none'; style-src \(PageStyle.source); "
        head += "base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\r\n"
        return Array(head.utf8)
    }
}

private final class PageExchange: RequestSink {
    private let request: OriginRequest
    private let sink: any AnswerSink
    private let pages: OwnPages
    private var reader: BodyReader
    private var body: [UInt8] = []
    private var isOver = false

    init(_ request: OriginRequest, _ sink: any AnswerSink, _ pages: OwnPages) {
        self.request = request
        self.sink = sink
        self.pages = pages
        reader = BodyReader(request.framing)
    }

    var isCongested: Bool { false }

    /// Nothing but HTTP is spoken here.
    func refuseTunnel() {
        isOver = true
        sink.answerFailed(.aborted(detail: "A tunnel to fita itself leads nowhere."))
    }

    func sendBody(_ wire: UnsafeBufferPointer<UInt8>) {
        guard !isOver, body.count <= OwnPages.bodyLimit else { return }
        _ = try? reader.read(wire) { body.append(contentsOf: wire[$0]) }
    }

    /// No page asks for any.
    func sendTrailers(_ fields: [HTTP2Field]) {}

    func sendEnd() {
        guard body.count <= OwnPages.bodyLimit else { return refuseLength() }
        answer { pages.page(for: request, body: body) }
    }

    func refuseLength() { answer { .text(413, "The body is over \(OwnPages.bodyLimit) bytes.\n") } }

    private func answer(_ make: () -> Page) {
        guard !isOver else { return }
        isOver = true
        let page = make()
        guard let head = try? HeadParser().response(page.headBytes) else {
            return sink.answerFailed(.aborted(detail: "The page could not be made."))
        }
        let isHead = request.head.isMethod("HEAD")
        sink.answerHead(head, framing: isHead || page.status == 204 ? .none : .length(page.body.count))
        if !isHead, page.status != 204 { page.body.withUnsafeBufferPointer { sink.answerBody($0) } }
        sink.answerEnded()
    }

    func pauseAnswer() {}

    func resumeAnswer() {}

    func cancel(_ cause: CancelCause) { isOver = true }
}
