/// Memory that grows at its end and is used again. One owner at a time: it is handed over, never shared.
package final class FrameBuffer: @unchecked Sendable {
    private var memory: UnsafeMutableRawBufferPointer
    package private(set) var count = 0

    package init(capacity: Int = 1 << 17) {
        memory = .allocate(byteCount: max(capacity, 64), alignment: 16)
    }

    deinit { memory.deallocate() }

    /// The written bytes; valid until the next change of this buffer.
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

    package func removeAll() { count = 0 }

    /// Adds uninitialised bytes and returns where they begin; the caller writes all of them.
    @inline(__always)
    func grow(by size: Int) -> UnsafeMutableRawPointer {
        let end = count + size
        if end > memory.count { reallocate(for: end) }
        guard let base = memory.baseAddress else { preconditionFailure("a frame buffer has memory") }
        let place = base + count
        count = end
        return place
    }

    private func reallocate(for size: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: max(size, memory.count * 2), alignment: 16)
        larger.copyMemory(from: bytes)
        memory.deallocate()
        memory = larger
    }
}
