internal import CCurl
package import Sockets

/// How connections to origins are made.
package struct DialerConfiguration: Sendable {
    /// `HOST:PORT:ADDR:PORT` each: dials ADDR:PORT for HOST:PORT. An empty HOST or PORT matches any.
    package var connectTo: [String] = []
    /// A parent proxy (`http://`, `socks5h://`, ...); every connection is tunnelled through it.
    package var upstreamProxy: String?
    /// Milliseconds for resolving and connecting together.
    package var connectTimeout = 10_000

    package init() {}

    /// Whether a rule leads this host and port elsewhere.
    func leads(_ host: String, _ port: UInt16) -> Bool {
        let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        return connectTo.contains { rule in
            [name, ""].contains { host in ["\(port)", ""].contains { rule.hasPrefix("\(host):\($0):") } }
        }
    }
}

/// Why no connection came about.
package struct DialFailure: Error, Hashable, Sendable {
    /// One of resolve, connect, proxy, timeout, library, or the judge's word.
    package let code: String
    package let detail: String

    package init(code: String, detail: String) {
        self.code = code
        self.detail = detail
    }
}

/// An address that is about to be connected to.
package struct DialedAddress: Hashable, Sendable {
    /// 4 or 16, in network order.
    package let bytes: [UInt8]
    package let port: UInt16
    /// By `connectTo`, or a parent proxy's.
    package let isOfOperator: Bool
}

