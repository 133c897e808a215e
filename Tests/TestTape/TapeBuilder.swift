package import CassetteFormat
import HTTPModel
import HTTPWire
package import SDKContracts
package import Verification

/// Builds a tape from readable text: what an app with the SDK would send to `https://ads.metrike.example`, and more.
///
/// Each exchange begins 100 ms after the one before and is answered after 10 ms.
package struct TapeBuilder {
    package static let base = "https://ads.metrike.example"
    package static let visitor = "8f14e45f-ceea-467f-a9d1-3c1b9a6e0001"
    package static let otherVisitor = "c9f0f895-fb98-4b91-99f5-1fd0297e0002"
    package static let session = "45c48cce-2e2d-4fbd-aa1a-fc51c7c6a003"
    package static let otherSession = "d3d94468-02a4-4259-b55d-38e6d163e004"
    package static let agent = "News/7 CFNetwork/1494.0.7 Darwin/23.4.0"
    package static let browser = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15"
    package static let safari = "\(browser) (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1"

    package private(set) var items: [TapeItem] = []
    private var count = 0
    private var time: TapeTime = 0

    /// What the SDK attaches; change it to break it.
    package var app: [(String, String)] = [
        ("app_bundle", "br.com.news"), ("app_name", "News"), ("app_version", "2.1.0"),
        ("sdk_version", "metrike-ios/0.1.1"),
    ]
    package var visitor: String? = TapeBuilder.visitor
    package var session: String? = TapeBuilder.session
    package var isChild = false
    package var mechanism: String? = "sdk"
    package var viewableMechanism: String? = "native-sdk"

    package init(baseURL: String? = TapeBuilder.base) {
        items.append(
            .header(
                TapeHeader(
                    id: "00", tool: "fita/0", wallSeconds: 0, wallNanoseconds: 0, mode: "forward",
                    listen: "127.0.0.1:0", contract: nil, baseURL: baseURL)))
    }

    /// What the SDK attaches now, in order.
    package var identity: [(String, String)] {
        var fields = app
        if let visitor { fields.append(("visitor_id", visitor)) }
        if let session { fields.append(("session_id", session)) }
        if isChild { fields.append(("child_directed", "1")) }
        return fields
    }

    /// The identity as a query, without `?`.
    package var query: String { identity.map { "\($0.0)=\(PercentCoding.encoded($0.1))" }.joined(separator: "&") }

    /// Lets time pass before the next exchange.
    package mutating func wait(milliseconds: UInt64) { time += milliseconds * 1_000_000 }

    package mutating func mark(_ key: String, _ value: String) {
        items.append(.mark(Mark(time: time, afterExchange: count, key: key, value: value)))
    }

    // MARK: What the SDK does

    @discardableResult
    package mutating func serve(zone: Int = 12, with extra: String = "", answer: String = #"{"ad":1}"#) -> Int {
        get("\(Self.base)/serve?zone_id=\(zone)&\(query)\(extra)", json: answer)
    }

    @discardableResult
    package mutating func beacon(_ event: String = "impression", with extra: String = "", to path: String = "/beacon")
        -> Int
    {
        var fields = identity
        if let mechanism { fields.append(("in_app_mechanism", mechanism)) }
        if let viewableMechanism, MetrikeVocabulary.viewabilityEvents.contains(event) {
            fields.append(("viewable_mechanism", viewableMechanism))
        }
        let members = fields.map { "\"\($0.0)\":\"\($0.1)\"" }.joined(separator: ",")
        return post("\(Self.base)\(path)", json: #"{"event":"\#(event)",\#(members)\#(extra)}"#)
    }

    /// A click, answered with a redirect to `location`.
    @discardableResult
    package mutating func click(to location: String?, with extra: String = "", status: Int = 302) -> Int {
        let field = location.map { "Location: \($0)\n" } ?? ""
        return exchange(
            "GET \(Self.base)/click?\(query)\(extra)\nUser-Agent: \(Self.safari)\n\n",
            "HTTP/1.1 \(status) Found\n\(field)\n")
    }

    @discardableResult
    package mutating func conversion(with extra: String = "") -> Int {
        let members = identity.map { "\"\($0.0)\":\"\($0.1)\"" }.joined(separator: ",")
        return post("\(Self.base)/conversion", json: #"{"goal_public_id":"g1",\#(members)\#(extra)}"#)
    }

    @discardableResult
    package mutating func vast(_ token: String = "abc", answer: String) -> Int {
        get("\(Self.base)/vast/\(token)?\(query)", xml: answer)
    }

    @discardableResult
    package mutating func vmap(_ token: String = "abc", answer: String) -> Int {
        get("\(Self.base)/vmap/\(token)?\(query)", xml: answer)
    }

    // MARK: Any exchange

    @discardableResult
    package mutating func get(_ url: String, json: String) -> Int {
        exchange(
            "GET \(url)\nUser-Agent: \(Self.agent)\n\n", "HTTP/1.1 200 OK\nContent-Type: application/json\n\n\(json)")
    }

    @discardableResult
    package mutating func get(_ url: String, xml: String) -> Int {
        exchange(
            "GET \(url)\nUser-Agent: \(Self.agent)\n\n", "HTTP/1.1 200 OK\nContent-Type: application/xml\n\n\(xml)")
    }

    @discardableResult
    package mutating func get(_ url: String, fields: String = "", redirect location: String? = nil) -> Int {
        let answer = location.map { "HTTP/1.1 302 Found\nLocation: \($0)\n\n" } ?? "HTTP/1.1 204 No Content\n\n"
        return exchange("GET \(url)\nUser-Agent: \(Self.agent)\n\(fields)\n", answer)
    }

    @discardableResult
    package mutating func post(_ url: String, json: String) -> Int {
        exchange(
            "POST \(url)\nUser-Agent: \(Self.agent)\nContent-Type: application/json\n\n\(json)",
            "HTTP/1.1 204 No Content\n\n")
    }

    /// Request and response as text: a start line (the request's with an absolute URL), fields, an empty line, content.
    @discardableResult
    package mutating func exchange(
        _ request: String, _ response: String?, end: ExchangeEnd = .complete, ingress: Ingress = .connect
    ) -> Int {
        count += 1
        time += 100_000_000
        let (head, content) = Self.split(request)
        let words = head[0].split(separator: " ", maxSplits: 1).map(String.init)
        let url = URLBytes(Array(words[1].utf8))
        guard let origin = url.origin else { preconditionFailure("an absolute URL is needed: \(words[1])") }
        // A client keeps the fragment to itself (RFC 9110 §7.1).
        let target = words[1].utf8.dropFirst(url.path.lowerBound).prefix { $0 != UInt8(ascii: "#") }
        var lines = ["\(words[0]) \(String(decoding: target, as: UTF8.self)) HTTP/1.1", "Host: \(origin.host)"]
        // A Host field of its own stands in for the right one.
        if head.contains(where: { $0.hasPrefix("Host: ") }) { lines.removeLast() }
        lines += head.dropFirst()
        if !content.isEmpty { lines.append("Content-Length: \(content.count)") }
        let bytes = Self.bytes(lines)
        let parsed = try? HeadParser().request(bytes)
        precondition(parsed != nil, "not a request: \(request)")
        var answer: TapedResponse?
        if let response {
            let (head, content) = Self.split(response)
            guard let parsed = try? HeadParser().response(Self.bytes(head)) else {
                preconditionFailure("not a response: \(response)")
            }
            answer = TapedResponse(head: parsed, time: time + 10_000_000, body: Self.body(content))
        }
        items.append(
            .exchange(
                Exchange(
                    number: count, connection: 1, ingress: ingress, origin: origin, start: time,
                    request: TapedRequest(headBytes: bytes, head: parsed, body: Self.body(content)), response: answer,
                    end: end, endTime: time + 20_000_000)))
        return count
    }

    /// Facts of a connection, and what else is no exchange.
    package mutating func add(_ item: TapeItem) { items.append(item) }

    /// Changes the exchange that was added last.
    package mutating func changeLast(_ change: (inout Exchange) -> Void) {
        guard case .exchange(var exchange)? = items.last else { preconditionFailure("an exchange is needed") }
        change(&exchange)
        items[items.count - 1] = .exchange(exchange)
    }

    /// A request that is no HTTP, as it came, which the recorder refused.
    package mutating func refused(_ head: String, at origin: String) {
        guard let origin = URLBytes(Array(origin.utf8)).origin else { preconditionFailure("no origin: \(origin)") }
        count += 1
        time += 100_000_000
        items.append(
            .exchange(
                Exchange(
                    number: count, connection: 1, ingress: .connect, origin: origin, start: time,
                    request: TapedRequest(headBytes: Array(head.utf8), head: nil, body: Self.body([])),
                    end: .refused("target"), endTime: time)))
    }

    private static func split(_ message: String) -> ([String], [UInt8]) {
        let utf8 = Array(message.utf8)
        for index in utf8.indices.dropLast() where utf8[index] == 0x0A && utf8[index + 1] == 0x0A {
            let head = String(decoding: utf8[..<index], as: UTF8.self).split(separator: "\n").map(String.init)
            return (head, Array(utf8[(index + 2)...]))
        }
        return (message.split(separator: "\n").map(String.init), [])
    }

    private static func bytes(_ lines: [String]) -> [UInt8] {
        Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private static func body(_ content: [UInt8]) -> TapedBody {
        TapedBody(
            framing: content.isEmpty ? .none : .length, payload: content, payloadSize: content.count,
            isExternal: false, digest: "", wireSize: content.count, arrivals: [])
    }
}

// MARK: Judging

extension TapeBuilder {
    package func judged(_ configuration: ContractConfiguration = ContractConfiguration()) -> Judgement {
        var verifier = Verifier(configuration: configuration)
        for item in items { verifier.see(item) }
        return verifier.finish()
    }

    /// These tapes as one recording, each beginning a minute after the one before.
    package static func joined(
        _ tapes: [TapeBuilder], _ configuration: ContractConfiguration = ContractConfiguration()
    ) -> (tapes: [JoinedTape], judgement: Judgement) {
        var join = TapeJoin(configuration: configuration)
        var verifier = Verifier(configuration: configuration)
        for (place, tape) in tapes.enumerated() {
            var header: TapeHeader?
            if case .header(let own)? = tape.items.first { header = own }
            header?.wallSeconds += Int64(60 * place)
            join.begin("tape-\(place + 1).fita", header) { verifier.take($0) }
            for item in tape.items { join.see(item) { verifier.take($0) } }
        }
        join.finish { verifier.take($0) }
        return (join.tapes, verifier.finish())
    }

    /// The codes of the rules that fail, in order.
    package func failing(_ configuration: ContractConfiguration = ContractConfiguration()) -> [String] {
        judged(configuration).rules.filter { $0.verdict.outcome == .fail }.map(\.rule.code)
    }

    package func verdict(
        _ code: String, _ configuration: ContractConfiguration = ContractConfiguration()
    ) -> RuleVerdict? {
        judged(configuration).rules.first { $0.rule.code == code }?.verdict
    }

    package func outcome(
        _ code: String, _ configuration: ContractConfiguration = ContractConfiguration()
    ) -> RuleVerdict.Outcome? {
        verdict(code, configuration)?.outcome
    }
}
