/// Schedules of our own writing (IAB VMAP 1.0).
enum VMAPDocument {
    enum Source {
        /// A VAST element put into the schedule.
        case inline(String)
        case tag(String)
    }

    struct Break {
        let id: String
        /// As VMAP writes it: `start`, `end` or `hh:mm:ss`.
        let offset: String
        let source: Source
        let tracker: TrackerParty
    }

    static func text(_ breaks: [Break]) -> String {
        VASTDocument.declaration
            + "<vmap:VMAP xmlns:vmap=\"http://www.iab.net/videosuite/vmap\" version=\"1.0\">\n"
            + breaks.map(element).joined()
            + "</vmap:VMAP>\n"
    }

    private static func element(_ adBreak: Break) -> String {
        let source =
            switch adBreak.source {
            case .inline(let vast): "      <vmap:VASTAdData>\n\(vast)\n      </vmap:VASTAdData>"
            case .tag(let url): "      <vmap:AdTagURI templateType=\"vast3\"><![CDATA[\(url)]]></vmap:AdTagURI>"
            }
        let events = ["breakStart", "breakEnd", "error"].map {
            "      <vmap:Tracking event=\"\($0)\"><![CDATA[\(adBreak.tracker.address($0))]]></vmap:Tracking>\n"
        }.joined()
        return """
              <vmap:AdBreak timeOffset="\(adBreak.offset)" breakType="linear" breakId="\(adBreak.id)">
                <vmap:AdSource id="\(adBreak.id)-1" allowMultipleAds="false" followRedirects="true">
            \(source)
                </vmap:AdSource>
                <vmap:TrackingEvents>
            \(events)    </vmap:TrackingEvents>
              </vmap:AdBreak>

            """
    }
}
