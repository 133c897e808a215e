import HTTPModel
package import Platform
package import ProxyCore
package import Sockets

/// The fitas of this user that run on this machine, where each listens, and to which other it sends.
///
/// Each has a file of its own in one folder, locked while it runs. Its lines are `listen`, `to` and `off` (no longer
/// to), with an address and a port each. The files tell whether a connection would close a circle of fitas, so that
/// nothing of it has to stand in the traffic.
package final class RunningProxies {
    /// Files that are looked at; those beyond are passed over.
    package static let fileLimit = 256
    /// Bytes of one file that are read.
    package static let fileBytes = 65_536

    private let folder: String
    private let name: String
    private let file: File
    private var own = Entry()

    /// What one fita has told of itself.
    private struct Entry {
        var listens: [Place] = []
        var sends: Set<Place> = []

        init() {}

        init(_ text: String) {
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ")
                guard words.count == 2, let place = Place(words[1]) else { continue }
                switch words[0] {
                case "listen": listens.append(place)
                case "to": sends.insert(place)
                case "off": sends.remove(place)
                default: break
                }
            }
        }

        func takes(_ place: Place) -> Bool { listens.contains { $0.takes(place) } }
    }

    private struct Place: Hashable {
        let address: NetworkAddress
        let port: UInt16

        init?(_ address: NetworkAddress?, _ port: UInt16) {
            guard let address else { return nil }
            self.address = address
            self.port = port
        }

        /// `192.0.2.1:8080`, `[::1]:8080`.
        init?(_ text: some StringProtocol) {
            guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
                return nil
            }
            self.init(NetworkAddress(String(text[..<colon].filter { $0 != "[" && $0 != "]" })), port)
        }

        var description: String { Endpoint(address: address.description, port: port).description }

        /// Whether one who listens here has the connection. A listener on all addresses has those of every one.
        func takes(_ other: Place) -> Bool {
            port == other.port && (address == other.address || address.isUnspecified || other.address.isUnspecified)
        }
    }

    /// - Parameters:
    ///   - folder: made where it is not there; its parent must be.
    ///   - name: no other fita's.
    package init(folder: String, name: String) throws(PlatformError) {
        self.folder = folder
        self.name = name
        try FileSystem.makeFolder(folder)
        let path = "\(folder)/\(name)"
        file = try File(path, for: .create, followsLinks: false)
        // One who looks in between takes it for a file that was left behind; then others do not see this fita.
        _ = file.lock()
    }

    deinit { try? FileSystem.remove("\(folder)/\(name)") }

    package func listens(on endpoints: [Endpoint]) throws(PlatformError) {
        for endpoint in endpoints {
            guard let place = Place(NetworkAddress(endpoint.address), endpoint.port) else { continue }
            own.listens.append(place)
            try file.write(Array("listen \(place.description)\n".utf8))
        }
    }

    /// Whether a connection to this address of this machine is one to a fita that sends to this one, perhaps by others.
    /// Where it is one to a fita that does not, that is noted for the others.
    package func leadsBack(_ address: NetworkAddress, _ port: UInt16) -> Bool {
        guard let target = Place(address, port) else { return false }
        let others = others()
        guard others.contains(where: { $0.takes(target) }) else { return false }
        if reachesThis(from: target, others) { return true }
        guard own.sends.insert(target).inserted else { return false }
        // Noted, and judged again: of two that do this at once, one at least sees the other.
        try? file.write(Array("to \(target.description)\n".utf8))
        guard reachesThis(from: target, self.others()) else { return false }
        own.sends.remove(target)
        try? file.write(Array("off \(target.description)\n".utf8))
        return true
    }

    private func reachesThis(from target: Place, _ others: [Entry]) -> Bool {
        var waiting = [target]
        var seen: Set<Place> = []
        while let place = waiting.popLast() {
            guard seen.insert(place).inserted else { continue }
            if own.takes(place) { return true }
            for other in others where other.takes(place) { waiting += other.sends }
        }
        return false
    }

    /// What the others have told. A file that nobody holds was left behind by one that died; it is removed.
    private func others() -> [Entry] {
        let names = (try? FileSystem.list(folder)) ?? []
        return names.prefix(RunningProxies.fileLimit).compactMap { other in
            guard other != name, let file = try? File("\(folder)/\(other)", for: .read, followsLinks: false) else {
                return nil
            }
            if file.lock() {
                try? FileSystem.remove("\(folder)/\(other)")
                return nil
            }
            return Entry(RunningProxies.text(of: file))
        }
    }

    private static func text(of file: borrowing File) -> String {
        withUnsafeTemporaryAllocation(byteCount: fileBytes, alignment: 1) { buffer in
            let count = (try? file.read(at: 0, into: buffer)) ?? 0
            return String(decoding: buffer[..<count], as: UTF8.self)
        }
    }
}
