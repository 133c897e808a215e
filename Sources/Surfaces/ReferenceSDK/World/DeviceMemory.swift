internal import HTTPModel

/// What a device keeps between the parts of a story: the apps' stores, the keychain, the address the browser was left
/// at. Text by key, so that it can be kept in a file where the parts are processes of their own.
package final class DeviceMemory {
    enum Fact: String {
        case launches
        /// The user has refused tracking, whatever the app remembers of it.
        case refuses
    }

    package private(set) var values: [String: String]

    package init(_ values: [String: String] = [:]) {
        self.values = values
    }

    private static let keychainFolder = "keychain/"
    private static let destinationKey = "destination"

    private static func folder(_ app: Scenario.App) -> String { "\(app.rawValue)/store/" }

    subscript(app: Scenario.App, fact: Fact) -> String? {
        get { values["\(app.rawValue)/\(fact.rawValue)"] }
        set { values["\(app.rawValue)/\(fact.rawValue)"] = newValue }
    }

    func launches(of app: Scenario.App) -> Int { self[app, .launches].flatMap { Int($0) } ?? 0 }

    /// Launches of all apps so far.
    var launches: Int { launches(of: .publisher) + launches(of: .advertiser) }

    var lastDestination: [UInt8]? {
        get { values[Self.destinationKey].map { Array($0.utf8) } }
        set { values[Self.destinationKey] = newValue.map { String(display: $0) } }
    }

    func store(of app: Scenario.App) -> SDKStore { store(Self.folder(app)) }

    private(set) lazy var keychain = store(Self.keychainFolder)

    /// Takes an app off the device: its store goes, its count of launches stays.
    func remove(_ app: Scenario.App) {
        self[app, .refuses] = nil
        keep([:], in: Self.folder(app))
    }

    private func store(_ folder: String) -> SDKStore {
        let own = values.filter { $0.key.hasPrefix(folder) }.map { (String($0.key.dropFirst(folder.count)), $0.value) }
        return SDKStore(Dictionary(uniqueKeysWithValues: own)) { [unowned self] in keep($0, in: folder) }
    }

    private func keep(_ own: [String: String], in folder: String) {
        for key in values.keys where key.hasPrefix(folder) { values[key] = nil }
        for (key, value) in own { values[folder + key] = value }
    }
}
