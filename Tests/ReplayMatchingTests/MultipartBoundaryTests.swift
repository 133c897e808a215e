import CassetteFormat
import HTTPModel
import Testing

@testable import ReplayMatching

@Suite struct MultipartBoundaryTests {
    private static let file: [UInt8] = [
        0x52, 0x49, 0x46, 0x46, 0x46, 0xF0, 0x1B, 0x00, 0x57, 0x41, 0x56, 0x45, 0x66, 0x6D, 0x74, 0x20, 0x10, 0x00,
        0x00, 0x00,
        0x01, 0x00, 0x01, 0x00, 0x80, 0xBB, 0x00, 0x00, 0x00, 0x77, 0x01, 0x00,
    ]

    private func body(_ boundary: String, _ file: [UInt8] = Self.file) -> [UInt8] {
        Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x.wav\"\r\n\r\n".utf8) + file
            + Array("\r\n--\(boundary)--\r\n".utf8)
    }

    private func normalized(_ body: [UInt8], _ type: String) -> [UInt8] {
        MultipartBoundary.normalized(body, contentType: Array(type.utf8)[...])
    }

    @Test(arguments: [
        "multipart/form-data; boundary=5dbX1", "Multipart/Form-Data;BOUNDARY=\"5dbX1\"; charset=utf-8",
        "multipart/mixed; a=b ; boundary=5dbX1",
    ])
    func `two runs with random boundaries send the same`(type: String) {
        let other = "multipart/form-data; boundary=----WebKitFormBoundaryQ"
        #expect(normalized(body("5dbX1"), type) == normalized(body("----WebKitFormBoundaryQ"), other))
        var changed = Self.file
        changed[7] = 1
        #expect(normalized(body("5dbX1", changed), type) != normalized(body("----WebKitFormBoundaryQ"), other))
    }

    @Test func `a boundary counts only where a line begins`() {
        let type = "multipart/form-data; boundary=B"
        #expect(normalized(Array("x--B\r\n--B\r\n".utf8), type) == Array("x--B\r\n--boundary\r\n".utf8))
    }

    @Test(arguments: ["text/plain; boundary=5dbX1", "multipart/form-data", "multipart/form-data; boundary=", ""])
    func `another body stays as it is`(type: String) {
        #expect(normalized(body("5dbX1"), type) == body("5dbX1"))
    }

    @Test func `a recorded upload answers the same upload of another run`() throws {
        var index = TapedIndex()
        _ = index.add(
            try .make(
                1, "/up", by: "POST", fields: "Content-Type: multipart/form-data; boundary=aaa\r\n", body: body("aaa")))
        let asked = ComparableRequest(
            method: Array("POST".utf8), origin: .test, target: Array("/up".utf8),
            contentType: Array("multipart/form-data; boundary=zzzz".utf8)[...], body: body("zzzz"))
        guard case .hit = index.match(asked) else {
            Issue.record("a miss")
            return
        }
    }
}
