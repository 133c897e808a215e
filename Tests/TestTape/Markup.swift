/// VAST and VMAP documents for tests.
package enum Markup {
    /// A VAST inline ad with these trackers, each `(element, event, URL)`.
    package static func vast(
        _ impressions: [String], tracking: [(String, String)] = [], media: String? = nil, id: String = "1",
        duration: String = "00:00:10"
    ) -> String {
        let pixels = impressions.map { "<Impression><![CDATA[\($0)]]></Impression>\n" }.joined()
        let events = tracking.map { "<Tracking event=\"\($0.0)\"><![CDATA[\($0.1)]]></Tracking>\n" }.joined()
        let files =
            media.map {
                "<MediaFiles><MediaFile type=\"video/mp4\" width=\"1\" height=\"1\" delivery=\"progressive\">"
                    + "<![CDATA[\($0)]]></MediaFile></MediaFiles>\n"
            } ?? ""
        return """
            <VAST version="3.0"><Ad id="\(id)"><InLine><AdSystem>s</AdSystem><AdTitle>t</AdTitle>
            \(pixels)<Creatives><Creative><Linear><Duration>\(duration)</Duration>
            <TrackingEvents>\(events)</TrackingEvents>\(files)</Linear></Creative></Creatives></InLine></Ad></VAST>
            """
    }

    package static func wrapper(_ url: String) -> String {
        """
        <VAST version="3.0"><Ad id="1"><Wrapper><AdSystem>s</AdSystem>
        <VASTAdTagURI><![CDATA[\(url)]]></VASTAdTagURI></Wrapper></Ad></VAST>
        """
    }

    /// A schedule with one break for each AdTagURI.
    package static func vmap(_ tags: [String]) -> String {
        let breaks = tags.enumerated().map { index, tag in
            """
            <vmap:AdBreak timeOffset="start" breakType="linear" breakId="b\(index)"><vmap:AdSource id="s\(index)">
            <vmap:AdTagURI templateType="vast3"><![CDATA[\(tag)]]></vmap:AdTagURI></vmap:AdSource></vmap:AdBreak>
            """
        }
        return """
            <vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">
            \(breaks.joined(separator: "\n"))
            </vmap:VMAP>
            """
    }
}
