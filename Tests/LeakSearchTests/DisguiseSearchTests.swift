import LeakSearch
import Testing

struct DisguiseSearchTests {
    private static let uuid = Array("3f2b9c1e-7d44-4a7b-9e0f-5c6d7e8f9012".utf8)
    private let search = DisguiseSearch([SoughtValue("v", uuid)])

    private func found(_ text: String) -> [Appearance] { search.search(Array(text.utf8)).appearances }

    @Test func `an appearance names each layer and its range`() throws {
        // base64 of {"id":"<the value>"}, percent-encoded at its end.
        let text = "u=eyJpZCI6IjNmMmI5YzFlLTdkNDQtNGE3Yi05ZTBmLTVjNmQ3ZThmOTAxMiJ9%0A&x=1"
        let appearance = try #require(found(text).first { $0.layers.count == 1 })
        #expect(appearance.path == "base64 > plain")
        let layer = try #require(appearance.layers.first)
        #expect(layer.input == 2..<62)
        #expect(appearance.innermost == 7..<43)
        // The seventh byte begins in the tenth character.
        #expect(layer.place.lowerBound == 2 + 9)
        #expect(appearance.range == layer.place)
    }

    @Test func `a value is told once at each place`() {
        let text = String(decoding: Self.uuid, as: UTF8.self)
        #expect(found("a=\(text)&b=\(text.uppercased())").map(\.form) == ["plain", "plain"])
    }

    /// encodeURIComponent, URLComponents, the URL standard's query, and everything that can be.
    @Test(arguments: [
        "7356.1.src%3D(direct)%7Ccmd%3D(none)%2Fa%2Cb%3B*", "7356.1.src=(direct)%7Ccmd=(none)/a,b;*",
        "7356.1.src=(direct)|cmd=(none)/a,b;%2A", "7356%2E1%2Esrc%3D%28direct%29%7Ccmd%3D%28none%29%2Fa%2Cb%3B%2A",
    ])
    func `a value is found whichever of its marks the encoder left as they are`(_ text: String) {
        let search = DisguiseSearch([SoughtValue("v", Array("7356.1.src=(direct)|cmd=(none)/a,b;*".utf8))])
        for message in ["GET /p?x=1&utmcc=\(text)&y=%20 HTTP/1.1", "{\"u\":\"\(text)\"}", text] {
            #expect(search.search(Array(message.utf8)).appearances.map(\.path) == ["percent > plain"], "\(message)")
        }
    }

    @Test func `eight digits alone are a hint`() {
        #expect(found("a=3f2b9c1e&b=1").map(\.strength) == [.weak])
        #expect(found("a=x3f2b9c1e&b=1").isEmpty)
    }

    @Test func `short values are not searched for`() {
        let short = DisguiseSearch([SoughtValue("v", Array("phone".utf8))])
        #expect(short.isEmpty)
        #expect(short.search(Array("device=phone".utf8)).appearances.isEmpty)
    }

    @Test func `other values are not found`() {
        #expect(
            found("a=3f2b9c1e-7d44-4a7b-9e0f-5c6d7e8f9013").allSatisfy {
                $0.strength < .proven || $0.form == "first-half"
            })
        #expect(found("a=00000000-7d44-4a7b-9e0f-000000000000").isEmpty)
    }

    @Test func `a digest that is cut says how much of it stands there`() {
        #expect(found("h=0f7fb04de9c2ab9b").map(\.form) == ["sha256(lower) cut to 16 digits"])
        #expect(found("h=0f7fb04de9c2ab9").isEmpty)
    }

    @Test(arguments: [
        ("lat=-23.55&lon=-46.63", true), ("ll=-46.6333,-23.5505", true), (#"{"a":-23.551,"o":-46.634}"#, true),
        ("lat=23.55&lon=-46.63", false), ("lat=-23.55&lon=-46.65", false), ("lat=-23.55", false),
        ("v=1.-23.55.2&lon=-46.63", false), ("u=%2D23.55%2C%2D46.63", true),
    ])
    func `a location is a pair of numbers with both signs`(_ text: String, _ isThere: Bool) {
        let place = SoughtLocation("location", latitude: -23.5505, longitude: -46.6333)
        let search = DisguiseSearch([], locations: [place])
        #expect(search.search(Array(text.utf8)).appearances.isEmpty == !isThere)
    }

    @Test(
        arguments: [
            ("ll=-23.56,-46.64", "coordinates-to-hundredths"), ("geo=-23.5,-46.6", "coordinates-to-tenths"),
            (#"{"coordinates":[-46.7,-23.6]}"#, "coordinates-to-tenths"),
            ("lat=-23.55&lon=-46.6", "coordinates-to-tenths"),
            ("x=-23.5,-46.6", nil), ("d=M-23.5,-46.6", nil), ("ll=-23.7,-46.6", nil), ("ll=23.5,-46.6", nil),
            ("lat=-23.5&pad=01234567890123456789&lon=-46.6", nil), ("lat=-23&lon=-46", nil),
            ("ll=-23550520,-46633310", "whole-coordinates"), ("p=-466333100&q=-235505200", "whole-coordinates"),
            ("ll=-23550520,-46.6333", nil), ("ll=a23550520,-46633310", nil), ("ll=-23570520,-46633310", nil),
        ] as [(String, String?)])
    func `a location is found at other precision, and a vague one behind a word`(_ text: String, form: String?) {
        let place = SoughtLocation("location", latitude: -23.5505, longitude: -46.6333)
        let search = DisguiseSearch([], locations: [place])
        #expect(search.search(Array(text.utf8)).appearances.map(\.form) == (form.map { [$0] } ?? []))
    }

    @Test func `a rounded coordinate is found where the place itself is known rounded up`() {
        // -23.5599 rounded is known as -23.56; somebody cuts it.
        let search = DisguiseSearch([], locations: [SoughtLocation("l", latitude: -23.56, longitude: -46.63)])
        #expect(search.search(Array("ll=-23.55,-46.63".utf8)).appearances.count == 1)
        #expect(search.search(Array("ll=-23.54,-46.63".utf8)).appearances.isEmpty)
    }
}
