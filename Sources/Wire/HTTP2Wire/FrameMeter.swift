/// Counts a peer's frames by their heads alone, before they are acted upon.
///
/// nghttp2 has bounds of its own, which differ by version; these do not. Two faults that nghttp2 lets pass are found
/// here too: a stream that begins below one that has begun already.
package struct FrameMeter: Sendable {
    package struct Excess: Error, Hashable, Sendable {
        package let code: HTTP2ErrorCode
        package let reason: String
    }

    /// A count that may be spent and comes back in part.
    private struct Budget: Sendable {
        let most: Int
        var left: Int

        init(_ most: Int) {
            self.most = most
            left = most
        }

        mutating func earn(_ count: Int) { left = min(most, left + count) }

        mutating func spend(_ what: String) throws(Excess) {
            guard left > 0 else { throw Excess(code: .enhanceYourCalm, reason: "more than \(most) \(what)") }
            left -= 1
        }
    }

    private enum Kind {
        static let data: UInt8 = 0
        static let headers: UInt8 = 1
        static let priority: UInt8 = 2
        static let reset: UInt8 = 3
        static let settings: UInt8 = 4
        static let push: UInt8 = 5
        static let ping: UInt8 = 6
        static let goAway: UInt8 = 7
        static let windowUpdate: UInt8 = 8
        static let continuation: UInt8 = 9
        static let priorityUpdate: UInt8 = 16
    }

    private static let headBytes = 9

    private let limits: HTTP2Limits
    /// Bytes of the client's preface that are still to come.
    private var preface: Int
    /// Only a client begins streams here; a server answers them in any order.
    private let isOfClient: Bool
    private var head: [UInt8] = []
    private var payloadLeft = 0
    private var highest: UInt32 = 0
    private var skipped: [ClosedRange<UInt32>] = []
    private var blockBytes = 0
    private var continuations = 0

    private var resets: Budget
    private var settings: Budget
    private var pings: Budget
    private var windowUpdates: Budget
    private var priorities: Budget
    private var emptyData: Budget
    private var unknown: Budget

    /// - Parameter readsPreface: the peer is a client, whose bytes begin with 24 of preface (RFC 9113 §3.4).
    package init(readsPreface: Bool, limits: HTTP2Limits = HTTP2Limits()) {
        self.limits = limits
        preface = readsPreface ? 24 : 0
        isOfClient = readsPreface
        resets = Budget(limits.resets)
        settings = Budget(limits.settings)
        pings = Budget(limits.pings)
        windowUpdates = Budget(limits.windowUpdates)
        priorities = Budget(limits.priorities)
        emptyData = Budget(limits.emptyData)
        unknown = Budget(limits.unknown)
        head.reserveCapacity(FrameMeter.headBytes)
    }

    package var isPastPreface: Bool { preface == 0 }

    /// Looks at the next bytes. On an excess, `passed` of them lie before the frame that was too much.
    package mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> (passed: Int, excess: Excess?) {
        var index = min(preface, bytes.count)
        preface -= index
        while index < bytes.count {
            if payloadLeft > 0 {
                let taken = min(payloadLeft, bytes.count - index)
                payloadLeft -= taken
                index += taken
                continue
            }
            let frame: Frame
            if head.isEmpty, bytes.count - index >= FrameMeter.headBytes {
                frame = Frame(UnsafeBufferPointer(rebasing: bytes[index...]))
                index += FrameMeter.headBytes
            } else {
                head.append(bytes[index])
                index += 1
                guard head.count == FrameMeter.headBytes else { continue }
                frame = head.withUnsafeBufferPointer { Frame($0) }
                head.removeAll(keepingCapacity: true)
            }
            do throws(Excess) {
                try count(frame)
            } catch {
                return (max(0, index - FrameMeter.headBytes), error)
            }
        }
        return (bytes.count, nil)
    }

    /// What a frame's head says (RFC 9113 §4.1).
    private struct Frame {
        let length: Int
        let kind: UInt8
        let isEnd: Bool
        let stream: UInt32

        init(_ head: UnsafeBufferPointer<UInt8>) {
            length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            kind = head[3]
            isEnd = head[4] & 1 != 0
            stream =
                (UInt32(head[5]) << 24 | UInt32(head[6]) << 16 | UInt32(head[7]) << 8 | UInt32(head[8])) & 0x7FFF_FFFF
        }
    }

    private mutating func count(_ frame: Frame) throws(Excess) {
        payloadLeft = frame.length
        switch frame.kind {
        case Kind.data:
            if frame.length > 0 { emptyData.earn(1) } else if !frame.isEnd { try emptyData.spend("empty DATA frames") }
        case Kind.headers:
            try begins(frame.stream)
            blockBytes = 0
            continuations = 0
            try block(frame.length)
        case Kind.continuation:
            continuations += 1
            guard continuations <= limits.continuations else {
                throw Excess(
                    code: .enhanceYourCalm, reason: "more than \(limits.continuations) CONTINUATION frames of one head")
            }
            try block(frame.length)
        case Kind.reset: try resets.spend("streams reset")
        case Kind.settings: try settings.spend("SETTINGS frames")
        case Kind.ping: try pings.spend("PING frames")
        case Kind.windowUpdate: try windowUpdates.spend("WINDOW_UPDATE frames")
        case Kind.priority, Kind.priorityUpdate: try priorities.spend("PRIORITY frames")
        case Kind.push, Kind.goAway: break
        default: try unknown.spend("frames of unknown types")
        }
    }

    private mutating func block(_ length: Int) throws(Excess) {
        blockBytes += length
        guard blockBytes <= limits.blockBytes else {
            throw Excess(code: .enhanceYourCalm, reason: "a compressed head of more than \(limits.blockBytes) bytes")
        }
    }

    /// Numbers only grow (RFC 9113 §5.1.1): one that was passed over is closed, and cannot begin any more.
    private mutating func begins(_ stream: UInt32) throws(Excess) {
        guard isOfClient else { return }
        if stream > highest {
            if stream - highest > 2 {
                skipped.append(highest + 1...stream - 1)
                if skipped.count > limits.skippedRanges { skipped.removeFirst() }
            }
            highest = stream
            priorities.earn(2)
        } else if skipped.contains(where: { $0.contains(stream) }) {
            throw Excess(code: .protocolError, reason: "stream \(stream) begins after stream \(highest)")
        }
    }

    // MARK: What gives back

    /// A moment, half a second, has passed.
    package mutating func tick() {
        resets.earn(1)
        settings.earn(1)
        pings.earn(1)
        windowUpdates.earn(16)
        priorities.earn(1)
        unknown.earn(1)
    }

    package mutating func endedWhole() { resets.earn(1) }

    package mutating func sentData() { windowUpdates.earn(4) }

    /// We reset a stream for the peer's fault.
    package mutating func resetForFault() throws(Excess) { try resets.spend("streams reset for their faults") }
}
