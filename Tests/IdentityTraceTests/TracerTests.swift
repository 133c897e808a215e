import IdentityTrace
import SDKContracts
import Testing

@Suite struct TracerTests {
    private static let id = "8f14e45f-ceea-467f-a9d1-3c1b9a6e0001"

    private func traces(_ text: String, kind: FieldKind = .visitorID, value: String = TracerTests.id) -> [Trace] {
        var values = KnownValues()
        values.learn(kind, Array(value.utf8), exchange: 1)
        return Tracer(values).traces(in: Array(text.utf8))
    }

    @Test(arguments: [
        ("u=8f14e45f-ceea-467f-a9d1-3c1b9a6e0001&", "plain", "plain"),
        ("u=8F14E45F-CEEA-467F-A9D1-3C1B9A6E0001&", "plain", "plain"),
        ("u=8f14e45fceea467fa9d13c1b9a6e0001&", "without-hyphens", "plain"),
        ("u=8f14e45f%2Dceea%2D467f%2Da9d1%2D3c1b9a6e0001&", "plain", "percent-encoded"),
        ("u=8f14e45f%252Dceea%252D467f%252Da9d1%252D3c1b9a6e0001&", "plain", "percent-encoded-2"),
        ("u=8f14e45f%25252Dceea%25252D467f%25252Da9d1%25252D3c1b9a6e0001&", "plain", "percent-encoded-3"),
    ])
    func `a UUID is found in each disguise`(text: String, form: String, coding: String) throws {
        let found = traces(text)
        #expect(found.map(\.form) == [form])
        #expect(found.map(\.coding) == [coding])
        #expect(found.map(\.range) == [2..<text.utf8.count - 1])
    }

    @Test func `a fourth round of percent-encoding is not undone`() {
        #expect(traces("8f14e45f%2525252Dceea%2525252D467f%2525252Da9d1%2525252D3c1b9a6e0001").isEmpty)
    }

    @Test func `thirty-two digits are found as a UUID`() {
        let found = traces("x 8f14e45f-ceea-467f-a9d1-3c1b9a6e0001", value: "8f14e45fceea467fa9d13c1b9a6e0001")
        #expect(found.map(\.form) == ["with-hyphens"])
    }

    @Test func `a short value counts only where no letter or digit touches it`() {
        #expect(traces("a=mk1234&", kind: .clickID, value: "mk1234").count == 1)
        #expect(traces("a=xmk1234&", kind: .clickID, value: "mk1234").isEmpty)
        #expect(traces("a=mk12345&", kind: .clickID, value: "mk1234").isEmpty)
    }

    @Test func `the case of a click ID counts`() {
        #expect(traces("a=MK1234&", kind: .clickID, value: "mk1234").isEmpty)
    }

    @Test func `a value just below the shortest is not searched, one of that length is`() {
        #expect(traces("a=mk123&", kind: .clickID, value: "mk123").isEmpty)
        #expect(traces("a=mk1234&", kind: .clickID, value: "mk1234").count == 1)
    }

    @Test func `the all-zero UUID is nobody's`() {
        #expect(traces("00000000-0000-0000-0000-000000000000", value: "00000000-0000-0000-0000-000000000000").isEmpty)
    }

    @Test func `values are told apart and counted in order`() {
        var values = KnownValues()
        values.learn(.visitorID, Array(Self.id.utf8), exchange: 1)
        values.learn(.visitorID, Array(Self.id.uppercased().utf8), exchange: 2)
        values.learn(.visitorID, Array("c9f0f895-fb98-4b91-99f5-1fd0297e0002".utf8), exchange: 3)
        #expect(values.values(of: .visitorID).map(\.ordinal) == [1, 2])
        #expect(values.values(of: .visitorID).map(\.exchange) == [1, 3])
    }

    @Test func `a mask writes tokens, and reveals when told to`() {
        var values = KnownValues()
        values.learn(.visitorID, Array(Self.id.utf8), exchange: 1)
        let text = "/px?u=\(Self.id)&v=8f14e45f%2Dceea%2D467f%2Da9d1%2D3c1b9a6e0001"
        #expect(Mask(values: values, reveals: false).masked(text) == "/px?u={visitor_id:1}&v={visitor_id:1}")
        #expect(Mask(values: values, reveals: true).masked(text) == text)
    }

    @Test func `no byte sequence traps`() {
        var generator = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: .min ... .max, using: &generator)
        print("seed \(seed)")
        var state = seed
        for _ in 0..<300 {
            let bytes = (0..<Int(state % 90)).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Array("%258f14e-".utf8)[Int(state >> 33) % 9]
            }
            state = state &* 6_364_136_223_846_793_005 &+ 1
            for trace in traces(String(decoding: bytes, as: UTF8.self)) {
                #expect(trace.range.upperBound <= bytes.count)
            }
        }
    }
}
