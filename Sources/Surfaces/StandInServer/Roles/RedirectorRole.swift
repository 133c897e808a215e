internal import HTTPModel

/// A tracking company between a click and its landing: `/r?dest=…` leads to `dest`, other parameters passed on.
struct RedirectorRole: Sendable {
    let faults: Set<StandInFault>

    func answer(_ request: StandInRequest) -> StandInAnswer {
        guard request.path == "/r", let destination = request.query("dest") else {
            return .notFound("the redirector needs /r?dest=")
        }
        let url = URLBytes(request.target)
        var rest = ""
        for pair in url.queryPairs where !url.bytes[pair.name].elementsEqual("dest".utf8) {
            let name = String(display: url.bytes[pair.name])
            let value = pair.value.map { String(display: url.bytes[$0]) } ?? ""
            rest += name == "mk_cid" ? clickID(value) : "&\(name)=\(value)"
        }
        var location = destination.contains("?") ? destination + rest : destination + "?" + rest.dropFirst()
        if faults.contains(.redirectorSendsRawBytes) { location += "&campanha=verão" }
        if faults.contains(.redirectorPadsURL) { location += "&pad=" + String(repeating: "x", count: 8100) }
        if faults.contains(.redirectorSendsBackslashes) { location = Self.withBackslashes(location) }
        if faults.contains(.redirectorAnswersRefresh) {
            let escaped = location.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&amp;")
            return .text(
                "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=\(escaped)\"><title>…</title>\n",
                type: "text/html; charset=utf-8")
        }
        if faults.contains(.redirectorAnswersScript) {
            return .text(
                "<!doctype html><title>…</title><script>location.replace(\"\(location)\")</script>\n",
                type: "text/html; charset=utf-8")
        }
        return .redirect(to: location)
    }

    /// The click ID's pair with its delimiter, as it came unless a fault says otherwise.
    private func clickID(_ value: String) -> String {
        if faults.contains(.redirectorRenamesClickID) { return "&MK-CID=\(value)" }
        if faults.contains(.redirectorMovesClickID) { return "#mk_cid=\(value)" }
        if faults.contains(.redirectorEscapesHTML) { return "&amp;mk_cid=\(value)" }
        if faults.contains(.redirectorCutsClickID) { return "&mk_cid=\(value.prefix(value.count / 2))" }
        if faults.contains(.redirectorEncodesTwice), let first = value.utf8.first {
            return "&mk_cid=%25\(String(first, radix: 16, uppercase: true))\(value.dropFirst())"
        }
        return "&mk_cid=\(value)"
    }

    /// Up to the query, as some hand-written links are.
    private static func withBackslashes(_ url: String) -> String {
        let end = url.firstIndex(of: "?") ?? url.endIndex
        return String(url[..<end].map { $0 == "/" ? "\\" : $0 }) + url[end...]
    }
}
