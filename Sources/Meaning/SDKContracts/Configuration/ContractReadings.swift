/// How the guide is read where it is silent or pulls two ways.
///
/// The other open points have one reading, which no key changes: identity belongs to first-party requests and never to
/// others; of notViewable and viewUndetermined only exclusivity is judged; repeated requests are inventory; the first
/// request of `/click` is judged whatever its User-Agent; a redirect is judged hop by hop.
package struct ContractReadings: Sendable, Equatable {
    /// Which click ID a conversion carries after several clicks.
    package enum ClickIDPolicy: String, Sendable, CaseIterable {
        case latest, first
    }

    /// Where identity stands in a first-party request.
    package enum IdentityTransport: String, Sendable, CaseIterable {
        case any, query, body
    }

    /// Whether a field belongs to an endpoint's requests.
    package enum Expectation: String, Sendable, CaseIterable {
        case must, may, never
    }

    /// What is made of something the guide does not speak of.
    package enum Weight: String, Sendable, CaseIterable {
        case ignore, info, warn, fail
    }

    /// A kind of first-party request, for the readings that differ by it.
    package enum Endpoint: String, Sendable, CaseIterable {
        case serve, vast, vmap, beacon, pixel, click, conversion
    }

    /// The fields whose presence the guide states for no endpoint.
    package static let openFields: [FieldKind] = [.deviceType, .visitorID, .sessionID]

    /// Fields that are not named here may be there.
    package var expectations: [Endpoint: [FieldKind: Expectation]] = [:]
    package var identityTransport = IdentityTransport.any
    /// The guide names `/serve` only.
    package var consentEndpoints: [Endpoint] = [.serve]
    /// A first-party request without TLS.
    package var plainHTTP = Weight.fail
    /// Location on first-party VAST pixels.
    package var pixelLocation = Weight.warn
    /// A first-party VAST pixel without `in_app_mechanism`.
    package var pixelMechanism = Weight.warn
    /// Consent on first-party VAST pixels.
    package var pixelConsent = Weight.warn
    /// `session_id` while tracking is off.
    package var sessionIDWhileOff = Weight.warn
    /// `mk_cid` while tracking is off.
    package var clickIDWhileOff = Weight.info
    package var clickIDPolicy = ClickIDPolicy.latest
    /// Names of parameters that no first-party request may have: lists that the guide has lost.
    package var extraForbiddenParameters: [String] = []

    package init() {}

    package func expectation(_ endpoint: Endpoint, _ kind: FieldKind) -> Expectation {
        expectations[endpoint]?[kind] ?? .may
    }
}
