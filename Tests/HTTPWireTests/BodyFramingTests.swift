import HTTPModel
import Testing

@testable import HTTPWire

@Suite struct BodyFramingTests {
    private func outcome(_ body: () throws(WireFault) -> BodyFraming) -> Result<BodyFraming, WireFault.Reason> {
        do throws(WireFault) { return .success(try body()) } catch { return .failure(error.reason) }
    }

    private func ofRequest(_ fields: String, version: String = "1.1") throws -> Result<BodyFraming, WireFault.Reason> {
        let head = try HeadParser().request(Array("POST / HTTP/\(version)\r\n\(fields)\r\n".utf8))
        return outcome { () throws(WireFault) in try BodyFraming.request(head) }
    }

    private func ofResponse(
        _ status: String, _ fields: String, to method: String = "GET", version: String = "1.1"
    ) throws -> Result<BodyFraming, WireFault.Reason> {
        let request = try HeadParser().request(Array("\(method) / HTTP/1.1\r\n\r\n".utf8))
        let head = try HeadParser().response(Array("HTTP/\(version) \(status)\r\n\(fields)\r\n".utf8))
        return outcome { () throws(WireFault) in try BodyFraming.response(head, to: request) }
    }

    @Test(arguments: [
        ("", Result<BodyFraming, WireFault.Reason>.success(.none)),
        ("Content-Length: 0\r\n", .success(.length(0))),
        ("content-LENGTH:\t12 \r\n", .success(.length(12))),
        ("Content-Length: 0010\r\n", .success(.length(10))),
        ("Content-Length: 9223372036854775806\r\n", .success(.length(.max - 1))),
        ("Content-Length: 9223372036854775807\r\n", .failure(.lengthValue)),
        ("Content-Length: 9223372036854775808\r\n", .failure(.lengthValue)),
        ("Content-Length: 18446744073709551619\r\n", .failure(.lengthValue)),
        ("Content-Length:\r\n", .failure(.lengthValue)),
        ("Content-Length: +3\r\n", .failure(.lengthValue)),
        ("Content-Length: 0x3\r\n", .failure(.lengthValue)),
        ("Content-Length: 3 3\r\n", .failure(.lengthValue)),
        ("Content-Length: ٣\r\n", .failure(.lengthValue)),
        ("Content-Length: 3, 3\r\n", .failure(.lengthValue)),
        ("Content-Length: 3\r\nContent-Length: 3\r\n", .failure(.lengthTwice)),
        ("Transfer-Encoding: chunked\r\n", .success(.chunked)),
        ("transfer-encoding: CHUNKED \r\n", .success(.chunked)),
        ("Transfer_Encoding: chunked\r\n", .success(.none)),
        ("Transfer-Encoding: gzip, chunked\r\n", .failure(.transferCoding)),
        ("Transfer-Encoding: ,chunked\r\n", .failure(.transferCodingList)),
        ("Transfer-Encoding:\r\n", .failure(.transferCodingList)),
        ("Transfer-Encoding: chunked , chunked\r\n", .failure(.transferCodingList)),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", .failure(.transferCodingList)),
        ("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", .failure(.lengthAndCoding)),
        ("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", .failure(.lengthAndCoding)),
    ])
    func `a request's framing is declared once or not at all`(
        fields: String, expected: Result<BodyFraming, WireFault.Reason>
    ) throws {
        #expect(try ofRequest(fields) == expected)
    }

    @Test func `HTTP/1.0 knows no transfer coding`() throws {
        #expect(try ofRequest("Transfer-Encoding: chunked\r\n", version: "1.0") == .failure(.codingInHTTP10))
        #expect(try ofResponse("200 OK", "Transfer-Encoding: chunked\r\n", version: "1.0") == .failure(.codingInHTTP10))
    }

    @Test func `a response without a declared length runs to the close, but where it has no body at all`() throws {
        #expect(try ofResponse("200 OK", "") == .success(.untilClose))
        #expect(try ofResponse("200 OK", "Content-Length: 4\r\n") == .success(.length(4)))
        #expect(try ofResponse("200 OK", "Transfer-Encoding: chunked\r\n") == .success(.chunked))
        #expect(try ofResponse("200 OK", "Content-Length: 4096\r\n", to: "HEAD") == .success(.none))
        #expect(try ofResponse("200 OK", "Transfer-Encoding: chunked\r\n", to: "HEAD") == .success(.none))
        #expect(try ofResponse("204 No Content", "Content-Length: 5\r\n") == .success(.none))
        #expect(try ofResponse("304 Not Modified", "Content-Length: 100\r\n") == .success(.none))
        #expect(try ofResponse("304 Not Modified", "Transfer-Encoding: chunked\r\n") == .success(.none))
        #expect(try ofResponse("200 OK", "", to: "CONNECT") == .success(.none))
        #expect(try ofResponse("407 No", "Content-Length: 2\r\n", to: "CONNECT") == .success(.length(2)))
        #expect(try ofResponse("204 No Content", "Transfer-Encoding: chunked\r\n") == .failure(.codingWithoutBody))
        // Methods are case-sensitive: "head" is some other method, whose answer has a body.
        #expect(try ofResponse("200 OK", "Content-Length: 4\r\n", to: "head") == .success(.length(4)))
    }
}

extension WireFault.Reason: Error {}
