/// The JSON answer of `/serve`. Its texts hold no character that JSON would have to escape.
struct ServeDocument {
    enum Creative: CaseIterable {
        case image, htmlzip, extTag
    }

    let zone: String
    let adID: String
    let creative: Creative
    let creativeURL: String
    let clickURL: String
    /// The raw `tracking` member, or nil to leave it out.
    let tracking: String?
    /// Stands in the tag for the click address.
    let clickInTag: String

    var text: String {
        var members = [
            "\"zone_id\":\(zone)", "\"ad_id\":\"\(adID)\"", "\"width\":320", "\"height\":50",
            "\"click_url\":\"\(clickURL)\"",
        ]
        switch creative {
        case .image: members += ["\"kind\":\"image\"", "\"image_url\":\"\(creativeURL)\""]
        case .htmlzip: members += ["\"kind\":\"htmlzip\"", "\"html_url\":\"\(creativeURL)\""]
        case .extTag:
            let html = "<a href='\(clickInTag)'><img src='\(creativeURL)' width='320' height='50'></a>"
            members += ["\"kind\":\"ext_tag\"", "\"html\":\"\(html)\""]
        }
        if let tracking { members.append("\"tracking\":\(tracking)") }
        return "{\(members.joined(separator: ","))}"
    }
}
