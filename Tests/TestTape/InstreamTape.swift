/// Schedules, films and media for tests of breaks.
extension Markup {
    /// A schedule: each break at an offset, with an AdTagURI or a VAST element.
    package static func vmap(breaks: [(offset: String, source: String)], type: String = "linear") -> String {
        let elements = breaks.enumerated().map { index, item in
            let source =
                item.source.hasPrefix("<")
                ? "<vmap:VASTAdData>\(item.source)</vmap:VASTAdData>"
                : "<vmap:AdTagURI templateType=\"vast3\"><![CDATA[\(item.source)]]></vmap:AdTagURI>"
            let events = ["breakStart", "breakEnd", "error"].map {
                "<vmap:Tracking event=\"\($0)\"><![CDATA[https://t.example/b\(index)/\($0)]]></vmap:Tracking>"
            }
            return """
                <vmap:AdBreak timeOffset="\(item.offset)" breakType="\(type)" breakId="b\(index)">
                <vmap:AdSource id="s\(index)">\(source)</vmap:AdSource>
                <vmap:TrackingEvents>\(events.joined())</vmap:TrackingEvents></vmap:AdBreak>
                """
        }
        return """
            <vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">
            \(elements.joined(separator: "\n"))
            </vmap:VMAP>
            """
    }

    /// An inline ad of 10 s whose addresses are all under one: `\(base)/start`, `\(base)/media.mp4`.
    package static func ad(
        _ base: String, click: String? = nil, clickTracking: [String] = [], copies: Int = 1
    ) -> String {
        let events = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "pause", "skip"].map {
            "<Tracking event=\"\($0)\"><![CDATA[\(base)/\($0)]]></Tracking>"
        }
        let clicks =
            (click.map { ["<ClickThrough><![CDATA[\($0)]]></ClickThrough>"] } ?? [])
            + clickTracking.map { "<ClickTracking><![CDATA[\($0)]]></ClickTracking>" }
        let ads = (0..<copies).map { index in
            """
            <Ad id="ad-\(index)"><InLine><AdSystem>s</AdSystem><AdTitle>t</AdTitle>
            <Error><![CDATA[\(base)/error?code=[ERRORCODE]]]></Error>
            <Impression><![CDATA[\(base)/impression]]></Impression>
            <Creatives><Creative><Linear><Duration>00:00:10</Duration>
            <TrackingEvents>\(events.joined())</TrackingEvents>
            <VideoClicks>\(clicks.joined())</VideoClicks><MediaFiles>
            <MediaFile type="video/mp4" width="1" height="1" delivery="progressive">\
            <![CDATA[\(base)/media.mp4]]></MediaFile>
            </MediaFiles></Linear></Creative></Creatives></InLine></Ad>
            """
        }
        return "<VAST version=\"3.0\">\(ads.joined())</VAST>"
    }
}

extension TapeBuilder {
    package static let player = "AppleCoreMedia/1.0.0.21E219 (iPhone; U; CPU OS 17_4 like Mac OS X; pt_br)"

    /// Bytes of a media file of 1000, as the system's player asks for them; nothing with a status that is no 206.
    @discardableResult
    package mutating func media(
        _ url: String, _ bytes: Range<Int>, playback: String = "ad", status: Int = 206
    ) -> Int {
        let answer =
            status == 206
            ? "HTTP/1.1 206 Partial Content\nContent-Type: video/mp4\n"
                + "Content-Range: bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/1000\n\n"
                + String(repeating: "x", count: bytes.count)
            : "HTTP/1.1 \(status) No\nContent-Type: text/plain\n\n"
        return exchange(
            "GET \(url)\nUser-Agent: \(Self.player)\nX-Playback-Session-Id: \(playback)\n"
                + "Range: bytes=\(bytes.lowerBound)-\n\n", answer)
    }

    /// The n-th tenth of the film.
    @discardableResult
    package mutating func film(_ part: Int) -> Int {
        media("https://video.news.example/film.mp4", part * 100..<(part + 1) * 100, playback: "film")
    }

    /// The in-app browser opens an address.
    @discardableResult
    package mutating func browse(_ url: String) -> Int {
        exchange("GET \(url)\nUser-Agent: \(Self.browser)\n\n", "HTTP/1.1 204 No Content\n\n")
    }

    package mutating func wait(seconds: Double) { wait(milliseconds: UInt64(seconds * 1000)) }
}
