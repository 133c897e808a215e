import SDKContracts
import Verification

/// The phrase of a term of the verifier.
extension Phrase {
    init(_ severity: Severity) {
        switch severity {
        case .p0: self = .severityP0
        case .p1: self = .severityP1
        case .p2: self = .severityP2
        case .p3: self = .severityP3
        }
    }

    init(_ outcome: RuleVerdict.Outcome) {
        switch outcome {
        case .pass: self = .pass
        case .fail: self = .fail
        case .notObserved: self = .unobserved
        case .notApplicable: self = .inapplicable
        case .needsConfig: self = .needsConfiguration
        }
    }

    init(_ party: Party) {
        switch party {
        case .first: self = .firstParty
        case .third: self = .thirdParty
        case .unknown: self = .unknownParty
        }
    }

    init(_ part: MessagePart) {
        switch part {
        case .target: self = .target
        case .requestHead: self = .requestHead
        case .requestContent: self = .requestContent
        case .responseHead: self = .responseHead
        case .responseContent: self = .responseContent
        case .webSocketMessage: self = .webSocketMessage
        }
    }

    init(_ cause: DisclosureCause) {
        switch cause {
        case .own: self = .causeOwn
        case .unobjected: self = .causeUnobjected
        case .found("sdk-attached"): self = .causeAttached
        case .found("sdk-sent"): self = .causeSent
        case .found("sdk-omitted"): self = .causeOmitted
        case .found("server-supplied"): self = .causeSupplied
        case .found("server-answer"): self = .causeAnswer
        case .found("redirect"): self = .causeRedirect
        case .found("referer"): self = .causeReferer
        case .found("cookie"): self = .causeCookie
        case .found("expanded-macro"): self = .causeMacro
        case .found("web-view"): self = .causeWebView
        case .found: self = .causeUnknown
        }
    }
}
