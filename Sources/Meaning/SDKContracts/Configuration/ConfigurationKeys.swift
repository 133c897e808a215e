extension ConfigurationKey {
    /// Every key of `fita.json`, in the order in which they are shown; keys of one object stand together.
    package static let all: [ConfigurationKey] =
        [
            .optionalText(
                "first_party.base_url", .url, \.baseURL,
                "The SDK's base URL; its host alone is the first party (guide §7)."),
            .texts(
                "first_party.extra_hosts", .host, \.extraHosts,
                "Further first-party hosts; the guide knows exactly one."),
            .flag(
                "first_party.match_port", \.matchesPort,
                "Whether another port of the base host is a third party; the guide speaks of the host only."),
            .choice(
                "first_party.plain_http", \.readings.plainHTTP, "What is made of a first-party request without TLS."),
            .text("paths.serve", .path, \.servePath, "Where display ads are asked for (guide §3)."),
            .text("paths.vast", .prefix, \.vastPath, "Where video ads are asked for; a token follows (guide §3)."),
            .text("paths.vmap", .prefix, \.vmapPath, "Where schedules are asked for; a token follows (guide §3)."),
            .text("paths.click", .path, \.clickPath, "Where clicks go (guide §6)."),
            .texts("paths.beacon", .path, \.beaconPaths, "Where native beacons go; left open by the guide."),
            .texts("paths.conversion", .path, \.conversionPaths, "Where conversions go; left open by the guide."),
            .texts(
                "paths.known", .path, \.knownPaths,
                "Further first-party paths, and all below them; with any named, an unknown path is a finding."),
            .names("params.app_bundle", .appBundle, "Names of the bundle identifier (guide §2)."),
            .names("params.app_name", .appName, "Names of the app's name (guide §2)."),
            .names("params.app_version", .appVersion, "Names of the app's version (guide §2)."),
            .names("params.sdk_version", .sdkVersion, "Names of the SDK's version (guide §2)."),
            .names("params.device_type", .deviceType, "Names of the device type (guide §2)."),
            .names("params.visitor_id", .visitorID, "Names of the installation's ID (guide §2)."),
            .names("params.session_id", .sessionID, "Names of the process's ID (guide §2)."),
            .names("params.zone", .zone, "Names of the zone; left open by the guide."),
            .names("params.content_url", .contentURL, "Names of the content's address (guide §4); left open."),
            .names("params.lat", .latitude, "Names of the latitude; left open by the guide."),
            .names("params.lon", .longitude, "Names of the longitude; left open by the guide."),
            .names("params.accuracy", .accuracy, "Names of the location's accuracy; left open by the guide."),
            .optionalChoice(
                "beacon.method", \.beaconMethod, "The method of a beacon; null where any may be one."),
            .names("beacon.event_field", .event, "Names of the event (guide §7); left open."),
            .names("beacon.ttv_field", .timeToViewable, "Names of the time to viewable; left open by the guide."),
            .names("conversion.goal", .goal, "Names of the goal (guide §6); left open."),
            .names("conversion.value_cents", .valueCents, "Names of the value in cents (guide §6); left open."),
            .names("conversion.order_id", .orderID, "Names of the order (guide §6); left open."),
            .choice(
                "conversion.without_mk_cid", \.readings.conversionWithoutClickID,
                "A conversion without mk_cid where nothing before it could have given one."),
            .text(
                "serve.tracking_pointer", .pointer, \.trackingPointer,
                "Where a serve answer refuses tracking (guide §5)."),
            .text(
                "serve.kind_pointer", .pointer, \.creativeKindPointer,
                "Where a serve answer names the kind of creative (guide §3.1); left open."),
            .text(
                "serve.landing_pointer", .pointer, \.landingPointer,
                "Where a serve answer tells the campaign's URL; left open by the guide."),
            .optionalText(
                "vast.tracking_signal", .name, \.readings.videoTrackingSignal,
                "The type of the VAST Extension whose text false refuses tracking; null: there is none."),
            .texts(
                "campaigns.landing_urls", .address, \.landingURLs,
                "The campaigns' URLs, as clicks should lead to them but for the click ID (guide §6)."),
            .texts(
                "join.keys", .name, \.joinKeys,
                "Members of a serve answer whose values later requests repeat; empty: any opaque value."),
            .formats("formats.zones", \.zoneFormats, "What each zone is used for."),
            .formats("formats.tokens", \.tokenFormats, "What each vast or vmap token is used for."),
            .texts(
                "hosts.expected", .host, \.expectedHosts,
                "Third-party hosts that the app may talk to, .cdn.example for all below it; any other is a finding."),
            .texts(
                "hosts.distribution", .host, \.distributionHosts,
                "Hosts that the SDK is downloaded from, which are not the ad server's (guide §1)."),
            .severities("severities", "Severities in place of the rules' own."),
            .choice(
                "zone_block.scope", \.zoneBlockScope,
                "When a zone's refusal ends: with an answer that does not refuse, or after one request."),
            .choice(
                "zone_block.after_end", \.readings.zoneBlockOutlived,
                "A request without visitor_id after the zone's refusal has ended."),
            .choice(
                "zone_block.other_zones", \.readings.otherZones,
                "A request of another zone without visitor_id while a zone's refusal is in force."),
            .choice("mk_cid.policy", \.readings.clickIDPolicy, "Which click ID counts after several clicks."),
            .choice("off.forbid_session_id", \.readings.sessionIDWhileOff, "session_id while tracking is off."),
            .choice("off.forbid_mk_cid", \.readings.clickIDWhileOff, "mk_cid while tracking is off."),
            .choice("location.allow_pixels", \.readings.pixelLocation, "Location on first-party VAST pixels."),
            .choice(
                "pixels.in_app_mechanism", \.readings.pixelMechanism,
                "A first-party VAST pixel without in_app_mechanism."),
            .choice("pixels.consent", \.readings.pixelConsent, "Consent on first-party VAST pixels."),
            .choices("consent.endpoints", \.readings.consentEndpoints, "The endpoints that carry consent (guide §5)."),
            .optionalText(
                "consent.vendor_list", .file, \.vendorListPath,
                "The file of the IAB Global Vendor List (versions 2 and 3 of its format) by which the consent strings "
                    + "were made; beside fita.json where the path is relative."),
            .choice("identity.transport", \.readings.identityTransport, "Where identity may stand in a request."),
            .texts(
                "policy.extra_forbidden_params", .name, \.readings.extraForbiddenParameters,
                "Names of parameters that no first-party request may have."),
            .texts(
                "policy.test_zones", .token, \.testZones,
                "The only zones that a recording may name (guide §11: 13778 and 13779); empty: any."),
        ]
        + ContractReadings.Endpoint.allCases.flatMap { endpoint in
            ContractReadings.openFields.map { .expectation(endpoint, $0) }
        }

    /// Members that a file may have besides: the address of its schema, and what `show` says of defaults.
    static let remarks = ["$schema", "$defaults"]

    /// Fields whose names the guide fixes and no key changes.
    package static let fixedFields: [FieldKind] = [
        .childDirected, .gdpr, .gdprConsent, .clickID, .inAppMechanism, .viewableMechanism,
    ]
}

extension ContractConfiguration {
    /// The defaults with these values at their keys.
    package init(_ values: [String: ConfigurationValue]) {
        self.init()
        for key in ConfigurationKey.all { if let value = values[key.path] { key.take(value, &self) } }
        withdrawDefaultNames(setKeys: Set(values.keys))
    }

    /// Takes names that were given to one field from the defaults of the others.
    mutating func withdrawDefaultNames(setKeys: Set<String>) {
        let kinds = ConfigurationKey.all.filter { setKeys.contains($0.path) }.compactMap(\.field)
        let given = Set(kinds.flatMap { names[$0] ?? [] })
        for key in ConfigurationKey.all where !setKeys.contains(key.path) {
            if let kind = key.field { names[kind]?.removeAll { given.contains($0) } }
        }
    }
}
