import Platform

/// Texts of exchanges whose turn has not come: in memory up to a limit, beyond it in a file.
final class HeldBlocks {
    enum Held {
        case memory([UInt8])
        case file(offset: Int, size: Int)
    }

    private final class Overflow {
        let file: File
        var size = 0
        init(_ path: String) throws(PlatformError) { file = try File(path, for: .replace) }
    }

    private let path: String
    private let limit: Int
    private var inMemory = 0
    private var overflow: Overflow?

    /// - Parameters:
    ///   - path: of the file that is made when `limit` bytes are held in memory.
    init(_ path: String, limit: Int) {
        self.path = path
        self.limit = limit
    }

    deinit {
        if overflow != nil { try? FileSystem.remove(path) }
    }

    func hold(_ block: [UInt8]) throws(PlatformError) -> Held {
        guard inMemory + block.count > limit else {
            inMemory += block.count
            return .memory(block)
        }
        let overflow: Overflow
        if let made = self.overflow { overflow = made } else { overflow = try Overflow(path) }
        self.overflow = overflow
        let offset = overflow.size
        try overflow.file.write(block)
        overflow.size += block.count
        return .file(offset: offset, size: block.count)
    }

    func take(_ held: Held) throws(PlatformError) -> [UInt8] {
        switch held {
        case .memory(let block):
            inMemory -= block.count
            return block
        case .file(let offset, let size):
            guard let overflow else { return [] }
            var block = [UInt8](repeating: 0, count: size)
            let result = block.withUnsafeMutableBytes { buffer -> Result<Int, PlatformError> in
                do throws(PlatformError) { return .success(try overflow.file.read(at: offset, into: buffer)) } catch {
                    return .failure(error)
                }
            }
            guard try result.get() == size else {
                throw PlatformError(operation: "read", path: path, reason: "it is shorter than what was written")
            }
            return block
        }
    }
}
