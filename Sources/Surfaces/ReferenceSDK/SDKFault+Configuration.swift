extension SDKFault {
    /// The configuration (`fita.json`) by which the fault is a breach, where the guide is silent on it and the default
    /// reading does not make it one; nil for any other.
    package var configuration: String? {
        switch self {
        case .beaconWithoutDeviceType: #"{"expect": {"beacon": {"device_type": "must"}}}"#
        case .identityInBeaconQuery: #"{"identity": {"transport": "body"}}"#
        case .carrierSent: #"{"policy": {"extra_forbidden_params": ["carrier"]}}"#
        case .clickIDWhileOff: #"{"off": {"forbid_mk_cid": "fail"}}"#
        case .otherZonesBlocked: #"{"zone_block": {"other_zones": "fail"}}"#
        case .refusalNeverLifted: #"{"zone_block": {"after_end": "fail"}}"#
        case .refusedVideoVisitorID: #"{"vast": {"tracking_signal": "metrike-tracking"}}"#
        case .pixelMechanismMissing: #"{"pixels": {"in_app_mechanism": "fail"}}"#
        case .vendorMacroAlwaysReplaced: #"{"consent": {"vendor_list": "vendor-list.json"}}"#
        default: nil
        }
    }
}

extension Scenario {
    /// The configuration by which the story without faults is judged; nil for that of any other.
    package var configuration: String? {
        name == Scenario.vendorMacros.name ? SDKFault.vendorMacroAlwaysReplaced.configuration : nil
    }
}
