internal import CCurl
internal import HTTPModel

/// A blocking client that keeps its connections from one call to the next.
///
/// It belongs to one thread at a time. Nothing is read from the environment and no field of libcurl's own is sent;
/// redirects are not followed and cookies are neither kept nor sent.
package final class HTTPCaller {
    package struct Settings: Hashable, Sendable {
        /// The proxy for http URLs, asked in absolute form.
        package var proxy: String?
        /// The proxy for https URLs, asked with CONNECT.
        package var secureProxy: String?
        /// A PEM file of the certificate authorities to trust, in place of the system's.
        package var authorityFile: String?
        /// `HOST:PORT:ADDRESS:PORT` each: connects there for HOST:PORT; an empty HOST or PORT matches any.
        package var connectTo: [String] = []
        package var connectTimeout: Duration = .seconds(10)
        package var timeout: Duration = .seconds(60)
        package var limits = HTTPCallLimits()

        package init() {}
    }

    let settings: Settings
    private let easy: OpaquePointer

    package init(_ settings: Settings = Settings()) throws(HTTPCallError) {
        if let text = fita_curl_load() { throw .curlUnavailable(String(cString: text)) }
        guard let easy = fita_curl_easy_new() else { throw .curlUnavailable("libcurl gives no handle") }
        self.settings = settings
        self.easy = easy
    }

    deinit {
        fita_curl_easy_free(easy)
    }

    /// Sends the call and waits for its answer.
    package func call(_ call: HTTPCall) throws(HTTPCallError) -> HTTPReply {
        let scheme = try check(call)
        fita_curl_easy_reset(easy)
        let fields = try list(try fieldLines(call))
        defer { fita_curl_list_free(fields) }
        let connectTo = try list(settings.connectTo.map { Array($0.utf8) })
        defer { fita_curl_list_free(connectTo) }
        setOptions(call, scheme: scheme, on: easy)
        fita_curl_easy_set_list(easy, FITA_CURLOPT_HTTPHEADER, fields)
        fita_curl_easy_set_list(easy, FITA_CURLOPT_CONNECT_TO, connectTo)

        let answer = HTTPAnswerBuffer(settings.limits)
        let result = perform(body: call.body, into: answer)
        guard result.code == FITA_CURLE_OK else {
            if answer.isTooLarge { throw .failed(.answerTooLarge, why: "the answer is larger than the limits allow") }
            throw .failed(HTTPCallFailure(curlCode: result.code), why: result.text)
        }
        var status = 0
        fita_curl_easy_get_long(easy, FITA_CURLINFO_RESPONSE_CODE, &status)
        return HTTPReply(status: status, head: answer.head, body: answer.body)
    }

    func check(_ call: HTTPCall) throws(HTTPCallError) -> URLScheme {
        guard call.url.count <= settings.limits.urlBytes else {
            throw .invalidCall(part: "URL", why: "longer than \(settings.limits.urlBytes) bytes")
        }
        guard let scheme = URLBytes(call.url).webScheme else {
            throw .invalidCall(part: "URL", why: "neither http nor https")
        }
        guard !call.url.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
            throw .invalidCall(part: "URL", why: "holds a blank or a control character")
        }
        guard !call.method.isEmpty, call.method.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .invalidCall(part: "method", why: "not a token")
        }
        return scheme
    }

    /// libcurl's list syntax: `Name: value`, `Name;` for an empty value, `Name:` to leave out a field of its own.
    private func fieldLines(_ call: HTTPCall) throws(HTTPCallError) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for field in call.fields {
            guard !field.name.isEmpty, field.name.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") })
            else { throw .invalidCall(part: "field name", why: "not a token: \(String(display: field.name))") }
            guard !field.value.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) else {
                throw .invalidCall(part: "field \(String(display: field.name))", why: "holds NUL, CR or LF")
            }
            lines.append(field.name + (field.value.isEmpty ? [UInt8(ascii: ";")] : Array(": ".utf8) + field.value))
        }
        for own in ["User-Agent", "Accept", "Expect", "Content-Type"] {
            let isGiven = call.fields.contains { ASCII.equalsIgnoringCase($0.name, Array(own.utf8)) }
            if !isGiven { lines.append(Array("\(own):".utf8)) }
        }
        return lines
    }

    func list(_ texts: [[UInt8]]) throws(HTTPCallError) -> OpaquePointer? {
        var list: OpaquePointer?
        for text in texts {
            guard let longer = text.withCString({ fita_curl_list_append(list, $0) }) else {
                fita_curl_list_free(list)
                throw .invalidCall(part: "fields", why: "memory is short")
            }
            list = longer
        }
        return list
    }

    func setOptions(_ call: HTTPCall, scheme: URLScheme, on easy: OpaquePointer) {
        let longs: [(FitaCurlLongOption, Int)] = [
            (FITA_CURLOPT_NOSIGNAL, 1),
            (FITA_CURLOPT_PATH_AS_IS, 1),
            (FITA_CURLOPT_FOLLOWLOCATION, 0),
            (FITA_CURLOPT_HTTP_CONTENT_DECODING, 0),
            (FITA_CURLOPT_HTTP_VERSION, Int(FITA_CURL_HTTP_VERSION_1_1)),
            (FITA_CURLOPT_HEADEROPT, Int(FITA_CURL_HEADER_SEPARATE)),
            (FITA_CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
            (FITA_CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout.wholeMilliseconds),
            (FITA_CURLOPT_TIMEOUT_MS, settings.timeout.wholeMilliseconds),
        ]
        for (option, value) in longs { fita_curl_easy_set_long(easy, option, value) }
        call.url.withCString { _ = fita_curl_easy_set_string(easy, FITA_CURLOPT_URL, $0) }
        // An empty text, unlike none at all, keeps libcurl from asking the environment.
        let proxy = scheme == .https ? settings.secureProxy : settings.proxy
        fita_curl_easy_set_string(easy, FITA_CURLOPT_PROXY, proxy ?? "")
        fita_curl_easy_set_string(easy, FITA_CURLOPT_NOPROXY, "")
        if let file = settings.authorityFile { fita_curl_easy_set_string(easy, FITA_CURLOPT_CAINFO, file) }
        if call.method == "HEAD", call.body == nil {
            fita_curl_easy_set_long(easy, FITA_CURLOPT_NOBODY, 1)
        } else {
            fita_curl_easy_set_long(easy, call.body == nil ? FITA_CURLOPT_HTTPGET : FITA_CURLOPT_POST, 1)
            fita_curl_easy_set_string(easy, FITA_CURLOPT_CUSTOMREQUEST, call.method)
        }
    }

    private func perform(body: [UInt8]?, into answer: HTTPAnswerBuffer) -> (code: Int32, text: String) {
        let context = Unmanaged.passUnretained(answer).toOpaque()
        fita_curl_easy_set_header(
            easy,
            { bytes, size, count, context in
                HTTPAnswerBuffer.at(context).takeHeadLine(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }, context)
        fita_curl_easy_set_write(
            easy,
            { bytes, size, count, context in
                HTTPAnswerBuffer.at(context).takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }, context)
        var message = [CChar](repeating: 0, count: Int(FITA_CURL_ERROR_SIZE))
        // Without an address libcurl would read an empty body from its standard input.
        let content = body.map { $0.isEmpty ? [0] : $0 } ?? []
        let code = message.withUnsafeMutableBufferPointer { message in
            content.withUnsafeBufferPointer { content in
                fita_curl_easy_set_pointer(easy, FITA_CURLOPT_ERRORBUFFER, message.baseAddress)
                if let body {
                    // Forgotten by the reset that opens the next call.
                    fita_curl_easy_set_offset(easy, FITA_CURLOPT_POSTFIELDSIZE_LARGE, Int64(body.count))
                    fita_curl_easy_set_pointer(easy, FITA_CURLOPT_POSTFIELDS, content.baseAddress)
                }
                let code = fita_curl_easy_perform(easy)
                fita_curl_easy_set_pointer(easy, FITA_CURLOPT_ERRORBUFFER, nil)
                return code
            }
        }
        let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (code, text.isEmpty ? String(cString: fita_curl_easy_error_text(code)) : text)
    }
}

/// What has come of an answer. It is reached from C callbacks, so it is a class.
private final class HTTPAnswerBuffer {
    private(set) var head: [UInt8] = []
    private(set) var body: [UInt8] = []
    private(set) var isTooLarge = false
    private let limits: HTTPCallLimits

    init(_ limits: HTTPCallLimits) {
        self.limits = limits
    }

    static func at(_ context: UnsafeMutableRawPointer?) -> HTTPAnswerBuffer {
        guard let context else { preconditionFailure("libcurl lost its context") }
        return Unmanaged<HTTPAnswerBuffer>.fromOpaque(context).takeUnretainedValue()
    }

    /// libcurl gives each head line by itself; a new status line after an interim answer begins a new head.
    func takeHeadLine(_ bytes: UnsafeRawBufferPointer) -> Int {
        if bytes.starts(with: "HTTP/".utf8) && head.suffix(4).elementsEqual("\r\n\r\n".utf8) { head = [] }
        guard head.count + bytes.count <= limits.headBytes else { return refuse() }
        head += bytes
        return bytes.count
    }

    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count + bytes.count <= limits.bodyBytes else { return refuse() }
        body += bytes
        return bytes.count
    }

    private func refuse() -> Int {
        isTooLarge = true
        return 0
    }
}

