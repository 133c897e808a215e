import HTTPModel

/// The elements of VAST and VMAP the reader knows, spelled as the specifications do.
enum MarkupName: String, CaseIterable, Sendable {
    // VAST
    case vast = "VAST"
    case videoAdServingTemplate = "VideoAdServingTemplate"
    case ad = "Ad"
    case inLine = "InLine"
    case wrapper = "Wrapper"
    case adSystem = "AdSystem"
    case adTitle = "AdTitle"
    case impression = "Impression"
    case error = "Error"
    case survey = "Survey"
    case viewableImpression = "ViewableImpression"
    case viewable = "Viewable"
    case notViewable = "NotViewable"
    case viewUndetermined = "ViewUndetermined"
    case vastAdTagURI = "VASTAdTagURI"
    case vastAdTagURL = "VASTAdTagURL"
    case url = "URL"
    case creatives = "Creatives"
    case creative = "Creative"
    case video = "Video"
    case linear = "Linear"
    case duration = "Duration"
    case trackingEvents = "TrackingEvents"
    case tracking = "Tracking"
    case videoClicks = "VideoClicks"
    case clickThrough = "ClickThrough"
    case clickTracking = "ClickTracking"
    case customClick = "CustomClick"
    case mediaFiles = "MediaFiles"
    case mediaFile = "MediaFile"
    case mezzanine = "Mezzanine"
    case interactiveCreativeFile = "InteractiveCreativeFile"
    case closedCaptionFiles = "ClosedCaptionFiles"
    case closedCaptionFile = "ClosedCaptionFile"
    case icons = "Icons"
    case icon = "Icon"
    case iconClicks = "IconClicks"
    case iconClickThrough = "IconClickThrough"
    case iconClickTracking = "IconClickTracking"
    case iconViewTracking = "IconViewTracking"
    case nonLinearAds = "NonLinearAds"
    case nonLinear = "NonLinear"
    case nonLinearClickThrough = "NonLinearClickThrough"
    case nonLinearClickTracking = "NonLinearClickTracking"
    case companionAds = "CompanionAds"
    case companion = "Companion"
    case companionClickThrough = "CompanionClickThrough"
    case companionClickTracking = "CompanionClickTracking"
    case staticResource = "StaticResource"
    case iFrameResource = "IFrameResource"
    case htmlResource = "HTMLResource"
    case adVerifications = "AdVerifications"
    case verification = "Verification"
    case javaScriptResource = "JavaScriptResource"
    case executableResource = "ExecutableResource"
    case verificationParameters = "VerificationParameters"
    case extensions = "Extensions"
    case `extension` = "Extension"

    // VMAP
    case vmap = "VMAP"
    case adBreak = "AdBreak"
    case adSource = "AdSource"
    case vastAdData = "VASTAdData"
    case adTagURI = "AdTagURI"
    case customAdData = "CustomAdData"

    private static let byLowercase = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.rawValue.utf8.map(ASCII.lowercased), $0) })

    /// The element of that local name, in any case.
    init?(_ local: [UInt8]) {
        guard let name = Self.byLowercase[local.map(ASCII.lowercased)] else { return nil }
        self = name
    }
}
