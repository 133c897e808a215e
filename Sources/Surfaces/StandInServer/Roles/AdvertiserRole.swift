internal import HTTPModel

/// The advertiser's site: the campaign's address leads on to a product page, with the query as it came.
struct AdvertiserRole: Sendable {
    let faults: Set<StandInFault>

    func answer(_ request: StandInRequest) -> StandInAnswer {
        switch request.path {
        case "/oferta" where faults.contains(.appLinkWithoutClickID):
            return .redirect(to: "shopapp://produto/42")
        case "/oferta":
            var query = rawQuery(request)
            if faults.contains(.redirectDropsClickID) {
                query = query.filter { !$0.hasPrefix("mk_cid=") }
            }
            return .redirect(to: "/produto/42" + (query.isEmpty ? "" : "?" + query.joined(separator: "&")))
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
