/// One video ad, `spot-1` of the token `abc`, told to one party.
extension TapeBuilder {
    package static let spot = "spot-1"
    private static let media = "https://cdn.example/spot.mp4"

    /// Asks `/vast/abc`; the answer tells an Impression and these events.
    @discardableResult
    package mutating func video(
        _ events: [String] = [
            "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "mute", "unmute", "skip",
        ],
        token: String = "abc", stated duration: String = "00:00:10"
    ) -> Int {
        vast(
            token,
            answer: Markup.vast(
                ["https://px.example/impression"], tracking: events.map { ($0, "https://px.example/\($0)") },
                media: Self.media, id: Self.spot, duration: duration))
    }

    /// Fires a pixel of the ad, 100 ms after the exchange before, or after `wait` more.
    @discardableResult
    package mutating func pixel(_ event: String, after milliseconds: UInt64 = 0) -> Int {
        wait(milliseconds: milliseconds)
        return get("https://px.example/\(event)")
    }

    /// A beacon about the ad.
    @discardableResult
    package mutating func videoBeacon(_ event: String, after milliseconds: UInt64 = 0, with extra: String = "") -> Int {
        wait(milliseconds: milliseconds)
        return beacon(event, with: #","ad_id":"\#(Self.spot)""# + extra)
    }

    /// Fetches the film, whose header states so many seconds; without them it states none.
    @discardableResult
    package mutating func film(seconds: UInt8? = nil) -> Int {
        exchange(
            "GET \(Self.media)\nUser-Agent: AppleCoreMedia/1.0\n\n",
            "HTTP/1.1 200 OK\nContent-Type: video/mp4\n\n" + (seconds.map(Self.movie) ?? "media"))
    }

    /// `ftyp`, then `moov` with an `mvhd` in whole seconds (ISO/IEC 14496-12 §8.2.2); no byte above 127.
    private static func movie(seconds: UInt8) -> String {
        precondition(seconds < 128, "a byte of UTF-8 that stands for itself")
        func number(_ value: UInt8) -> [UInt8] { [0, 0, 0, value] }
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            number(UInt8(content.count + 8)) + Array(type.utf8) + content
        }
        let header = number(0) + number(0) + number(0) + number(1) + number(seconds)
        let file = box("ftyp", Array("isom".utf8) + number(0)) + box("moov", box("mvhd", header))
        return String(decoding: file, as: UTF8.self)
    }
}
