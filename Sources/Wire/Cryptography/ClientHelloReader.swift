/// Reads a ClientHello out of the records of a stream, whatever pieces they come in, without answering it.
///
/// The caller keeps the bytes: they are to be handed on to whoever speaks TLS in the end.
package struct ClientHelloReader: Sendable {
    package struct Limits: Sendable {
        /// Bytes of the stream looked at, record headers included.
        package var bytes = 64 * 1_024

        package init() {}
    }

    package enum Reading: Hashable, Sendable {
        case needsMore
        case complete(ClientHello)
        case invalid(ClientHello.Problem)
    }

    private static let handshakeRecord: UInt8 = 22
    private static let clientHello: UInt8 = 1
    private static let longestRecord = 1 << 14

    private let limits: Limits
    private var seen = 0
    private var header: [UInt8] = []
    private var leftInRecord = 0
    /// Handshake header and body so far.
    private var message: [UInt8] = []
    /// The last answer, which stays once it is not `needsMore`.
    package private(set) var reading = Reading.needsMore

    package init(limits: Limits = Limits()) { self.limits = limits }

    /// Looks at the next bytes of the stream.
    @discardableResult
    package mutating func receive(_ bytes: UnsafeRawBufferPointer) -> Reading {
        var place = 0
        while place < bytes.count, reading == .needsMore {
            guard seen < limits.bytes else {
                reading = .invalid(.tooLarge)
                break
            }
            if leftInRecord == 0 {
                header.append(bytes[place])
                place += 1
                seen += 1
                openRecord()
            } else {
                let taken = min(leftInRecord, bytes.count - place, limits.bytes - seen)
                message += bytes[place..<place + taken]
                place += taken
                seen += taken
                leftInRecord -= taken
                openMessage()
            }
        }
        return reading
    }

    @discardableResult
    package mutating func receive(_ bytes: [UInt8]) -> Reading { bytes.withUnsafeBytes { receive($0) } }

    /// Judges a record's header as soon as each of its bytes is there.
    private mutating func openRecord() {
        guard header[0] == Self.handshakeRecord else {
            reading = .invalid(firstByteProblem())
            return
        }
        guard header.count < 2 || header[1] == 3 else {
            reading = .invalid(message.isEmpty ? .notTLS : .unexpectedRecord)
            return
        }
        guard header.count == 5 else { return }
        leftInRecord = Int(header[3]) << 8 | Int(header[4])
        header.removeAll(keepingCapacity: true)
        if leftInRecord == 0 || leftInRecord > Self.longestRecord { reading = .invalid(.recordLength) }
    }

    private func firstByteProblem() -> ClientHello.Problem {
        guard message.isEmpty else { return .unexpectedRecord }
        if (20...24).contains(header[0]) { return .unexpectedRecord }
        return header[0] & 0x80 != 0 ? .versionTooOld : .notTLS
    }

    /// Judges the message as far as it is there.
    private mutating func openMessage() {
        guard message[0] == Self.clientHello else {
            reading = .invalid(.unexpectedMessage)
            return
        }
        guard message.count >= 4 else { return }
        let count = Int(message[1]) << 16 | Int(message[2]) << 8 | Int(message[3])
        guard count <= limits.bytes else {
            reading = .invalid(.tooLarge)
            return
        }
        guard message.count >= 4 + count else { return }
        do throws(ClientHello.Problem) {
            reading = .complete(try ClientHello(body: message[4..<4 + count]))
        } catch {
            reading = .invalid(error)
        }
    }
}
