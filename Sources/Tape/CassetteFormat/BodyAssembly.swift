import Cryptography
import HTTPWire

/// Whose body it is.
package enum BodySide: UInt8, Hashable, Sendable {
    case request, response
}

/// Takes the content of bodies that are too long for memory, piece by piece, in order.
package protocol BodySpill: AnyObject {
    func append(exchange: Int, side: BodySide, _ content: UnsafeRawBufferPointer)
    /// All of the content has been given.
    func finish(exchange: Int, side: BodySide, digest: String)
}

/// Puts a body together from the wire's bytes as they passed.
struct BodyAssembly {
    private let exchange: Int
    private let side: BodySide
    private let limits: TapeLimits
    private let framing: BodyFraming
    private var chunks = ChunkLayoutReader()
    private var payload: [UInt8] = []
    private var payloadSize = 0
    private var wireSize = 0
    private var arrivals: [Arrival] = []
    private var arrivalStep = 1
    private var arrivalCount = 0
    /// Set once the content is over the limit.
    private var hasher: SHA256Hasher?
    private let spill: (any BodySpill)?

    init(exchange: Int, side: BodySide, framing: BodyFraming, limits: TapeLimits, spill: (any BodySpill)?) {
        self.exchange = exchange
        self.side = side
        self.framing = framing
        self.limits = limits
        self.spill = spill
    }

    /// Bytes of the wire so far.
    var received: Int { wireSize }

    mutating func append(_ bytes: UnsafeRawBufferPointer, at time: TapeTime) {
        wireSize += bytes.count
        let before = payloadSize
        if framing == .chunked {
            var reader = chunks
            chunks = ChunkLayoutReader()
            reader.read(bytes) { take($0) }
            chunks = reader
        } else {
            take(bytes)
        }
        if payloadSize > before { arrived(at: time) }
    }

    private mutating func take(_ content: UnsafeRawBufferPointer) {
        guard !content.isEmpty else { return }
        payloadSize += content.count
        if let hasher {
            hasher.update(content)
            spill?.append(exchange: exchange, side: side, content)
        } else {
            payload.append(contentsOf: content)
            if payloadSize > limits.bodyBytes { spillPayload() }
        }
    }

    private mutating func spillPayload() {
        let hasher = SHA256Hasher()
        payload.withUnsafeBytes {
            hasher.update($0)
            spill?.append(exchange: exchange, side: side, $0)
        }
        self.hasher = hasher
        payload = []
    }

    private mutating func arrived(at time: TapeTime) {
        arrivalCount += 1
        let arrival = Arrival(time: time, upTo: payloadSize)
        if arrivalStep > 1, arrivalCount % arrivalStep != 1, !arrivals.isEmpty {
            arrivals[arrivals.count - 1] = arrival
            return
        }
        arrivals.append(arrival)
        guard arrivals.count > limits.arrivals else { return }
        // Every second one goes, the last one stays.
        let last = arrivals.count - 1
        arrivals = arrivals.enumerated().filter { $0.offset % 2 == last % 2 }.map(\.element)
        arrivalStep *= 2
        arrivalCount = 0
    }

    /// The body as it stands; the assembly is not used afterwards.
    mutating func finish() -> TapedBody {
        let digest = hasher.map { hex($0.finish()) } ?? TapedBody.digest(of: payload)
        if hasher != nil { spill?.finish(exchange: exchange, side: side, digest: digest) }
        return TapedBody(
            framing: tapedFraming, payload: payload, payloadSize: payloadSize, isExternal: hasher != nil,
            digest: digest, wireSize: wireSize, arrivals: arrivals)
    }

    private var tapedFraming: TapedFraming {
        switch framing {
        case .none: payloadSize == 0 ? .none : .untilClose
        case .length: .length
        case .untilClose: .untilClose
        case .chunked: .chunked(chunks.layout)
        }
    }
}

extension TapedBody {
    /// The digest of no bytes at all.
    package static let emptyDigest = hex(SHA256.digest([UInt8]()))

    /// A body that a message cannot have, or does not have.
    package static let none = TapedBody(
        framing: .none, payload: [], payloadSize: 0, isExternal: false, digest: emptyDigest, wireSize: 0,
        arrivals: [])

    /// SHA-256, lower-case hexadecimal.
    package static func digest(of content: [UInt8]) -> String {
        content.isEmpty ? emptyDigest : hex(SHA256.digest(content))
    }
}
