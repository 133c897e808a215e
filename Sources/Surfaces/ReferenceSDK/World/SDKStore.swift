internal import JSONText

/// The app's `UserDefaults`: text by key, kept from launch to launch.
package final class SDKStore {
    package private(set) var values: [String: String]
    private let didChange: (([String: String]) -> Void)?

    /// `didChange` gets everything after each change, to be kept in a file where launches are separate processes.
    package init(_ values: [String: String] = [:], didChange: (([String: String]) -> Void)? = nil) {
        self.values = values
        self.didChange = didChange
    }

    package subscript(key: String) -> String? {
        get { values[key] }
        set {
            values[key] = newValue
            didChange?(values)
        }
    }

    /// A JSON object of texts, keys in order.
    package static func serialized(_ values: [String: String]) -> [UInt8] {
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            for (key, value) in values.sorted(by: { $0.key < $1.key }) { writer.field(key, value) }
        }
        return writer.bytes
    }

    /// The values of a serialized store; members that are not texts are left out. Nil where it is no JSON object.
    package static func values(serialized bytes: [UInt8]) -> [String: String]? {
        guard let root = try? JSONParser().parse(bytes).root, case .object(let members) = root.kind else { return nil }
        var values: [String: String] = [:]
        for member in members { values[String(decoding: member.name, as: UTF8.self)] = member.value.string }
        return values
    }
}
