/// Bytes that wait between OpenSSL and the caller, in memory that is not zeroed and is reused.
///
/// OpenSSL's own memory BIO clears all of its memory at each reset. Freed by its owner through `release()`.
struct ByteQueue {
    /// Memory above this is given back when the queue is empty.
    private static let keptCapacity = 32 * 1_024
    private static let firstCapacity = 2 * 1_024

    private var memory: UnsafeMutableRawPointer?
    private var capacity = 0
    private var begin = 0
    private var end = 0

    @inline(__always)
    var count: Int { end - begin }

    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: memory.map { UnsafeRawPointer($0) + begin }, count: count)
    }

    mutating func append(_ source: UnsafeRawPointer, _ added: Int) {
        let memory = room(for: added)
        (memory + end).copyMemory(from: source, byteCount: added)
        end += added
    }

    mutating func append(_ source: UnsafeRawBufferPointer) {
        guard let start = source.baseAddress, !source.isEmpty else { return }
        append(start, source.count)
    }

    /// Copies out at most `limit` bytes and forgets them.
    mutating func take(_ target: UnsafeMutableRawPointer, _ limit: Int) -> Int {
        let taken = min(limit, count)
        guard taken > 0, let memory else { return 0 }
        target.copyMemory(from: memory + begin, byteCount: taken)
        consume(taken)
        return taken
    }

    /// Forgets the first bytes.
    mutating func consume(_ taken: Int) {
        precondition(taken >= 0 && taken <= count, "more was consumed than there is")
        begin += taken
        guard begin == end else { return }
        begin = 0
        end = 0
        if capacity > Self.keptCapacity { release() }
    }

    mutating func release() {
        memory?.deallocate()
        memory = nil
        capacity = 0
        begin = 0
        end = 0
    }

    private mutating func room(for added: Int) -> UnsafeMutableRawPointer {
        if let memory {
            if end + added <= capacity { return memory }
            // Moving down is worth it while it moves less than what it frees.
            if count + added <= capacity, begin >= count {
                memory.copyMemory(from: memory + begin, byteCount: count)
                end -= begin
                begin = 0
                return memory
            }
        }
        let wanted = max(count + added, capacity * 2, Self.firstCapacity)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 16)
        if let memory {
            larger.copyMemory(from: memory + begin, byteCount: count)
            memory.deallocate()
        }
        end -= begin
        begin = 0
        memory = larger
        capacity = wanted
        return larger
    }
}
