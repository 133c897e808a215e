import CassetteFormat
import HTTPModel
import HTTPWire

/// Makes an exchange of one entry.
struct EntryReader {
    /// Nanoseconds since 1970 at the tape's zero.
    let zero: Int64
    let limits: HARLimits
    private let parser: HeadParser

    init(zero: Int64, limits: HARLimits) {
        self.zero = zero
        self.limits = limits
        parser = HeadParser(limits: TapeLimits().heads)
    }

    enum Outcome {
        case exchange(Exchange)
        /// Nothing of the wire: the losses say why.
        case leftOut
    }

    /// - Parameters:
    ///   - number: the exchange's.
    ///   - start: the entry's start, or its predecessor's where it tells none.
    ///   - traits: told what the fields look like.
    func read(
        _ entry: EntryObject, number: Int, start: Int64, traits: inout HARTraits, _ remarks: inout EntryRemarks
    ) throws(TapeError) -> Outcome {
        guard let request = try entry.object("request") else { throw entry.refusal(.syntax, "it has no request") }
        let response = try entry.object("response")
        if try EntryReader.isUnsent(entry, response) {
            remarks.add(.notSent)
            return .leftOut
        }
        guard let method = try request.bytes("method"), !method.isEmpty,
            method.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { throw request.refusal(.head, "the method is not a token") }
        guard let url = try request.bytes("url"), !url.isEmpty else {
            throw request.refusal(.origin, "the request has no URL")
        }
        guard url.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw request.refusal(.head, "the URL has a control byte")
        }
        let isTunnel = method.isEqual(to: "CONNECT")
        guard let scheme = isTunnel ? .https : ToldURL.scheme(of: url) else {
            guard let other = URLBytes(url).scheme else {
                throw request.refusal(.origin, "the URL is not absolute")
            }
            remarks.add(.notHTTP, String(display: url[other]))
            return .leftOut
        }
        guard let told = ToldURL(url, scheme, isTunnel: isTunnel) else {
            throw request.refusal(.origin, "the URL names no server")
        }
        let taped = try self.request(request, method: method, told, &traits, &remarks)
        var exchange = Exchange(
            number: number, connection: 1, ingress: told.origin.scheme == .https ? .connect : .connectPlain,
            origin: told.origin, start: TapeTime(max(0, start - zero)), request: taped, end: .complete, endTime: 0)
        let times = try times(entry, exchange.start, &remarks)
        exchange.endTime = times.end
        try answer(response, entry, to: &exchange, headTime: times.head, &traits, &remarks)
        if isTunnel {
            remarks.add(.tunnel)
            exchange.ingress = .tunnel
            exchange.end = .tunnelClosed
        }
        try addComment(entry, &remarks)
        if entry.text.hasRawBytes.pointee { remarks.add(.rawBytes) }
        exchange.notes = remarks.notes
        exchange.losses = remarks.tape
        return .exchange(exchange)
    }

    /// Whether the entry stands for no message: a browser's cache answered, or the browser redirected by itself.
    private static func isUnsent(_ entry: EntryObject, _ response: EntryObject?) throws(TapeError) -> Bool {
        if let cache = entry["_fromCache"] {
            if cache.isTrue { return true }
            if let place = try cache.bytes(), !place.isEmpty { return true }
        }
        guard let response, try response.wholeNumber("status") == 307 else { return false }
        return try response.bytes("statusText")?.isEqual(to: "Internal Redirect") == true
    }

    private func addComment(_ entry: EntryObject, _ remarks: inout EntryRemarks) throws(TapeError) {
        guard let comment = try entry.bytes("comment"), !comment.isEmpty else { return }
        let printable = comment.prefix(limits.commentBytes).map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
        remarks.addNote("the file's comment: " + String(display: printable))
    }

    // MARK: Request

    private func request(
        _ node: EntryObject, method: [UInt8], _ url: ToldURL, _ traits: inout HARTraits, _ remarks: inout EntryRemarks
    ) throws(TapeError) -> TapedRequest {
        var fields = try FieldList(node["headers"], &remarks)
        let version = ToldVersion(try node.bytes("httpVersion"), &remarks)
        traits.see(fields, isHTTP1: version.isTold)
        var target = url.target
        if url.hasNoQuery, !url.isTunnel, case let pairs = try node.list("queryString"), !pairs.isEmpty {
            remarks.add(.queryMade)
            target += try [UInt8(ascii: "?")] + PairText.joined(pairs)
        }
        if url.hasSpaces { remarks.add(.spacesEscaped) }
        if url.hasUserInformation { remarks.add(.userInformation) }
        if let path = fields.pseudoPath, path != target { remarks.add(.pseudoDiffers) }
        if !fields.contains("host") {
            remarks.add(.hostMade)
            fields.insertFirst("Host", try fieldValue(fields.pseudoAuthority ?? url.authority, node))
        }
        if !fields.contains("cookie"), case let cookies = try node.list("cookies"), !cookies.isEmpty {
            remarks.add(.cookieMade)
            fields.append("Cookie", try fieldValue(try cookieValue(cookies), node))
        }
        traits.hasCookies = traits.hasCookies || fields.contains("cookie")
        let told = try node.object("postData")
        let content = try ToldContent.request(told, bodySize: try node.wholeNumber("bodySize"), fields, &remarks)
        if !fields.contains("content-type"), fields.lines.count <= 1, case .bytes(let bytes) = content, !bytes.isEmpty,
            let type = try told?.bytes("mimeType"), !type.isEmpty
        {
            remarks.add(.contentTypeMade)
            fields.append("Content-Type", try fieldValue(type, node))
        }
        let body = ContentFraming.request(content, &fields, &remarks)
        let bytes = fields.head(method + [0x20] + target + [0x20] + version.bytes)
        do throws(WireFault) {
            return TapedRequest(headBytes: bytes, head: try parser.request(bytes), body: body)
        } catch {
            throw node.refusal(.head, error.reason.rawValue)
        }
    }

    private func cookieValue(_ cookies: [EntryValue]) throws(TapeError) -> [UInt8] {
        var value: [UInt8] = []
        for element in cookies {
            guard let cookie = try element.object(), let name = try cookie.bytes("name") else { continue }
            if !value.isEmpty { value += [UInt8(ascii: ";"), 0x20] }
            value += name + [UInt8(ascii: "=")]
            if let text = try cookie.bytes("value") { value += text }
        }
        return value
    }

    private func fieldValue(_ value: [UInt8], _ node: EntryObject) throws(TapeError) -> [UInt8] {
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw node.refusal(.head, "a field value has a control byte")
        }
        return value
    }

    // MARK: Answer

    private func answer(
        _ node: EntryObject?, _ entry: EntryObject, to exchange: inout Exchange, headTime: TapeTime,
        _ traits: inout HARTraits, _ remarks: inout EntryRemarks
    ) throws(TapeError) {
        remarks.isAnswer = true
        let failure = try FailureWords.told(entry: entry, response: node)
        var status = 0
        if let node {
            guard let number = try node.wholeNumber("status"), number < 1_000, number <= 0 || number >= 100 else {
                throw node.refusal(.head, "the status is not a number that an answer can have")
            }
            status = number
        }
        guard let node, status > 0 else {
            remarks.add(.noAnswer)
            exchange.end = failure.map(FailureWords.end) ?? .recorderDied
            return
        }
        var fields = try FieldList(node["headers"], &remarks)
        let version = ToldVersion(try node.bytes("httpVersion"), &remarks)
        traits.see(fields, isHTTP1: version.isTold)
        let reason = try node.bytes("statusText") ?? []
        guard reason.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw node.refusal(.head, "the reason has a control byte")
        }
        traits.hasCookies = traits.hasCookies || fields.contains("set-cookie")
        if !fields.contains("set-cookie"), try !node.list("cookies").isEmpty {
            remarks.add(.setCookieMissing)
        }
        try redirect(node, status, &fields, &remarks)
        let content = try node.object("content")
        if fields.lines.isEmpty, let type = try content?.bytes("mimeType"), type.contains(UInt8(ascii: "/")) {
            remarks.add(.contentTypeMade)
            fields.append("Content-Type", try fieldValue(type, node))
        }
        let hasContent =
            status >= 200 && status != 204 && status != 304
            && exchange.request.head?.isMethod("HEAD") == false && exchange.request.head?.isMethod("CONNECT") == false
        var told = ToldContent.none
        if hasContent {
            told = try ToldContent.answer(
                content, bodySize: try node.wholeNumber("bodySize"), fields, &remarks)
        } else if try content?.bytes("text")?.isEmpty == false {
            remarks.add(.cachedContent)
        }
        let body = ContentFraming.response(told, hasContent: hasContent, &fields, &remarks)
        let digits = Array(String(status).utf8)
        let bytes = fields.head(version.bytes + [0x20] + digits + [0x20] + reason)
        do throws(WireFault) {
            let head = try parser.response(bytes)
            if head.isInterim {
                exchange.interim = [TapedInterim(head: head, time: headTime)]
                remarks.add(.noAnswer)
            } else {
                exchange.response = TapedResponse(head: head, time: headTime, body: body)
            }
        } catch {
            throw node.refusal(.head, error.reason.rawValue)
        }
        if let failure {
            exchange.end = FailureWords.end(failure)
        } else if exchange.response == nil {
            exchange.end = .recorderDied
        } else if status == 101 {
            exchange.end = .tunnelClosed
            if try !entry.list("_webSocketMessages").isEmpty { remarks.add(.webSocketMessages) }
        }
    }

    private func redirect(
        _ node: EntryObject, _ status: Int, _ fields: inout FieldList, _ remarks: inout EntryRemarks
    ) throws(TapeError) {
        guard !fields.contains("location"), let target = try node.bytes("redirectURL"), !target.isEmpty else {
            return
        }
        guard 300..<400 ~= status else { return remarks.add(.redirectFollowed, String(display: target.prefix(200))) }
        remarks.add(.locationMade)
        fields.append("Location", try fieldValue(target, node))
    }

    // MARK: Time

    private func times(
        _ entry: EntryObject, _ start: TapeTime, _ remarks: inout EntryRemarks
    ) throws(TapeError) -> (head: TapeTime, end: TapeTime) {
        let timings = try entry.object("timings")
        var head = start
        var hasTimings = false
        // `ssl` is part of `connect` (HAR 1.2, `timings`).
        for name: StaticString in ["blocked", "dns", "connect", "send", "wait"] {
            guard let time = try duration(timings?[name]) else { continue }
            head += time
            hasTimings = true
        }
        let receive = try duration(timings?["receive"])
        var end = head &+ (receive ?? 0)
        if let total = try duration(entry["time"]) {
            end = start &+ total
        } else if receive == nil {
            remarks.add(.durationMissing)
        }
        if !hasTimings {
            remarks.add(.timingsMissing)
            return (end, end)
        }
        return (min(head, end), end)
    }

    /// In nanoseconds; nil for what is no believable number of milliseconds (-1 and null stand for none).
    private func duration(_ value: EntryValue?) throws(TapeError) -> TapeTime? {
        guard let milliseconds = try value?.number(), milliseconds >= 0, milliseconds <= limits.exchangeMilliseconds
        else {
            return nil
        }
        return TapeTime(milliseconds * 1_000_000)
    }
}

extension EntryObject {
    func refusal(_ code: TapeError.Code, _ why: String) -> TapeError {
        text.refusal(code, why, at: range.lowerBound)
    }
}
