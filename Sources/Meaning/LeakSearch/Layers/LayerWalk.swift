import ContentCoding
import InnerCodings

/// The pieces that come out of a surface, layer under layer, breadth first.
struct LayerWalk {
    struct Node {
        let bytes: [UInt8]
        /// Position of the piece it came out of; nil of the surface itself.
        let parent: Int?
        let layer: Layer?
        /// In the parent's bytes.
        let range: Range<Int>
        let depth: Int
        let isWhole: Bool
    }

    private let limits: SearchLimits
    private let isThorough: Bool
    private(set) var nodes: [Node]
    private(set) var gaps: [SearchGap] = []
    private var totalBytes = 0
    private let mostNodes: Int
    private let decoder: ContentDecoder

    /// Contents up to this length are tried for codings that have no sign of their own.
    private static let longestBlind = 256 << 10
    private static let shortestBlind = 20

    init(_ surface: [UInt8], limits: SearchLimits, isThorough: Bool) {
        self.limits = limits
        self.isThorough = isThorough
        mostNodes = limits.nodeCount + surface.count / SearchLimits.bytesPerNode
        nodes = [Node(bytes: surface, parent: nil, layer: nil, range: 0..<surface.count, depth: 0, isWhole: true)]
        decoder = ContentDecoder(
            limits: ContentCodingLimits(byteCount: limits.nodeBytes, freeByteCount: min(1 << 20, limits.nodeBytes)))
    }

    /// Undoes the message's own codings, given in the order in which they were applied.
    mutating func undo(_ codings: [ContentCodingName]) {
        for coding in codings.reversed() where coding != .identity {
            let parent = nodes.count - 1
            let outer = nodes[parent].bytes
            guard !outer.isEmpty else { return }
            do {
                let inner = try decoder.decode(outer, codings: [coding])
                guard push(inner, .content(coding), 0..<outer.count, of: parent) else { return }
            } catch {
                note(gap(error))
                guard !error.partial.isEmpty, push(error.partial, .content(coding), 0..<outer.count, of: parent)
                else { return }
            }
        }
    }

    private func gap(_ error: ContentCodingError) -> SearchGap {
        switch error.cause {
        case .tooLong, .tooDense: .pieceTooLong(limit: limits.nodeBytes)
        default: .unreadable(coding: "\(error.coding)", why: error.description)
        }
    }

    /// Lets each piece be looked at, then looks what lies in it.
    /// - Parameter values: ranges of the surface that are values as a whole.
    mutating func walk(values: [Range<Int>], look: (Int, UnsafeBufferPointer<UInt8>) -> Bool) {
        var index = 0
        while index < nodes.count {
            let node = nodes[index]
            let goesOn = node.bytes.withUnsafeBufferPointer { buffer in
                guard look(index, buffer) else { return false }
                var scan = TriggerScan(buffer, isThorough: isThorough)
                scan.scan()
                if index == 0 {
                    for value in values { scan.take(value: value) }
                } else if node.isWhole {
                    scan.take(value: 0..<buffer.count)
                }
                for candidate in scan.candidates where !isSpent { take(candidate, in: index, buffer) }
                if scan.binaryCount > 0, node.isWhole { takeBinary(index, buffer, scan) }
                return true
            }
            guard goesOn else { return }
            index += 1
        }
    }

    private var isSpent: Bool { nodes.count >= mostNodes || totalBytes >= limits.totalBytes }

    private mutating func take(_ candidate: LayerCandidate, in index: Int, _ buffer: UnsafeBufferPointer<UInt8>) {
        let input = UnsafeBufferPointer(rebasing: buffer[candidate.range])
        switch candidate.layer {
        case .inner(let coding):
            guard let bytes = coding.decoded(input, limit: limits.nodeBytes), bytes.count >= PatternSet.prefix else {
                return
            }
            if bytes.count >= limits.nodeBytes { note(.pieceTooLong(limit: limits.nodeBytes)) }
            push(bytes, candidate.layer, candidate.range, of: index, isWhole: candidate.isWhole)
        case .content(let coding): inflate(coding, input, candidate.range, of: index)
        case .protobufField, .grpcMessage:
            push(Array(input), candidate.layer, candidate.range, of: index)
        }
    }