/// Makes TCP connections by name: resolver, happy eyeballs, parent proxies and time-outs are libcurl's, which is
/// loaded at the first dial. The connected socket is taken over; libcurl never sees a request.
package final class Dialer {
    private let loop: EventLoop
    private let configuration: DialerConfiguration
    private var multi: OpaquePointer?
    private var watches: [Int32: DescriptorWatch] = [:]
    private var timer: Timer?
    private var dials: [OpaquePointer: Dial] = [:]

    package init(_ loop: EventLoop, _ configuration: DialerConfiguration) {
        self.loop = loop
        self.configuration = configuration
    }

    deinit {
        for (easy, dial) in dials {
            fita_curl_multi_remove(multi, easy)
            dial.free(easy)
        }
        if let multi { _ = fita_curl_multi_free(multi) }
    }

    /// Dials; `done` is called later, on the loop. The stream is not reading yet.
    ///
    /// - Parameters:
    ///   - host: a name or a numeric address, IPv6 without brackets.
    ///   - judge: is shown each address before it is connected to, and refuses it by giving a failure.
    package func dial(
        _ host: String, _ port: UInt16, judge: @escaping (DialedAddress) -> DialFailure? = { _ in nil },
        done: @escaping (Result<TCPStream, DialFailure>) -> Void
    ) {
        if let error = prepare() {
            done(.failure(DialFailure(code: "library", detail: error)))
            return
        }
        guard let easy = fita_curl_easy_new() else {
            done(.failure(DialFailure(code: "library", detail: "libcurl has no memory for a connection")))
            return
        }
        let isOfOperator = configuration.upstreamProxy != nil || configuration.leads(host, port)
        let dial = Dial(isOfOperator, judge, done)
        let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        // The scheme only satisfies the URL parser: with CONNECT_ONLY nothing is sent.
        _ = fita_curl_easy_set_string(easy, FITA_CURLOPT_URL, "http://\(name):\(port)/")
        _ = fita_curl_easy_set_long(easy, FITA_CURLOPT_CONNECT_ONLY, 1)
        _ = fita_curl_easy_set_long(easy, FITA_CURLOPT_NOSIGNAL, 1)
        _ = fita_curl_easy_set_long(easy, FITA_CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout)
        _ = fita_curl_easy_set_long(easy, FITA_CURLOPT_FRESH_CONNECT, 1)
        // An empty proxy keeps libcurl from taking one from the environment, which may name fita itself.
        _ = fita_curl_easy_set_string(easy, FITA_CURLOPT_PROXY, configuration.upstreamProxy ?? "")
        _ = fita_curl_easy_set_string(easy, FITA_CURLOPT_NOPROXY, configuration.upstreamProxy == nil ? "*" : "")
        _ = fita_curl_easy_set_long(easy, FITA_CURLOPT_HTTPPROXYTUNNEL, 1)
        _ = fita_curl_easy_set_long(easy, FITA_CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        _ = fita_curl_easy_set_pointer(easy, FITA_CURLOPT_ERRORBUFFER, dial.errorText)
        _ = fita_curl_easy_set_open_socket(easy, dial.slot)
        for rule in configuration.connectTo { dial.list = fita_curl_list_append(dial.list, rule) }
        if let list = dial.list { _ = fita_curl_easy_set_list(easy, FITA_CURLOPT_CONNECT_TO, list) }
        dials[easy] = dial
        _ = fita_curl_multi_add(multi, easy)
    }

    private func prepare() -> String? {
        if multi != nil { return nil }
        if let error = fita_curl_load() { return String(cString: error) }
        guard let multi = fita_curl_multi_new() else { return "libcurl cannot start" }
        self.multi = multi
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = fita_curl_multi_set_socket(
            multi,
            { _, socket, what, context, _ in
                guard let context else { return 0 }
                Unmanaged<Dialer>.fromOpaque(context).takeUnretainedValue().watch(socket, what)
                return 0
            }, context)
        _ = fita_curl_multi_set_timer(
            multi,
            { _, milliseconds, context in
                guard let context else { return 0 }
                Unmanaged<Dialer>.fromOpaque(context).takeUnretainedValue().schedule(milliseconds)
                return 0
            }, context)
        return nil
    }

    private func watch(_ socket: Int32, _ what: Int32) {
        if Int(what) == FITA_CURL_POLL_REMOVE {
            unwatch(socket)
            return
        }
        let watch: DescriptorWatch
        if let known = watches[socket] {
            watch = known
        } else {
            watch = DescriptorWatch(loop, descriptor: socket) { [unowned self] readiness in
                act(socket, readiness)
            }
            watches[socket] = watch
        }
        var readiness: DescriptorWatch.Readiness = []
        if what & Int32(FITA_CURL_POLL_IN) != 0 { readiness.insert(.readable) }
        if what & Int32(FITA_CURL_POLL_OUT) != 0 { readiness.insert(.writable) }
        watch.watch(readiness)
    }

    /// libcurl is about to close the socket, perhaps from within the watch's own call.
    private func unwatch(_ socket: Int32) {
        watches.removeValue(forKey: socket)?.stop()
    }

    private func schedule(_ milliseconds: Int) {
        timer =
            milliseconds < 0
            ? nil
            : Timer(loop, after: UInt64(milliseconds), keepsLoopAlive: true) { [unowned self] in
                act(Int32(FITA_CURL_SOCKET_TIMEOUT), [])
            }
    }

    private func act(_ socket: Int32, _ readiness: DescriptorWatch.Readiness) {
        var events: Int32 = 0
        if readiness.contains(.readable) { events |= Int32(FITA_CURL_SELECT_IN) }
        if readiness.contains(.writable) { events |= Int32(FITA_CURL_SELECT_OUT) }
        if readiness.contains(.failed) { events |= Int32(FITA_CURL_SELECT_ERROR) }
        var running: Int32 = 0
        _ = fita_curl_multi_socket_action(multi, socket, events, &running)
        finishDone()
    }

    private func finishDone() {
        var easy: OpaquePointer?
        var result: Int32 = 0
        while fita_curl_multi_next_done(multi, &easy, &result) == 1 {
            guard let finished = easy, let dial = dials.removeValue(forKey: finished) else { continue }
            let outcome = outcome(of: finished, result, dial)
            fita_curl_multi_remove(multi, finished)
            dial.free(finished)
            dial.done(outcome)
        }
    }

    private func outcome(of easy: OpaquePointer, _ result: Int32, _ dial: Dial) -> Result<TCPStream, DialFailure> {
        guard Int(result) == FITA_CURLE_OK else {
            if let refusal = dial.refusal { return .failure(refusal) }
            let text = dial.errorWords ?? String(cString: fita_curl_easy_error_text(result))
            return .failure(DialFailure(code: code(result), detail: text))
        }
        var socket: Int32 = -1
        _ = fita_curl_easy_get_active_socket(easy, &socket)
        unwatch(socket)
        do throws(SocketError) {
            return .success(try TCPStream(loop, duplicating: socket))
        } catch {
            return .failure(DialFailure(code: "connect", detail: error.description))
        }
    }

    private func code(_ result: Int32) -> String {
        switch Int(result) {
        case FITA_CURLE_COULDNT_RESOLVE_HOST: "resolve"
        case FITA_CURLE_COULDNT_RESOLVE_PROXY, FITA_CURLE_PROXY: "proxy"
        case FITA_CURLE_OPERATION_TIMEDOUT: "timeout"
        // Only the parent proxy is connected to then; it refuses, or is not there.
        default: configuration.upstreamProxy == nil ? "connect" : "proxy"
        }
    }
}

/// A connection being made.
private final class Dial {
    let done: (Result<TCPStream, DialFailure>) -> Void
    /// Why the last address that was refused was.
    private(set) var refusal: DialFailure?
    let slot = UnsafeMutablePointer<FitaCurlOpenSocketSlot>.allocate(capacity: 1)
    private let isOfOperator: Bool
    private let judge: (DialedAddress) -> DialFailure?
    let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(FITA_CURL_ERROR_SIZE))
    var list: OpaquePointer?

    init(
        _ isOfOperator: Bool, _ judge: @escaping (DialedAddress) -> DialFailure?,
        _ done: @escaping (Result<TCPStream, DialFailure>) -> Void
    ) {
        self.isOfOperator = isOfOperator
        self.judge = judge
        self.done = done
        // The dialer keeps this object until libcurl has let go of the handle.
        slot.initialize(
            to: FitaCurlOpenSocketSlot(
                callback: { context, address in
                    guard let context, let address else { return -1 }
                    return Unmanaged<Dial>.fromOpaque(context).takeUnretainedValue().open(address)
                }, context: nil))
        slot.pointee.context = Unmanaged.passUnretained(self).toOpaque()
        errorText.pointee = 0
    }

    /// A socket for the address, or -1.
    private func open(_ address: UnsafePointer<FitaCurlAddress>) -> Int32 {
        let raw = UnsafeRawBufferPointer(start: address.pointee.address, count: Int(address.pointee.length))
        // The port is in the same place in both kinds of address; the IPv6 address is behind the flow's label.
        let isShort = raw.count < 28
        if raw.count >= 16 {
            let dialed = DialedAddress(
                bytes: Array(isShort ? raw[4..<8] : raw[8..<24]), port: UInt16(raw[2]) << 8 | UInt16(raw[3]),
                isOfOperator: isOfOperator)
            if let failure = judge(dialed) {
                refusal = failure
                return -1
            }
        }
        return fita_curl_open_socket(address)
    }

    var errorWords: String? {
        let text = String(cString: errorText)
        return text.isEmpty ? nil : text
    }

    func free(_ easy: OpaquePointer) {
        fita_curl_easy_free(easy)
        if let list { fita_curl_list_free(list) }
        errorText.deallocate()
        slot.deallocate()
    }
}
