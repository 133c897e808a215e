/// How the guide is read where it is silent or pulls two ways.
///
/// The other open points have one reading, which no key changes: identity belongs to first-party requests and never to
/// others; of notViewable and viewUndetermined only exclusivity is judged; repeated requests are inventory; identity on
/// the request of `/click` is judged whatever its User-Agent; a redirect is judged hop by hop.
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
        /// Not looked at.
        case ignore
        /// A remark; the rule passes.
        case info
        /// A finding of the lesser severity that the rule names, P3 where it names none.
        case warn
        /// A finding of the rule's own severity.
        case fail
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
    package var pixelMechanism = Weight.info
    /// Consent on first-party VAST pixels.
    package var pixelConsent = Weight.warn
    /// `session_id` while tracking is off.
    package var sessionIDWhileOff = Weight.info
    /// `mk_cid` while tracking is off.
    package var clickIDWhileOff = Weight.info
    package var clickIDPolicy = ClickIDPolicy.latest
    /// A conversion without `mk_cid` where nothing before it could have given one.
    package var conversionWithoutClickID = Weight.warn
    /// A request of another zone without `visitor_id` while a zone's refusal is in force.
    package var otherZones = Weight.info
    /// A request without `visitor_id` after the zone's refusal has ended.
    package var zoneBlockOutlived = Weight.info
    /// The type of the VAST `Extension` whose text `false` refuses tracking; nil where there is none.
    package var videoTrackingSignal: String?
    /// Names of parameters that no first-party request may have: lists that the guide has lost.
    package var extraForbiddenParameters: [String] = []

    package init() {}

    package func expectation(_ endpoint: Endpoint, _ kind: FieldKind) -> Expectation {
        expectations[endpoint]?[kind] ?? .may
    }
}
