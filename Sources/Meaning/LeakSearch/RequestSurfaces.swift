package import CassetteFormat
import ContentCoding
package import HTTPModel

/// A part of an exchange that is searched.
package enum SearchSurface: String, Sendable, Hashable, CaseIterable {
    /// The host that was dialled.
    case authority
    /// The name that TLS asked for.
    case serverName = "server-name"
    /// A name that DNS was asked for.
    case resolvedName = "resolved-name"
    case requestHead = "request-head"
    case requestContent = "request-content"
    case requestTrailer = "request-trailer"
    case responseHead = "response-head"
    case responseContent = "response-content"
    case responseTrailer = "response-trailer"
    /// What one side said in a WebSocket connection; as passed, frames joined.
    case webSocketMessage = "websocket-message"
}

/// An appearance, and where in the exchange it stands.
package struct PlacedAppearance: Sendable, Hashable {
    package let surface: SearchSurface
    /// In words: `query uid`, `field cookie`, `path`, `method`; empty of a content.
    package let place: String
    package let appearance: Appearance

    package init(surface: SearchSurface, place: String, appearance: Appearance) {
        self.surface = surface
        self.place = place
        self.appearance = appearance
    }
}

/// What was found in an exchange, and what was not searched of it.
package struct ExchangeReport: Sendable {
    package var found: [PlacedAppearance] = []
    package var gaps: [(surface: SearchSurface, gap: SearchGap)] = []

    package init(found: [PlacedAppearance] = []) {
        self.found = found
    }
}

extension DisguiseSearch {
    /// Searches the request: the host, the head with every field, the content, the trailer.
    package func search(requestOf exchange: Exchange) -> ExchangeReport {
        var report = ExchangeReport()
        add(search(Array(exchange.origin.host.utf8)), .authority, nil, &report)
        let head = exchange.request.head
        let values = head.map(HeadPlaces.values) ?? []
        add(search(exchange.request.headBytes, wholeValues: values), .requestHead, head, &report)
        add(exchange.request.body, head, .requestContent, .requestTrailer, isThorough: true, &report)
        joinFragments(&report)
        return report
    }

    /// Searches a request head as it came.
    package func search(headOf head: RequestHead) -> SurfaceReport {
        search(head.bytes, wholeValues: HeadPlaces.values(of: head))
    }

    /// Searches the answer, without the guesses.
    package func search(answerOf exchange: Exchange) -> ExchangeReport {
        var report = ExchangeReport()
        for interim in exchange.interim {
            add(search(interim.head.bytes, isThorough: false), .responseHead, nil, &report)
        }
        guard let response = exchange.response else { return report }
        add(search(response.head.bytes, isThorough: false), .responseHead, nil, &report)
        add(response.body, response.head, .responseContent, .responseTrailer, isThorough: false, &report)
        return report
    }

    /// Searches a message of a WebSocket connection; the server's without the guesses.
    package func search(_ message: WebSocketMessage) -> SurfaceReport {
        switch message.content {
        case .passed(let bytes): return search(bytes, isThorough: message.isFromClient)
        case .unreadable(let why):
            var report = SurfaceReport()
            report.gaps.append(.passedUnread("\(message.label): \(why)"))
            return report
        case .inflated(let bytes, let size):
            var report = search(bytes, isThorough: message.isFromClient)
            report.appearances = report.appearances.map { $0.under("permessage-deflate", of: size) }
            return report
        }
    }

    private func add(
        _ body: TapedBody, _ head: (any MessageHead)?, _ content: SearchSurface, _ trailer: SearchSurface,
        isThorough: Bool, _ report: inout ExchangeReport
    ) {
        if body.isExternal { report.gaps.append((content, .absentContent)) }
        let codings = head.map { ContentCodingName.list(fromFieldValues: $0.values(of: "content-encoding")) } ?? []
        add(search(body.payload, codings: codings, isThorough: isThorough), content, nil, &report)
        if case .chunked(let layout) = body.framing, !layout.trailer.isEmpty {
            add(search(layout.trailer, isThorough: isThorough), trailer, nil, &report)
        }
    }

    private func add(
        _ surface: SurfaceReport, _ part: SearchSurface, _ head: RequestHead?, _ report: inout ExchangeReport
    ) {
        for appearance in surface.appearances {
            let place = head.map { HeadPlaces.words(for: appearance.range, in: $0) } ?? ""
            report.found.append(PlacedAppearance(surface: part, place: place, appearance: appearance))
        }
        for gap in surface.gaps { report.gaps.append((part, gap)) }
    }

    /// Fragments that make up three quarters of a value in one request are the value.
    private func joinFragments(_ report: inout ExchangeReport) {
        var shown: [String: Set<Int>] = [:]
        for placed in report.found {
            guard let fragment = placed.appearance.fragment else { continue }
            shown[placed.appearance.value, default: []].formUnion(fragment)
        }
        report.found = report.found.map { placed in
            let appearance = placed.appearance
            guard appearance.strength < .strong, appearance.fragment != nil,
                (shown[appearance.value]?.count ?? 0) >= 24
            else { return placed }
            return PlacedAppearance(
                surface: placed.surface, place: placed.place,
                appearance: appearance.with(.strong, form: "\(appearance.form), with other fragments"))
        }
    }
}

/// Names the places of a request head.
enum HeadPlaces {
    /// The ranges that are values as a whole: of query parameters, path segments, fields, cookies.
    static func values(of head: RequestHead) -> [Range<Int>] {
        let target = head.target
        var ranges = pieces(target, in: head.bytes, parting: Array("/?&=;".utf8))
        for field in head.fields {
            ranges.append(field.value)
            if head.isField(field, "cookie") {
                ranges += pieces(field.value, in: head.bytes, parting: Array("=; ".utf8))
            }
        }
        return ranges
    }

    private static func pieces(_ range: Range<Int>, in bytes: [UInt8], parting marks: [UInt8]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var start = range.lowerBound
        for index in range where marks.contains(bytes[index]) {
            if index > start { result.append(start..<index) }
            start = index + 1
        }
        if start < range.upperBound { result.append(start..<range.upperBound) }
        return result
    }

    static func words(for range: Range<Int>, in head: RequestHead) -> String {
        if head.method.overlaps(range) { return "method" }
        if head.target.overlaps(range) { return target(range, head) }
        guard let field = head.fields.first(where: { $0.line.overlaps(range) }) else { return "" }
        let name = String(display: head.bytes[field.name].map(ASCII.lowercased))
        return field.name.overlaps(range) ? "field name" : "field \(name)"
    }

    private static func target(_ range: Range<Int>, _ head: RequestHead) -> String {
        let bytes = head.bytes
        guard let mark = bytes[head.target].firstIndex(of: UInt8(ascii: "?")), range.lowerBound > mark else {
            return "path"
        }
        var start = range.lowerBound
        while start > mark + 1, bytes[start - 1] != UInt8(ascii: "&") { start -= 1 }
        let end = bytes[start..<head.target.upperBound].firstIndex {
            $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "&")
        }
        guard let end, end <= range.lowerBound, bytes[end] == UInt8(ascii: "=") else { return "query name" }
        return "query \(String(display: PercentCoding.decoded(bytes[start..<end])))"
    }
}