extension HTTPCallFailure {
    init(curlCode code: Int32) {
        self =
            switch Int(code) {
            case FITA_CURLE_COULDNT_RESOLVE_HOST: .nameNotResolved
            case FITA_CURLE_COULDNT_RESOLVE_PROXY: .proxyNameNotResolved
            case FITA_CURLE_COULDNT_CONNECT: .notConnected
            case FITA_CURLE_OPERATION_TIMEDOUT: .timedOut
            case FITA_CURLE_SSL_CONNECT_ERROR: .handshakeFailed
            case FITA_CURLE_PEER_FAILED_VERIFICATION: .certificateRefused
            case FITA_CURLE_SSL_CACERT_BADFILE: .authorityFileUnreadable
            case FITA_CURLE_GOT_NOTHING, FITA_CURLE_PARTIAL_FILE, FITA_CURLE_RECV_ERROR, FITA_CURLE_SEND_ERROR:
                .answerIncomplete
            case FITA_CURLE_WEIRD_SERVER_REPLY, FITA_CURLE_UNSUPPORTED_PROTOCOL: .answerNotHTTP
            default: .other(code: Int(code))
            }
    }
}

extension [UInt8] {
    /// The bytes as a C string; they hold no NUL.
    fileprivate func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("a C string has at least its end") }
            return body(base)
        }
    }
}

extension Duration {
    /// At least one, because 0 means "no limit" to libcurl.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = Int(seconds).multipliedReportingOverflow(by: 1000)
        guard !overflow, scaled < Int.max / 2 else { return Int.max / 2 }
        return Swift.max(1, scaled + Int(attoseconds / 1_000_000_000_000_000))
    }
}
