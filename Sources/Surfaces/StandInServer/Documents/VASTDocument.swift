/// Who is told what a viewer did: one party's tracking addresses in a VAST document.
struct TrackerParty {
    /// The tracking address for an event of this party, macros included.
    let address: (String) -> String
}

/// VAST documents of our own writing (IAB VAST 3.0).
enum VASTDocument {
    struct Linear {
        let adID: String
        let system: String
        let title: String
        let parties: [TrackerParty]
        /// What `<Duration>` says, in seconds; the file may be longer or shorter.
        let statedSeconds: Int
        let skipAfterSeconds: Int?
        let mediaURL: String
        let clickThrough: String
        var extraImpressions: [String] = []
        /// An Extension says that the zone refuses tracking.
        var refusesTracking = false
    }

    static let noFill = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n<VAST version=\"3.0\"></VAST>\n"

    static func inline(_ ad: Linear) -> String { declaration + inlineElement(ad) + "\n" }

    /// The document without an XML declaration, for `VASTAdData`.
    static func inlineElement(_ ad: Linear) -> String {
        let skip = ad.skipAfterSeconds.map { " skipoffset=\"\(clock($0))\"" } ?? ""
        var events = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "mute", "unmute"]
        if ad.skipAfterSeconds != nil { events.append("skip") }
        return """
            <VAST version="3.0">
              <Ad id="\(ad.adID)">
                <InLine>
                  <AdSystem version="1.0">\(ad.system)</AdSystem>
                  <AdTitle>\(ad.title)</AdTitle>
            \(addresses(ad.parties, "error", as: "Error", suffix: "&code=[ERRORCODE]"))
            \(addresses(ad.parties, "impression", as: "Impression"))
            \(ad.extraImpressions.map { "      <Impression><![CDATA[\($0)]]></Impression>\n" }.joined())\
                  <Creatives>
                    <Creative id="\(ad.adID)-1" sequence="1">
                      <Linear\(skip)>
                        <Duration>\(clock(ad.statedSeconds))</Duration>
                        <TrackingEvents>
            \(tracking(ad.parties, events))
                        </TrackingEvents>
                        <VideoClicks>
                          <ClickThrough><![CDATA[\(ad.clickThrough)]]></ClickThrough>
            \(addresses(ad.parties, "click", as: "ClickTracking", indent: "              "))
                        </VideoClicks>
                        <MediaFiles>
                          <MediaFile delivery="progressive" type="video/mp4" width="640" height="360" bitrate="500">\
            <![CDATA[\(ad.mediaURL)]]></MediaFile>
                        </MediaFiles>
                      </Linear>
                    </Creative>
                  </Creatives>
            \(ad.refusesTracking ? refusal : "")\
                </InLine>
              </Ad>
            </VAST>
            """
    }

    private static let refusal =
        "      <Extensions><Extension type=\"metrike-tracking\">false</Extension></Extensions>\n"

    static func wrapper(adID: String, system: String, party: TrackerParty, target: String) -> String {
        let events = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "mute", "unmute", "skip"]
        return declaration + """
            <VAST version="3.0">
              <Ad id="\(adID)">
                <Wrapper>
                  <AdSystem version="1.0">\(system)</AdSystem>
                  <VASTAdTagURI><![CDATA[\(target)]]></VASTAdTagURI>
            \(addresses([party], "error", as: "Error", suffix: "&code=[ERRORCODE]"))
            \(addresses([party], "impression", as: "Impression"))
                  <Creatives>
                    <Creative>
                      <Linear>
                        <TrackingEvents>
            \(tracking([party], events))
                        </TrackingEvents>
                        <VideoClicks>
            \(addresses([party], "click", as: "ClickTracking", indent: "              "))
                        </VideoClicks>
                      </Linear>
                    </Creative>
                  </Creatives>
                </Wrapper>
              </Ad>
            </VAST>

            """
    }

    /// A document whose last tags do not match.
    static func malformed(_ ad: Linear) -> String {
        inline(ad).replacingFirst("</Creatives>", with: "</Creative>")
    }

    static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

    private static func addresses(
        _ parties: [TrackerParty], _ event: String, as element: String, suffix: String = "", indent: String = "      "
    ) -> String {
        parties.map { "\(indent)<\(element)><![CDATA[\($0.address(event))\(suffix)]]></\(element)>" }
            .joined(separator: "\n")
    }

    private static func tracking(_ parties: [TrackerParty], _ events: [String]) -> String {
        events.flatMap { event in
            parties.map {
                "              <Tracking event=\"\(event)\"><![CDATA[\($0.address(event))]]></Tracking>"
            }
        }.joined(separator: "\n")
    }

    private static func clock(_ seconds: Int) -> String {
        "00:\(seconds / 60 < 10 ? "0" : "")\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }
}

extension String {
    /// The text with the first place of `part` replaced; the same text where it is not there.
    func replacingFirst(_ part: String, with other: String) -> String {
        let text = Array(utf8)
        let wanted = Array(part.utf8)
        guard !wanted.isEmpty, text.count >= wanted.count else { return self }
        for start in 0...(text.count - wanted.count) where text[start...].starts(with: wanted) {
            let rest = text[(start + wanted.count)...]
            return String(decoding: text[..<start] + Array(other.utf8) + rest, as: UTF8.self)
        }
        return self
    }
}
