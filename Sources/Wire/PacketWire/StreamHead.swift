/// The first bytes one side of a TCP connection sent, put in order.
///
/// Of bytes that come twice the first copy counts, as it does for most receivers.
struct StreamHead {
    struct Limits {
        /// Bytes kept in order.
        var bytes = 16 * 1_024
        /// Segments kept that came before their turn.
        var waiting = 16
    }

    private let limits: Limits
    /// Sequence number of the first byte.
    private let start: UInt32
    private var waiting: [(offset: Int, bytes: [UInt8])] = []
    /// The bytes in order so far.
    private(set) var bytes: [UInt8] = []
    /// A segment repeated a place with other bytes.
    private(set) var isContradicted = false
    /// A segment was too far ahead, or too many waited.
    private(set) var hasHole = false

    init(start: UInt32, limits: Limits = Limits()) {
        self.start = start
        self.limits = limits
    }

    var isFull: Bool { bytes.count >= limits.bytes }

    mutating func add(_ segment: ArraySlice<UInt8>, sequence: UInt32) {
        // The distance is signed and wraps, as sequence numbers do (RFC 9293 §3.4).
        let offset = Int(Int32(bitPattern: sequence &- start))
        guard !segment.isEmpty, offset > -0x1_0000 else { return }
        guard offset <= bytes.count else {
            if offset < limits.bytes, waiting.count < limits.waiting {
                waiting.append((offset, Array(segment.prefix(limits.bytes - offset))))
            } else {
                hasHole = true
            }
            return
        }
        join(segment, offset)
        // A segment that waited may fit now, and then another.
        while let next = waiting.firstIndex(where: { $0.offset <= bytes.count }) {
            let piece = waiting.remove(at: next)
            join(piece.bytes[...], piece.offset)
        }
    }

    private mutating func join(_ segment: ArraySlice<UInt8>, _ offset: Int) {
        let known = bytes.count - offset
        let overlap = segment.dropFirst(max(0, -offset)).prefix(max(0, min(known, segment.count) - max(0, -offset)))
        if !overlap.isEmpty, !overlap.elementsEqual(bytes[max(0, offset)...].prefix(overlap.count)) {
            isContradicted = true
        }
        guard known < segment.count else { return }
        bytes += segment.dropFirst(known).prefix(limits.bytes - bytes.count)
    }
}
