import HTTPModel
import Testing

@testable import ReferenceSDK

@Suite struct AddressTests {
    private func appended(_ url: String) -> String {
        let fields = [IdentityField(name: "a", value: "x y"), IdentityField(name: "b", value: "é")]
        return String(decoding: Metrike.appending(fields, to: Array(url.utf8)), as: UTF8.self)
    }

    @Test(arguments: [
        ("https://h/p", "https://h/p?a=x%20y&b=%C3%A9"),
        ("https://h/p?q=1", "https://h/p?q=1&a=x%20y&b=%C3%A9"),
        ("https://h/p?", "https://h/p?a=x%20y&b=%C3%A9"),
        ("https://h/p?q=%2f+%20#f?g", "https://h/p?q=%2f+%20&a=x%20y&b=%C3%A9#f?g"),
        ("https://h/p#f", "https://h/p?a=x%20y&b=%C3%A9#f"),
        ("https://h?a=0", "https://h?a=0&b=%C3%A9"),
        ("https://h/?b&a=", "https://h/?b&a="),
    ])
    func `identity goes to the end of the query, once, and leaves the rest alone`(url: String, expected: String) {
        #expect(appended(url) == expected)
    }

    @Test(arguments: [
        ("https://a/b/c?d#e", "https://x/y", "https://x/y"), ("https://a/b/c?d#e", "//x/y", "https://x/y"),
        ("https://a/b/c?d#e", "/y?z", "https://a/y?z"), ("https://a/b/c?d#e", "?z", "https://a/b/c?z"),
        ("https://a/b/c?d#e", "y", "https://a/b/y"), ("https://a/b/c", "app://y", "app://y"),
    ])
    func `a reference resolves against the address it came from`(base: String, reference: String, expected: String) {
        let url = URLBytes(Array(base.utf8)).resolving(Array(reference.utf8))
        #expect(String(decoding: url, as: UTF8.self) == expected)
    }
}

@Suite struct MovieDurationTests {
    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let size = content.count + 8
        return [0, 0, UInt8(size >> 8), UInt8(size & 255)] + Array(type.utf8) + content
    }

    @Test func `both versions of the movie header are read`() {
        let short: [UInt8] = [0, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + [0, 0, 3, 232, 0, 0, 5, 220]
        let long: [UInt8] = [1, 0, 0, 0] + [UInt8](repeating: 0, count: 16) + [0, 0, 0, 100, 0, 0, 0, 0, 0, 0, 0, 250]
        for (header, expected) in [(short, Duration.milliseconds(1500)), (long, .milliseconds(2500))] {
            #expect(
                MovieDuration.of(box("ftyp", [1, 2]) + box("moov", box("trak", []) + box("mvhd", header))) == expected)
        }
    }

    @Test func `a file cut at any byte is refused, never misread`() {
        let header: [UInt8] = [0, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + [0, 0, 3, 232, 0, 0, 5, 220]
        let file = box("ftyp", [1, 2]) + box("moov", box("mvhd", header))
        for count in 0..<file.count { #expect(MovieDuration.of(Array(file.prefix(count))) == nil) }
        #expect(MovieDuration.of([0, 0, 0, 0] + Array("moov".utf8)) == nil)
        #expect(MovieDuration.of([UInt8](repeating: 255, count: 64)) == nil)
        let noScale = [0, 0, 0, 0] + [UInt8](repeating: 0, count: 12) + [0, 0, 5, 220]
        #expect(MovieDuration.of(box("moov", box("mvhd", noScale))) == nil)
    }

    @Test func `boxes side by side are bounded`() {
        let movie = box(
            "moov", box("mvhd", [0, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 1, 0, 0, 0, 9]))
        let empty = box("free", [])
        let fits = Array(repeating: empty, count: MovieDuration.Limits.boxes - 1).flatMap { $0 }
        #expect(MovieDuration.of(fits + movie) == .seconds(9))
        #expect(MovieDuration.of(fits + empty + movie) == nil)
    }
}

@Suite struct SDKStoreTests {
    @Test func `a store comes back from its text`() {
        var kept: [UInt8] = []
        let store = SDKStore { kept = SDKStore.serialized($0) }
        store["b"] = "ü \"x\""
        store["a"] = "1"
        store["c"] = "gone"
        store["c"] = nil
        #expect(SDKStore.values(serialized: kept) == ["a": "1", "b": "ü \"x\""])
        #expect(SDKStore.values(serialized: Array("[]".utf8)) == nil)
        #expect(SDKStore.values(serialized: Array("{".utf8)) == nil)
    }
}

@Suite struct VirtualClockTests {
    @Test func `waiting moves the clock and pauses by its scale`() {
        var pauses: [Duration] = []
        let clock = VirtualClock(scale: 4) { pauses.append($0) }
        clock.wait(.seconds(2))
        clock.wait(.zero)
        clock.wait(until: .seconds(1))
        clock.wait(until: .seconds(3))
        #expect(clock.now == .seconds(3))
        #expect(pauses == [.milliseconds(500), .milliseconds(250)])
    }
}
