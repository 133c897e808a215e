/// A bad input that the suite of its file does not drive itself: which test does, or why none can.
package enum HostileElsewhere: Sendable {
    /// A test of another suite holds what the row asks for.
    case test(suite: String, String)
    /// There is nothing in the product that the row could be put to.
    case noSuchFeature(String)
    /// What the tests have at hand cannot make the peer of the row.
    case noSuchPeer(String)

    /// Whether the reason is given, and the test that is named exists.
    package var isFounded: Bool {
        switch self {
        case .noSuchFeature(let reason), .noSuchPeer(let reason): !reason.isEmpty
        case .test(let suite, let name): Self.tests[suite]?.contains("func `\(name)`") ?? false
        }
    }

    /// The text of each suite, by its name.
    private static let tests: [String: String] = {
        let folder = MaterialFolder.package
        var texts: [String: String] = [:]
        for path in folder.files(under: "Tests") where path.hasSuffix("Tests.swift") {
            let name = path.split(separator: "/").last.map { String($0.dropLast(6)) } ?? path
            texts[name, default: ""] += (try? folder.bytes(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        return texts
    }()
}
