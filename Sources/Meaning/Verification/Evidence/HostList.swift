/// Hosts in the order in which they were seen, each once, for a remark.
struct HostList {
    /// So many are named; the others are counted.
    static let longest = 16
    /// So many are told apart.
    private static let memory = 4096

    private var names: [String] = []
    private var seen: Set<String> = []

    var isEmpty: Bool { names.isEmpty }

    mutating func add(_ host: String) {
        guard seen.count < Self.memory, seen.insert(host).inserted else { return }
        if names.count < Self.longest { names.append(host) }
    }

    /// `a.example, b.example and 3 others`.
    var text: String {
        let others = seen.count - names.count
        return names.joined(separator: ", ") + (others == 0 ? "" : " and \(others) other\(others == 1 ? "" : "s")")
    }
}
