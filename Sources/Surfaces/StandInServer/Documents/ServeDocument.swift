internal import JSONText

/// The JSON answer of `/serve`.
struct ServeDocument {
    enum Creative: CaseIterable {
        case image, htmlzip, extTag
    }

    /// What the answer says on tracking; nothing where it may go on.
    enum Tracking {
        case unsaid, refused
        /// In so many words.
        case allowed
        /// The refusal as a text, which it must not be.
        case refusedInText
    }

    let zone: Int
    let adID: String
    /// The member the ad's ID stands in.
    let adIDName: String
    let creative: Creative
    let creativeURL: String
    let clickURL: String
    /// The campaign's own URL: where the click should end.
    let landingURL: String
    let tracking: Tracking
    /// Stands in the tag for the click address.
    let clickInTag: String

    var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("zone_id", zone)
            writer.field(adIDName, adID)
            writer.field("width", 320)
            writer.field("height", 50)
            writer.field("click_url", clickURL)
            writer.field("landing_url", landingURL)
            switch creative {
            case .image:
                writer.field("kind", "image")
                writer.field("image_url", creativeURL)
            case .htmlzip:
                writer.field("kind", "htmlzip")
                writer.field("html_url", creativeURL)
            case .extTag:
                writer.field("kind", "ext_tag")
                let image = #"<img src="\#(creativeURL)" width="320" height="50">"#
                writer.field("html", #"<a href="\#(clickInTag)">\#(image)</a>"#)
            }
            switch tracking {
            case .unsaid: break
            case .refused: writer.field("tracking", false)
            case .allowed: writer.field("tracking", true)
            case .refusedInText: writer.field("tracking", "false")
            }
        }
        return writer.bytes
    }
}
