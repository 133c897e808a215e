/// A host, and all below it.
struct Domain: Sendable {
    private let name: [UInt8]

    init(_ host: String) { name = Array(host.utf8) }

    func contains(_ host: String) -> Bool {
        let bytes = host.utf8
        guard bytes.count >= name.count, bytes.suffix(name.count).elementsEqual(name) else { return false }
        return bytes.count == name.count || bytes.dropLast(name.count).last == UInt8(ascii: ".")
    }
}
