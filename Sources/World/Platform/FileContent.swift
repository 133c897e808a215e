#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The bytes of a file, for reading: a copy of a small file, a mapping of a large one.
///
/// A copy is safe from a file that is cut while it is read; a mapped file that is cut by another process ends this
/// one when the missing part is touched.
package final class FileContent: @unchecked Sendable {
    // Immutable after init: shared reading is safe.
    /// Valid as long as this object lives: the caller keeps it alive (`withExtendedLifetime`, or as a property).
    package let bytes: UnsafeRawBufferPointer
    private let isMapped: Bool

    /// - Parameter copyLimit: bytes; a longer file is mapped.
    package init(_ path: String, copyLimit: Int = 16 << 20, followsLinks: Bool = true) throws(PlatformError) {
        let file = try File(path, for: .read, followsLinks: followsLinks)
        let status = try file.status()
        guard status.kind == .regular else {
            let kind = status.kind == .folder ? "it is a folder" : "it is not a regular file"
            throw PlatformError(operation: "read", path: path, reason: kind)
        }
        let size = status.size
        isMapped = size > copyLimit
        if size == 0 {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
        } else if isMapped {
            let address = mmap(nil, size, PROT_READ, MAP_PRIVATE, file.descriptor, 0)
            guard let address, address != MAP_FAILED else { throw .last("map", path) }
            bytes = UnsafeRawBufferPointer(start: address, count: size)
        } else {
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
            do throws(PlatformError) {
                let count = try file.read(at: 0, into: copy)
                bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(copy)[..<count])
            } catch {
                copy.deallocate()
                throw error
            }
        }
    }

    /// Lets the memory of mapped bytes before `offset` go; they are read from the file again when they are touched.
    package func release(before offset: Int) {
        let whole = offset & ~0xFFFF
        guard isMapped, whole > 0, whole <= bytes.count, let base = bytes.baseAddress else { return }
        madvise(UnsafeMutableRawPointer(mutating: base), whole, MADV_DONTNEED)
    }

    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(bytes)
    }

    deinit {
        guard let base = bytes.baseAddress else { return }
        let start = UnsafeMutableRawPointer(mutating: base)
        if isMapped { munmap(start, bytes.count) } else { start.deallocate() }
    }
}
