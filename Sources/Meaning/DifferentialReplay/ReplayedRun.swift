package import CassetteFormat
package import SDKContracts

/// What a command sent in one run.
package struct ReplayedRun: Sendable {
    /// In the order in which they began.
    package private(set) var requests: [SentRequest] = []
    /// Exchanges whose bytes are not on the tape, or are no request: connections that passed unread, WebSocket frames,
    /// refused requests.
    package private(set) var unreadCount = 0
    /// Requests beyond the limit, which are not compared.
    package private(set) var droppedCount = 0
    /// The app's own values, which an SDK may mix into a digest, by the name of their kind.
    package private(set) var appValues: [String: [UInt8]] = [:]

    private let contract: MetrikeContract
    /// A request is held with all its values.
    package static let requestLimit = 20_000

    package init(_ contract: MetrikeContract) {
        self.contract = contract
    }

    package mutating func see(_ exchange: Exchange) {
        guard let sighting = contract.request(of: exchange), exchange.frames.isEmpty else {
            unreadCount += 1
            return
        }
        guard requests.count < Self.requestLimit else {
            droppedCount += 1
            return
        }
        requests.append(SentRequest(sighting))
        guard sighting.isFirstParty else { return }
        for kind in [FieldKind.appBundle, .appName, .sdkVersion] {
            if let value = sighting.value(kind) { appValues["\(kind)"] = value }
        }
    }
}
