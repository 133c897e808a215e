import HTTPModel
import HTTPWire

/// The proxy's side of a SOCKS 5 opening (RFC 1928, RFC 1929): how the client shows who it is, and where it wants to.
///
/// No message is longer than ``longestMessage``, so nothing is gathered beyond that.
package struct SOCKSHandshake: Sendable {
    /// What the bytes given mean; `consumed` of them are used up.
    package enum Step: Sendable, Hashable {
        case needMore
        /// Write this and read on.
        case reply([UInt8], consumed: Int)
        /// The client wants a way to this server; `asked` is its request as it came. Answer ``granted`` or ``refusal``.
        case connect(host: String, port: UInt16, asked: [UInt8], consumed: Int)
        /// Write this, and end the connection. `asked` is what may be kept of the client's bytes.
        case refuse(reply: [UInt8], reason: String, asked: [UInt8])
    }

    /// REP of RFC 1928 §6.
    package enum Reply: UInt8, Sendable {
        case granted = 0
        case failure = 1
        case notAllowed = 2
        case commandNotSupported = 7
        case addressNotSupported = 8
    }

    private enum State: Sendable {
        case greeting
        case credentials
        case request
        case closed
    }

    /// Version, then a name and a password of 255 bytes each with their lengths.
    package static let longestMessage = 513
    /// The first bytes that tell SOCKS from HTTP and TLS.
    package static let version: UInt8 = 5
    package static let olderVersion: UInt8 = 4

    private static let noAuthentication: UInt8 = 0
    private static let namePassword: UInt8 = 2

    private let credentials: ProxyCredentials?
    private var state = State.greeting

    /// - Parameter credentials: what a client has to know; nil lets all in, with whatever they say.
    package init(credentials: ProxyCredentials?) { self.credentials = credentials }

    /// The answer to a request; the address that it has to name is not told.
    package static func answer(_ reply: Reply) -> [UInt8] { [version, reply.rawValue, 0, 1, 0, 0, 0, 0, 0, 0] }

    /// Reads on. `buffer` starts where the last call's `consumed` ended.
    package mutating func read(_ buffer: UnsafeBufferPointer<UInt8>) -> Step {
        guard let first = buffer.first else { return .needMore }
        switch state {
        case .closed: return .needMore
        case .greeting:
            if first == SOCKSHandshake.olderVersion {
                // SOCKS 4's own form of a refusal: request rejected.
                return refuse([0, 91, 0, 0, 0, 0, 0, 0], "SOCKS 4 is not spoken here; set the client to SOCKS 5", [4])
            }
            guard first == SOCKSHandshake.version else { return wrongVersion(buffer) }
            guard buffer.count >= 2, buffer.count >= 2 + Int(buffer[1]) else { return .needMore }
            return greeted(Array(buffer[..<(2 + Int(buffer[1]))]))
        case .credentials: return readCredentials(buffer)
        case .request: return readRequest(buffer)
        }
    }

    private mutating func refuse(_ reply: [UInt8], _ reason: String, _ asked: [UInt8]) -> Step {
        state = .closed
        return .refuse(reply: reply, reason: reason, asked: asked)
    }

    private mutating func wrongVersion(_ buffer: UnsafeBufferPointer<UInt8>) -> Step {
        refuse([], "this is not SOCKS 5", Array(buffer.prefix(1)))
    }

    private mutating func greeted(_ greeting: [UInt8]) -> Step {
        let methods = greeting.dropFirst(2)
        if credentials == nil, methods.contains(SOCKSHandshake.noAuthentication) {
            state = .request
            return .reply([SOCKSHandshake.version, SOCKSHandshake.noAuthentication], consumed: greeting.count)
        }
        // Some clients offer nothing but a name and password; without credentials of ours any will do.
        if methods.contains(SOCKSHandshake.namePassword) {
            state = .credentials
            return .reply([SOCKSHandshake.version, SOCKSHandshake.namePassword], consumed: greeting.count)
        }
        let reason =
            credentials == nil ? "no way of authentication is known that the client offers" : "no name and password"
        return refuse([SOCKSHandshake.version, 0xFF], reason, greeting)
    }

    private mutating func readCredentials(_ buffer: UnsafeBufferPointer<UInt8>) -> Step {
        guard buffer[0] == 1 else { return refuse([1, 1], "the message of name and password is malformed", []) }
        guard buffer.count >= 2 else { return .needMore }
        let nameEnd = 2 + Int(buffer[1])
        guard buffer.count > nameEnd, buffer.count > nameEnd + Int(buffer[nameEnd]) else { return .needMore }
        let end = nameEnd + 1 + Int(buffer[nameEnd])
        let isRight = credentials?.admit(name: buffer[2..<nameEnd], password: buffer[(nameEnd + 1)..<end]) ?? true
        guard isRight else { return refuse([1, 1], "the name and password are not those of --proxy-user", []) }
        state = .request
        return .reply([1, 0], consumed: end)
    }

    private mutating func readRequest(_ buffer: UnsafeBufferPointer<UInt8>) -> Step {
        guard buffer[0] == SOCKSHandshake.version else { return wrongVersion(buffer) }
        guard buffer.count >= 5 else { return .needMore }
        let length: Int
        switch buffer[3] {
        case 1: length = 4
        case 3: length = 1 + Int(buffer[4])
        case 4: length = 16
        default:
            return refuse(
                SOCKSHandshake.answer(.addressNotSupported), "the kind of address \(buffer[3]) is unknown",
                Array(buffer[..<5]))
        }
        let end = 4 + length + 2
        guard buffer.count >= end else { return .needMore }
        let asked = Array(buffer[..<end])
        guard buffer[1] == 1 else {
            let name = buffer[1] == 2 ? "BIND" : buffer[1] == 3 ? "UDP ASSOCIATE" : "command \(buffer[1])"
            return refuse(
                SOCKSHandshake.answer(.commandNotSupported), "\(name) is not served, only CONNECT is", asked)
        }
        let port = UInt16(asked[end - 2]) << 8 | UInt16(asked[end - 1])
        guard let host = SOCKSHandshake.host(asked[3], asked[4..<(end - 2)]), port > 0 else {
            return refuse(SOCKSHandshake.answer(.failure), "the target is neither a host name nor an address", asked)
        }
        state = .closed
        return .connect(host: host, port: port, asked: asked, consumed: end)
    }

    private static func host(_ kind: UInt8, _ field: ArraySlice<UInt8>) -> String? {
        guard kind == 3 else { return NetworkAddress(bytes: Array(field))?.description }
        let name = field.dropFirst()
        // Some clients send an address as a name.
        if let address = NetworkAddress(String(decoding: name, as: UTF8.self)) { return address.description }
        guard !name.contains(UInt8(ascii: ":")) else { return nil }
        return HostAndPort.parse(name)?.host
    }
}
