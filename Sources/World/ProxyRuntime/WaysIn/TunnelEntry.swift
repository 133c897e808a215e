import HTTPModel
import HTTPWire
import ProxyCore

/// A client's way to a server, asked for and granted before it is known what it will carry.
struct TunnelEntry {
    enum Means {
        case connect
        case socks
        /// It was bound there, and the system redirected it here.
        case transparent
    }

    /// Where to, by the scheme that most ways are for.
    private(set) var origin: ServerOrigin
    /// Set where the client asked for an address and the name became known later: where to connect.
    private(set) var address: String?
    /// A CONNECT's head; where the client asked in another protocol, the CONNECT that asks the same.
    let head: RequestHead
    let means: Means
    /// The bytes the client asked with, where they are no HTTP.
    let asked: [UInt8]?

    init(_ head: RequestHead, _ host: String, _ port: UInt16) {
        self.head = head
        origin = ServerOrigin(scheme: .https, host: host, port: port)
        means = .connect
        asked = nil
    }

    /// Nil for a host that no request could name.
    init?(_ means: Means, _ host: String, _ port: UInt16, asked: [UInt8]) {
        origin = ServerOrigin(scheme: .https, host: host, port: port)
        let text = "CONNECT \(origin.authority) HTTP/1.1\r\nHost: \(origin.authority)\r\n\r\n"
        guard let head = try? HeadParser().request(Array(text.utf8)) else { return nil }
        self.head = head
        self.means = means
        self.asked = asked
    }

    /// The same way, to the host that the client names on it. Only an address takes a name: a client that asked by name
    /// has said where it wants to.
    func named(_ name: String) -> TunnelEntry {
        guard NetworkAddress(origin.host) != nil else { return self }
        var entry = self
        entry.address = origin.host
        entry.origin = ServerOrigin(scheme: origin.scheme, host: name, port: origin.port)
        return entry
    }

    /// How the tape calls what comes in clear, and what comes over TLS.
    var clearIngress: String { means == .connect ? "connect-plain" : secureIngress }
    var secureIngress: String {
        switch means {
        case .connect: "connect"
        case .socks: "socks"
        case .transparent: "transparent"
        }
    }
}
