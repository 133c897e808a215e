internal import HTTPModel
internal import Platform

/// The app the SDK is built into.
package struct AppBundle: Hashable, Sendable {
    package let identifier: String
    package let name: String
    package let version: String
    /// The executable, as the system's user agent names it.
    package let executable: String

    package init(identifier: String, name: String, version: String, executable: String) {
        self.identifier = identifier
        self.name = name
        self.version = version
        self.executable = executable
    }
}

/// The device as an app can see it.
package struct Device: Hashable, Sendable {
    package struct Location: Hashable, Sendable {
        package var latitude: Double
        package var longitude: Double
        /// In metres.
        package var accuracy: Double

        package init(latitude: Double, longitude: Double, accuracy: Double) {
            self.latitude = latitude
            self.longitude = longitude
            self.accuracy = accuracy
        }
    }

    /// `phone` or `tablet`.
    package var type = "phone"
    /// The last known location, where the app holds the authorization to read it.
    package var location: Location? = Location(latitude: -23.561414, longitude: -46.655881, accuracy: 35)

    package init() {}
}

/// One launch of an app: what the SDK finds around itself until the process ends.
package final class AppProcess {
    let app: AppBundle
    let device: Device
    let store: SDKStore
    /// The device's keychain, which outlives every app; a fault keeps there what belongs in the store.
    let keychain: SDKStore
    let network: Network
    let clock: VirtualClock
    let dialect: SDKDialect
    let faults: Set<SDKFault>
    var random: SeededGenerator
    /// Makes the identity where it is chosen apart from all else that is made up.
    private var identities: SeededGenerator?

    package init(
        app: AppBundle, device: Device, store: SDKStore, keychain: SDKStore = SDKStore(),
        transport: any SDKTransport, clock: VirtualClock, dialect: SDKDialect = SDKDialect(),
        faults: Set<SDKFault> = [], seed: UInt64, identitySeed: UInt64? = nil
    ) {
        self.app = app
        self.device = device
        self.store = store
        self.keychain = keychain
        self.clock = clock
        self.dialect = dialect
        self.faults = faults
        random = SeededGenerator(seed: seed)
        identities = identitySeed.map { SeededGenerator(seed: $0) }
        network = Network(transport: transport, executable: app.executable)
    }

    /// A new identifier. What else is made up is the same whichever identity is chosen.
    func makeIdentifier() -> String {
        let drawn = random.uuid()
        return identities?.uuid() ?? drawn
    }

    func has(_ fault: SDKFault) -> Bool { faults.contains(fault) }
}
