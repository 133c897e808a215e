/// A way in which a server breaks the guide or the market breaks a document. Each changes just what it names.
///
/// A name begins with the rule it breaks, where there is one.
package enum StandInFault: String, CaseIterable, Sendable {
    case identityInRedirect = "MK-046-redirect-echoes-identity"
    case identityInAdTag = "MK-051-ad-tag-holds-visitor-id"
    case clickMacroLeft = "MK-010-click-macro-left-in-html"
    case trackingFlagIsText = "MK-076-tracking-flag-is-text"
    case refusalWithoutReason = "MK-077-refusal-in-spite-of-consent"
    case clickAnswersPage = "MK-170-click-answers-200"
    case clickWithoutClickID = "MK-170-click-without-mk-cid"
    case clickWithTwoClickIDs = "MK-170-click-with-two-mk-cid"
    case clickWithEmptyClickID = "MK-170-click-with-empty-mk-cid"
    case clickIDInFragment = "MK-171-mk-cid-in-fragment"
    case destinationChanged = "MK-172-destination-changed"
    case redirectDropsClickID = "MK-173-redirect-drops-mk-cid"
    case sameClickID = "MK-174-same-mk-cid-twice"
    case setsCookie = "set-cookie"
    case serveUnavailable = "serve-503"
    case thirdPartyUnavailable = "third-party-503"
    case thirdPartyEmpty = "third-party-no-fill"
    case thirdPartyMalformed = "third-party-malformed-vast"
    case thirdPartyLoop = "third-party-wrapper-loop"
    case scheduleMalformed = "malformed-vmap"
    case mediaMissing = "media-404"
}
