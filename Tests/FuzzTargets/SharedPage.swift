import Foundation

/// What the process that runs the inputs leaves for its parent to see, also when it ends by a trap.
final class SharedPage: @unchecked Sendable {
    private let memory: UnsafeMutableRawPointer
    private static let size = 1 << 20
    private static let header = 24

    init?(_ path: String, creating: Bool) {
        let descriptor = open(path, creating ? O_RDWR | O_CREAT | O_TRUNC : O_RDWR, 0o600)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        if creating, ftruncate(descriptor, off_t(Self.size)) != 0 { return nil }
        guard let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
        else { return nil }
        self.memory = memory
    }

    deinit { munmap(memory, Self.size) }

    var executions: Int {
        get { memory.load(as: Int.self) }
        set { memory.storeBytes(of: newValue, as: Int.self) }
    }

    /// Set by the process itself before it stops at an input that takes too long.
    var hangs: Bool {
        get { memory.load(fromByteOffset: 8, as: Int.self) != 0 }
        set { memory.storeBytes(of: newValue ? 1 : 0, toByteOffset: 8, as: Int.self) }
    }

    /// The input that runs, or ran last.
    var input: [UInt8] {
        get {
            let count = memory.load(fromByteOffset: 16, as: Int.self)
            return Array(UnsafeRawBufferPointer(start: memory + Self.header, count: count))
        }
        set {
            let count = min(newValue.count, Self.size - Self.header)
            memory.storeBytes(of: count, toByteOffset: 16, as: Int.self)
            newValue.withUnsafeBytes { bytes in
                if let source = bytes.baseAddress { (memory + Self.header).copyMemory(from: source, byteCount: count) }
            }
        }
    }
}
