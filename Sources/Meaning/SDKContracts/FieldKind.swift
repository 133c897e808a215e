/// What a named value means in a contract, whatever its spelling.
package enum FieldKind: Int, Sendable, Hashable, CaseIterable, Comparable {
    case appBundle, appName, appVersion, sdkVersion, deviceType, visitorID, sessionID
    case childDirected, gdpr, gdprConsent, clickID, zone, contentURL
    case latitude, longitude, accuracy
    case event, inAppMechanism, viewableMechanism, timeToViewable
    case goal, valueCents, orderID

    package static func < (a: FieldKind, b: FieldKind) -> Bool { a.rawValue < b.rawValue }

    /// The four fields that accompany every first-party request (guide §2).
    package static let appIdentity: [FieldKind] = [.appBundle, .appName, .appVersion, .sdkVersion]

    /// What "identity" means where a third party is concerned (guide §2, §7).
    package static let identity: [FieldKind] = appIdentity + [.deviceType, .visitorID, .sessionID]

    package static let location: [FieldKind] = [.latitude, .longitude, .accuracy]

    /// Values that point at a person; reports show them as tokens.
    package var isPersonal: Bool {
        switch self {
        case .visitorID, .sessionID, .clickID, .latitude, .longitude: true
        default: false
        }
    }
}
