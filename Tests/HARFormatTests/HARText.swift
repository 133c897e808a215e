import CassetteFormat
import HTTPModel
import JSONText

@testable import HARFormat

/// What came of reading a HAR text.
struct ReadHAR {
    var header: TapeHeader?
    var exchanges: [Exchange] = []
    let report: HARReport

    init(_ bytes: [UInt8], limits: HARLimits = HARLimits()) throws(TapeError) {
        var header: TapeHeader?
        var exchanges: [Exchange] = []
        let result = bytes.withUnsafeBytes { bytes -> Result<HARReport, TapeError> in
            do throws(TapeError) {
                return .success(
                    try HARReader(limits: limits).read(bytes) { item in
                        switch item {
                        case .header(let told): header = told
                        case .exchange(let exchange): exchanges.append(exchange)
                        default: break
                        }
                    })
            } catch {
                return .failure(error)
            }
        }
        report = try result.get()
        self.header = header
        self.exchanges = exchanges
    }

    init(_ text: String, limits: HARLimits = HARLimits()) throws(TapeError) {
        try self.init(Array(text.utf8), limits: limits)
    }

    var losses: Set<HARLoss.Kind> { Set(report.losses.map(\.kind)) }
}

/// Pieces of HAR texts, as other tools write them.
enum HARText {
    static func log(_ entries: [String]) -> String {
        #"{"log":{"version":"1.2","creator":{"name":"Tool","version":"7"},"entries":["#
            + entries.joined(separator: ",") + "]}}"
    }

    static func entry(
        start: String? = "2026-03-01T10:00:00.000Z", request: String = request(), response: String? = response(),
        more: String = #","time":12,"timings":{"send":1,"wait":9,"receive":2}"#
    ) -> String {
        let start = start.map { #""startedDateTime":"\#($0)","# } ?? ""
        let response = response.map { #","response":\#($0)"# } ?? ""
        return "{" + start + #""request":\#(request)"# + response + more + "}"
    }

    static func request(
        method: String = "GET", url: String = "https://ads.example/serve?zone=1", version: String = "HTTP/1.1",
        headers: String = "[]", more: String = ""
    ) -> String {
        #"{"method":"\#(method)","url":"\#(url)","httpVersion":"\#(version)","headers":\#(headers)\#(more)}"#
    }

    static func response(
        status: String = "200", reason: String = "OK", version: String = "HTTP/1.1", headers: String = "[]",
        content: String = #"{"size":2,"mimeType":"text/plain","text":"ok"}"#, more: String = ""
    ) -> String {
        #"{"status":\#(status),"statusText":"\#(reason)","httpVersion":"\#(version)","headers":\#(headers),"#
            + #""content":\#(content)\#(more)}"#
    }

    static func fields(_ pairs: KeyValuePairs<String, String>) -> String {
        "[" + pairs.map { #"{"name":"\#($0.key)","value":"\#($0.value)"}"# }.joined(separator: ",") + "]"
    }

    /// One exchange of one entry.
    static func only(_ entry: String) throws(TapeError) -> (Exchange, Set<HARLoss.Kind>) {
        let read = try ReadHAR(log([entry]))
        guard let exchange = read.exchanges.first else { throw read.report.refusals[0] }
        return (exchange, read.losses)
    }
}

extension MessageHead {
    func text(_ name: StaticString) -> String? { first(name).map { String(display: $0) } }
}
