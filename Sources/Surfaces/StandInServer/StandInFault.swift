/// A way in which a server breaks the guide or the market breaks a document. Each changes just what it names.
///
/// A name begins with the rule it breaks, where there is one.
package enum StandInFault: String, CaseIterable, Sendable {
    case identityInRedirect = "MK-046-identity-after-redirect"
    case identityInAdTag = "MK-051-identity-supplied-by-server"
    case clickMacroLeft = "MK-010-click-macro-left-in-html"
    case trackingFlagIsText = "MK-076-tracking-flag-is-text"
    case refusalWithoutReason = "MK-077-refusal-in-spite-of-consent"
    case clickAnswersPage = "MK-170-click-answers-200"
    case clickWithoutClickID = "MK-170-click-id-missing"
    case clickWithTwoClickIDs = "MK-170-click-id-doubled"
    case clickWithEmptyClickID = "MK-170-click-id-empty"
    case clickIDInFragment = "MK-171-click-id-misplaced"
    case destinationChanged = "MK-172-destination-changed"
    case redirectDropsClickID = "MK-173-click-id-lost"
    case sameClickID = "MK-174-click-id-repeated"
    case appLinkWithoutClickID = "MK-175-click-id-lost-at-app-link"
    case setsCookie = "set-cookie"
    case serveUnavailable = "serve-503"
    case thirdPartyUnavailable = "third-party-503"
    case thirdPartyEmpty = "third-party-no-fill"
    case thirdPartyMalformed = "third-party-malformed-vast"
    case thirdPartyLoop = "third-party-wrapper-loop"
    case scheduleMalformed = "malformed-vmap"
    case mediaMissing = "media-404"
    case videoRefused = "vast-refuses-tracking"
    case thirdPartyMediaStalls = "third-party-media-stalls"
}
