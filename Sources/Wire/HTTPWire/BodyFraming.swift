package import HTTPModel

/// How the end of a message body is found (RFC 9112 §6.3).
package enum BodyFraming: Hashable, Sendable {
    case none
    /// Content-Length bytes.
    case length(Int)
    case chunked
    /// Until the connection ends; responses only.
    case untilClose

    /// The framing of a request. A request without either field has no body.
    package static func request(_ head: RequestHead) throws(WireFault) -> BodyFraming {
        try declared(head.bytes, head.fields, head.version) ?? .none
    }

    /// The framing of a final response to a request with this method.
    ///
    /// HEAD, 204, 304 and a successful CONNECT have no body whatever the fields say; their fields are not faults.
    package static func response(_ head: ResponseHead, to request: RequestHead) throws(WireFault) -> BodyFraming {
        if head.status == 204 || head.status < 200, head.contains("transfer-encoding") {
            throw WireFault(.codingWithoutBody, at: 0)
        }
        let declared = try declared(head.bytes, head.fields, head.version)
        if request.isMethod("HEAD") || head.status == 204 || head.status == 304 || head.status < 200 { return .none }
        if request.isMethod("CONNECT"), head.status < 300 { return .none }
        return declared ?? .untilClose
    }

    private static func declared(
        _ bytes: [UInt8], _ fields: [FieldLine], _ version: HTTPVersion
    ) throws(WireFault) -> BodyFraming? {
        var length: Int?
        var coded = false
        for field in fields {
            if field.isNamed("content-length", in: bytes) {
                guard length == nil else { throw WireFault(.lengthTwice, at: field.line.lowerBound) }
                guard let value = decimal(bytes[field.value]) else {
                    throw WireFault(.lengthValue, at: field.value.lowerBound)
                }
                length = value
            } else if field.isNamed("transfer-encoding", in: bytes) {
                let value = bytes[field.value]
                if coded || isMalformedCodingList(value) {
                    throw WireFault(.transferCodingList, at: field.value.lowerBound)
                }
                guard ASCII.equalsIgnoringCase(value, "chunked") else {
                    throw WireFault(.transferCoding, at: field.value.lowerBound)
                }
                guard version == .http11 else { throw WireFault(.codingInHTTP10, at: field.line.lowerBound) }
                coded = true
            }
        }
        if coded, length != nil { throw WireFault(.lengthAndCoding, at: 0) }
        return coded ? .chunked : length.map { .length($0) }
    }

    /// Chunked twice, or a list with nothing in a place: wrong whichever codings the reader knows (RFC 9112 §6.1).
    private static func isMalformedCodingList(_ value: ArraySlice<UInt8>) -> Bool {
        let codings = value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .map { $0.trimmingOptionalWhiteSpace() }
        return codings.contains(where: \.isEmpty) || codings.count { ASCII.equalsIgnoringCase($0, "chunked") } > 1
    }

    private static func decimal(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy(ASCII.isDigit) else { return nil }
        var value = 0
        for digit in digits {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int(digit & 15))
            guard !overflow, !carry, sum < Int.max else { return nil }
            value = sum
        }
        return value
    }
}
