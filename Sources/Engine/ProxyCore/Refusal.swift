import HTTP2Wire
package import HTTPModel
package import HTTPWire

/// An answer of fita's own: status, and words for whoever reads it.
package struct OwnAnswer: Sendable, Hashable {
    package let status: Int
    package let title: String
    package let text: String
    /// The client's connection ends after it.
    package let closes: Bool
    /// Field lines besides the usual ones, without their line ends.
    package let fields: [String]

    package init(status: Int, title: String, text: String, closes: Bool = true, fields: [String] = []) {
        self.fields = fields
        self.status = status
        self.title = title
        self.text = text
        self.closes = closes
    }

    package init(refusing fault: WireFault) {
        self.init(
            status: fault.suggestedStatus, title: "fita refused the request",
            text: "At byte \(fault.offset): \(fault.reason.rawValue).\n"
                + "Two programs could read these bytes differently, so nothing was sent on.\n")
    }

    /// What the client is told when the origin gave no answer. 502 and 504 as RFC 9110 §15.6 says; 5xx for a miss.
    package init(failure: OriginFailure, origin: ServerOrigin) {
        switch failure {
        case .unreachable(let code, let detail):
            let status = ["timeout": 504, "refused": 403, "loop": 508][code] ?? 502
            self.init(
                status: status, title: "fita could not reach \(origin.text)",
                text: "\(detail)\n\(OwnAnswer.advice(code))", closes: false)
        case .aborted(let detail), .short(let detail):
            self.init(
                status: 502, title: "\(origin.text) broke off",
                text: "\(detail)\nThe exchange is recorded as failed.\n", closes: false)
        case .streamReset(let code, _):
            self.init(
                status: 502, title: "\(origin.text) broke off",
                text: "It reset the stream: \(code).\n"
                    + (code == .http11Required ? "It wants HTTP/1.1: --http1 origins asks it in that.\n" : ""),
                closes: false)
        case .fault(let fault):
            self.init(
                status: 502, title: "\(origin.text) did not answer with HTTP/1",
                text: "At byte \(fault.offset) of the answer: \(fault.reason.rawValue).\n"
                    + "The bytes are recorded; none was passed on.\n", closes: false)
        case .headTimeout:
            self.init(
                status: 504, title: "\(origin.text) did not answer in time",
                text: "No response head within the time limit.\n", closes: false)
        case .missed(let explanation):
            self.init(status: 503, title: "not on the tape", text: explanation, closes: false)
        case .recordedFailure(let detail):
            self.init(
                status: 502, title: "the recorded exchange failed",
                text: "The tape holds no whole answer for this request: \(detail)\n", closes: false)
        }
    }

    private static func advice(_ code: String) -> String {
        switch code {
        case "resolve": "Check the host name, or map it with --connect-to HOST:PORT:ADDR:PORT.\n"
        case "tls": "Nothing was sent. If the server's issuer is your own, name it with --upstream-ca FILE.\n"
        case "refused", "loop": "Nothing was sent.\n"
        case "proxy": "Check the address given with --upstream-proxy.\n"
        default: "Check that the server runs and that the network lets fita through.\n"
        }
    }

    /// The whole message, plain text.
    package func bytes(for method: ArraySlice<UInt8>) -> [UInt8] {
        let body = Array("\(title)\n\n\(text)".utf8)
        let head =
            "HTTP/1.1 \(status) \(OwnAnswer.reason(status))\r\nContent-Type: text/plain; charset=utf-8\r\n"
            + "Content-Length: \(body.count)\r\nFita: own-answer\r\n"
            + (fields + (closes ? ["Connection: close"] : [])).map { $0 + "\r\n" }.joined() + "\r\n"
        return Array(head.utf8) + (method.elementsEqual("HEAD".utf8) ? [] : body)
    }

    package static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 204: "No Content"
        case 400: "Bad Request"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 407: "Proxy Authentication Required"
        case 408: "Request Timeout"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 431: "Request Header Fields Too Large"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        case 508: "Loop Detected"
        default: "Status"
        }
    }
}