    /// What follows the end of the coding is left alone, and what is found to be none after all gives nothing.
    private mutating func inflate(
        _ coding: ContentCodingName, _ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, of index: Int
    ) {
        if let parent = nodes[index].layer, case .content = parent, coding == .br { return }
        var bytes: [UInt8]
        do {
            bytes = try decoder.decode(Array(input), codings: [coding])
        } catch {
            switch error.cause {
            case .trailingBytes, .truncated: bytes = error.partial
            case .tooLong, .tooDense:
                bytes = error.partial
                note(.pieceTooLong(limit: limits.nodeBytes))
            default: bytes = error.partial
            }
        }
        if bytes.count >= PatternSet.prefix { push(bytes, .content(coding), range, of: index) }
    }

    private mutating func takeBinary(_ index: Int, _ buffer: UnsafeBufferPointer<UInt8>, _ scan: TriggerScan) {
        if let fields = ProtobufFields.lengthDelimited(buffer) {
            for field in fields where field.count >= PatternSet.prefix && !isSpent {
                take(LayerCandidate(layer: .protobufField, range: field), in: index, buffer)
            }
        } else if let messages = GRPCFrames.messages(buffer) {
            for message in messages where message.count >= PatternSet.prefix && !isSpent {
                take(LayerCandidate(layer: .grpcMessage, range: message), in: index, buffer)
            }
        }
        guard isThorough, buffer.count <= Self.longestBlind else { return }
        // Raw deflate and brotli have no mark. Few other bytes read as either, and what comes of those says nothing.
        for start in scan.valueStarts where buffer.count - start >= Self.shortestBlind && !isSpent {
            let isBinary = buffer[start..<start + Self.shortestBlind].contains {
                ByteClass.table[Int($0)].contains(.binary)
            }
            guard isBinary else { continue }
            let range = start..<buffer.count
            // The decoder takes RFC 1951 for deflate where the bytes do not begin as RFC 1950.
            blind(.deflate, buffer, range, of: index)
            blind(.br, buffer, range, of: index)
        }
    }

    private mutating func blind(
        _ coding: ContentCodingName, _ buffer: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, of index: Int
    ) {
        let bytes: [UInt8]
        do {
            bytes = try decoder.decode(Array(buffer[range]), codings: [coding])
        } catch {
            guard error.cause == .trailingBytes else { return }
            bytes = error.partial
        }
        if bytes.count >= PatternSet.prefix { push(bytes, .content(coding), range, of: index) }
    }

    @discardableResult
    private mutating func push(
        _ bytes: [UInt8], _ layer: Layer, _ range: Range<Int>, of parent: Int, isWhole: Bool = true
    ) -> Bool {
        let depth = nodes[parent].depth + 1
        guard depth <= limits.depth else {
            if layer.isEvident || bytes.allSatisfy({ !ByteClass.table[Int($0)].contains(.binary) }) {
                note(.tooDeep(limit: limits.depth))
            }
            return false
        }
        guard nodes.count < mostNodes else {
            note(.tooManyPieces(limit: mostNodes))
            return false
        }
        guard totalBytes + bytes.count <= limits.totalBytes else {
            totalBytes = limits.totalBytes
            note(.tooManyBytes(limit: limits.totalBytes))
            return false
        }
        totalBytes += bytes.count
        nodes.append(
            Node(bytes: bytes, parent: parent, layer: layer, range: range, depth: depth, isWhole: isWhole))
        if nodes.count == mostNodes { note(.tooManyPieces(limit: mostNodes)) }
        return true
    }

    private mutating func note(_ gap: SearchGap) {
        if !gaps.contains(gap) { gaps.append(gap) }
    }

    /// The layers above a piece, from the outside in, with the place of the range in each.
    func layers(above index: Int, _ range: Range<Int>) -> [UndoneLayer] {
        var result: [UndoneLayer] = []
        var place = range
        var current = nodes[index]
        while let parent = current.parent, let layer = current.layer {
            let input = nodes[parent].bytes[current.range]
            var inner = 0..<input.count
            switch layer {
            case .inner(let coding): inner = input.withUnsafeBufferPointer { coding.place(of: place, in: $0) }
            case .protobufField, .grpcMessage: inner = place
            case .content: break
            }
            place = inner.lowerBound + current.range.lowerBound..<inner.upperBound + current.range.lowerBound
            result.append(UndoneLayer(name: layer.name, input: current.range, place: place))
            current = nodes[parent]
        }
        return result.reversed()
    }
}
