/// Reads a journal frame by frame and finds its way over damage.
package struct JournalReader {
    package enum Event {
        case frame(JournalFrame)
        /// Bytes that are no whole frame; reading goes on behind them.
        case damage(Damage)
    }

    package struct Damage: Hashable, Sendable {
        package enum Kind: String, Sendable {
            /// The file ends within a frame: the recorder was stopped while it wrote.
            case unfinished = "the file ends within a frame"
            case broken = "bytes that are no whole frame"
            /// The frames before and after are whole, but some between are missing.
            case missing = "frames are missing"
            /// A frame stands again, or stands later than it was written.
            case repeated = "a frame stands again"
            case secondTape = "a second journal begins"
        }

        package let kind: Kind
        /// Bytes from the start of the file.
        package let offset: Int
        /// Bytes passed over; for `missing`, frames.
        package let count: Int

        package init(kind: Kind, offset: Int, count: Int) {
            self.kind = kind
            self.offset = offset
            self.count = count
        }
    }

    private let bytes: UnsafeRawBufferPointer
    private let limits: TapeLimits
    private var offset = 0
    /// The sequence number that the next frame should have.
    package private(set) var expected: UInt32
    private var pending: JournalFrame?
    private var resyncLeft: Int

    /// - Parameters:
    ///   - bytes: the file, or what of it follows a whole frame; must stay valid as long as the reader and its frames.
    ///   - sequence: the first frame's number.
    package init(
        _ bytes: UnsafeRawBufferPointer, limits: TapeLimits = TapeLimits(), expecting sequence: UInt32 = 0
    ) {
        self.bytes = bytes
        expected = sequence
        self.limits = limits
        resyncLeft = limits.resyncBytes
    }

    /// Whether the bytes begin as a journal does.
    package static func isJournal(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= 3 && bytes[0] == 0xF1 && bytes[1] == 0x7A && bytes[2] == JournalFrameType.tapeOpen.rawValue
    }

    /// Where the next frame is looked for: all before it has been read.
    package var position: Int { offset }

    package mutating func next() -> Event? {
        if let frame = pending {
            pending = nil
            return .frame(frame)
        }
        guard offset < bytes.count else { return nil }
        guard let (frame, sequence, size) = frame(at: offset) else { return .damage(resync()) }
        let start = offset
        offset += size
        // However its number fits: a journal has one beginning.
        if frame.type == .tapeOpen, sequence != 0 || expected != 0 {
            offset = bytes.count
            return .damage(Damage(kind: .secondTape, offset: start, count: bytes.count - start))
        }
        let ahead = sequence &- expected
        if ahead == 0 {
            expected = sequence &+ 1
            return .frame(frame)
        }
        if ahead > UInt32.max / 2 {
            return .damage(Damage(kind: .repeated, offset: start, count: size))
        }
        expected = sequence &+ 1
        pending = frame
        return .damage(Damage(kind: .missing, offset: start, count: Int(ahead)))
    }

    /// The whole frame at a place, its sequence number and its size; nil where there is none.
    private func frame(at start: Int) -> (JournalFrame, UInt32, Int)? {
        let left = bytes.count - start
        guard left >= JournalFrame.headerBytes + JournalFrame.checksumBytes else { return nil }
        func integer<Value: FixedWidthInteger & BitwiseCopyable>(_ place: Int, _: Value.Type) -> Value {
            Value(littleEndian: bytes.loadUnaligned(fromByteOffset: start + place, as: Value.self))
        }
        guard integer(0, UInt16.self) == JournalFrame.magic, let type = JournalFrameType(rawValue: bytes[start + 2])
        else { return nil }
        let size = Int(integer(4, UInt32.self))
        let covered = JournalFrame.headerBytes + size
        guard size <= limits.frameBytes, covered + JournalFrame.checksumBytes <= left else { return nil }
        let checked = UnsafeRawBufferPointer(rebasing: bytes[start..<start + covered])
        guard CRC32C.checksum(checked) == integer(covered, UInt32.self) else { return nil }
        let payload = UnsafeRawBufferPointer(rebasing: checked[JournalFrame.headerBytes...])
        let frame = JournalFrame(
            type: type, connection: Int(integer(12, UInt32.self)), exchange: Int(integer(16, UInt32.self)),
            time: integer(20, UInt64.self), payload: payload)
        return (frame, integer(8, UInt32.self), covered + JournalFrame.checksumBytes)
    }

    /// Moves to the next whole frame, or to the end of the file.
    private mutating func resync() -> Damage {
        let start = offset
        offset += 1
        while offset + 1 < bytes.count {
            if bytes[offset] == 0xF1, bytes[offset + 1] == 0x7A {
                // A hostile file could have each place looked at cost a whole frame.
                resyncLeft -= possibleSize(at: offset)
                guard resyncLeft > 0 else { break }
                if frame(at: offset) != nil {
                    return Damage(kind: .broken, offset: start, count: offset - start)
                }
            }
            offset += 1
        }
        offset = bytes.count
        return Damage(kind: isUnfinished(start) ? .unfinished : .broken, offset: start, count: bytes.count - start)
    }

    private func possibleSize(at start: Int) -> Int {
        guard bytes.count - start >= JournalFrame.headerBytes else { return 0 }
        let size = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self))
        return Int(size) <= limits.frameBytes ? Int(size) : 0
    }

    /// Whether the bytes from here to the end are the beginning of a frame.
    private func isUnfinished(_ start: Int) -> Bool {
        let left = bytes.count - start
        let magic: [UInt8] = [0xF1, 0x7A]
        guard bytes[start..<min(start + 2, bytes.count)].elementsEqual(magic.prefix(left)) else { return false }
        guard left >= 8 else { return true }
        let size = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self))
        return JournalFrame.headerBytes + Int(size) + JournalFrame.checksumBytes > left
    }
}
