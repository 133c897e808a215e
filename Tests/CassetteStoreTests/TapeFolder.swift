import CassetteFormat
import CassetteStore
import HTTPModel
import Platform

/// A folder of its own for one test, removed at the end.
final class TapeFolder {
    let path: String

    init() throws {
        let name = try SystemRandom.bytes(8).map { String($0, radix: 16) }.joined()
        path = (Environment.value("TMPDIR") ?? "/tmp") + "/fita-tape-" + name
        try FileSystem.makeFolder(path)
    }

    deinit { TapeFolder.remove(path) }

    private static func remove(_ folder: String) {
        for name in (try? FileSystem.list(folder)) ?? [] {
            let entry = folder + "/" + name
            if (try? FileSystem.status(entry, followsLinks: false).kind) == .folder { remove(entry) }
            try? FileSystem.remove(entry)
        }
        try? FileSystem.removeEmptyFolder(folder)
    }

    var tape: String { path + "/t.fita" }
    var journal: String { path + "/t.fitaj" }
    var blobs: String { path + "/t.blobs" }
}

let testHeader = TapeHeader(
    id: "00112233445566778899aabbccddeeff", tool: "fita/0.1.0", wallSeconds: 1_795_934_508,
    wallNanoseconds: 123_456_789, mode: "forward", listen: "127.0.0.1:8080", contract: nil, baseURL: nil)

let testOrigin = ServerOrigin(scheme: .https, host: "ads.example", port: 443)

extension TapeRecorder {
    /// Records one exchange whole; `response` is the head, `body` what followed it on the wire.
    @discardableResult
    func exchange(
        _ request: String = "GET / HTTP/1.1\r\nHost: ads.example\r\n\r\n", requestBody: [UInt8] = [],
        response: String = "HTTP/1.1 200 OK\r\n\r\n", body: [UInt8], end reason: ExchangeEnd = .complete,
        at time: TapeTime = 1_000
    ) -> Int {
        let number = Array(request.utf8).withUnsafeBytes {
            beginExchange(connection: 1, ingress: .connect, origin: testOrigin, head: $0, at: time)
        }
        requestBody.withUnsafeBytes { requestData(number, $0, at: time + 1) }
        requestEnd(number, at: time + 2)
        Array(response.utf8).withUnsafeBytes { responseHead(number, upstream: nil, $0, at: time + 3) }
        body.withUnsafeBytes { responseData(number, $0, at: time + 4) }
        end(number, reason, at: time + 5)
        return number
    }
}
