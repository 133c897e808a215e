internal import CCurl
internal import HTTPModel

/// A blocking connection to where a URL leads, through the proxy and TLS where they are wanted; what is said on it is
/// the caller's own.
///
/// It belongs to one thread at a time, and is closed when it is let go.
package final class OpenedConnection {
    /// Bytes taken at once.
    private static let capacity = 16 << 10

    private let easy: OpaquePointer
    private let lists: [OpaquePointer]
    private let milliseconds: Int32

    /// - Parameter easy: with every option but those of a bare connection; owned from here on, as the lists are.
    fileprivate init(_ easy: OpaquePointer, _ lists: [OpaquePointer], _ timeout: Duration) throws(HTTPCallError) {
        self.easy = easy
        self.lists = lists
        milliseconds = Int32(clamping: timeout.wholeMilliseconds)
        try check(fita_curl_easy_perform(easy))
    }

    deinit {
        fita_curl_easy_free(easy)
        for list in lists { fita_curl_list_free(list) }
    }

    package func send(_ bytes: [UInt8]) throws(HTTPCallError) {
        try check(bytes.withUnsafeBytes { fita_curl_easy_send(easy, $0.baseAddress, $0.count, milliseconds) })
    }

    /// What has come, at least a byte; nothing where the peer has ended.
    package func receive() throws(HTTPCallError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.capacity) { buffer, count in
            code = fita_curl_easy_receive(easy, buffer.baseAddress, buffer.count, milliseconds, &count)
        }
        try check(code)
        return bytes
    }

    private func check(_ code: Int32) throws(HTTPCallError) {
        guard code != FITA_CURLE_OK else { return }
        throw .failed(HTTPCallFailure(curlCode: code), why: String(cString: fita_curl_easy_error_text(code)))
    }
}

extension HTTPCaller {
    /// A connection of its own to where the call would go.
    package func open(_ call: HTTPCall) throws(HTTPCallError) -> OpenedConnection {
        let scheme = try check(call)
        guard let easy = fita_curl_easy_new() else { throw .curlUnavailable("libcurl gives no handle") }
        let connectTo = try list(settings.connectTo.map { Array($0.utf8) })
        setOptions(call, scheme: scheme, on: easy)
        _ = fita_curl_easy_set_long(easy, FITA_CURLOPT_CONNECT_ONLY, 1)
        _ = fita_curl_easy_set_long(easy, FITA_CURLOPT_HTTPPROXYTUNNEL, 1)
        if let connectTo { _ = fita_curl_easy_set_list(easy, FITA_CURLOPT_CONNECT_TO, connectTo) }
        return try OpenedConnection(easy, connectTo.map { [$0] } ?? [], settings.timeout)
    }
}
