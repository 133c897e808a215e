/// The sections of the Global Privacy Platform (IAB Tech Lab, "Section Information").
package enum GPPSectionID {
    package static let europe = 2
    package static let header = 3
    package static let canada = 5
    package static let usPrivacy = 6
    package static let usNational = 7

    /// The section's prefix in the client API; nil for an unknown one.
    package static func name(_ id: Int) -> String? {
        let names: [Int: String] = [
            1: "tcfeuv1", 2: "tcfeuv2", 5: "tcfcav1", 6: "uspv1", 7: "usnat", 8: "usca", 9: "usva", 10: "usco",
            11: "usut", 12: "usct", 13: "usfl", 14: "usmt", 15: "usor", 16: "ustx", 17: "usde", 18: "usia",
            19: "usne", 20: "usnh", 21: "usnj", 22: "ustn", 23: "usmn", 24: "usmd", 25: "usin", 26: "usky",
            27: "usri",
        ]
        return names[id]
    }
}
