internal import HTTPModel

/// The advertiser's site: a campaign's address leads on, with the query as it came, to a product page or into the app.
struct AdvertiserRole: Sendable {
    let faults: Set<StandInFault>

    func answer(_ request: StandInRequest) -> StandInAnswer {
        switch request.path {
        case "/abrir", "/oferta":
            let isOfApp = request.path == "/abrir"
            var query = rawQuery(request)
            if faults.contains(isOfApp ? .appLinkWithoutClickID : .redirectDropsClickID) {
                query = query.filter { !$0.hasPrefix("mk_cid=") }
            }
            let page = isOfApp ? "shopapp://produto/42" : "/produto/42"
            return .redirect(to: page + (query.isEmpty ? "" : "?" + query.joined(separator: "&")))
        case "/produto/42":
            let link = "shopapp://produto/42" + (request.query("mk_cid").map { "?mk_cid=\($0)" } ?? "")
            return .text(
                "<!doctype html><title>Produto 42</title><a href=\"\(link)\">Abrir no app</a>\n",
                type: "text/html; charset=utf-8")
        default:
            return .notFound("the shop has no page \(request.path)")
        }
    }

    private func rawQuery(_ request: StandInRequest) -> [String] {
        let url = URLBytes(request.target)
        guard let query = url.query else { return [] }
        return url.bytes[query].split(separator: UInt8(ascii: "&")).map { String(display: $0) }
    }
}
