#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An open file. It closes when its owner lets go of it.
package struct File: ~Copyable, Sendable {
    /// For what a file is opened.
    package enum Purpose: Sendable {
        case read
        /// At the end only, made with mode 0600 if it is not there.
        case append
        /// A new file with mode 0600; an error if it is there.
        case create
        /// Emptied or made with mode 0600.
        case replace
        /// Reading and writing of an existing file.
        case update
    }

    package let descriptor: Int32
    package let path: String

    /// - Parameter followsLinks: when false, a symbolic link at the end of the path is refused.
    package init(_ path: String, for purpose: Purpose, followsLinks: Bool = true) throws(PlatformError) {
        var flags = O_CLOEXEC
        switch purpose {
        case .read: flags |= O_RDONLY
        case .append: flags |= O_RDWR | O_CREAT | O_APPEND
        case .create: flags |= O_RDWR | O_CREAT | O_EXCL
        case .replace: flags |= O_RDWR | O_CREAT | O_TRUNC
        case .update: flags |= O_RDWR
        }
        if !followsLinks { flags |= O_NOFOLLOW }
        var descriptor = System.open(path, flags, 0o600)
        while descriptor < 0, System.errorNumber == EINTR { descriptor = System.open(path, flags, 0o600) }
        guard descriptor >= 0 else { throw .last("open", path) }
        self.descriptor = descriptor
        self.path = path
    }

    deinit { System.close(descriptor) }

    /// Reads once; 0 means the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlatformError) -> Int {
        while true {
            let count = System.read(descriptor, buffer)
            if count >= 0 { return count }
            guard System.errorNumber == EINTR else { throw .last("read", path) }
        }
    }

    /// Reads until the buffer is full or the file ends; returns the bytes read.
    package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(PlatformError) -> Int {
        var done = 0
        while done < buffer.count {
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = System.pread(descriptor, part, offset + done)
            if count == 0 { break }
            if count > 0 { done += count } else if System.errorNumber != EINTR { throw .last("read", path) }
        }
        return done
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(PlatformError) {
        var done = 0
        while done < bytes.count {
            let count = System.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[done...]))
            if count > 0 { done += count } else if System.errorNumber != EINTR { throw .last("write", path) }
        }
    }

    package func write(_ bytes: [UInt8]) throws(PlatformError) {
        let result = bytes.withUnsafeBytes { buffer -> Result<Void, PlatformError> in
            do throws(PlatformError) { return .success(try write(buffer)) } catch { return .failure(error) }
        }
        try result.get()
    }

    /// Bytes and metadata are on the medium when this returns.
    package func sync() throws(PlatformError) {
        guard System.fullSync(descriptor) == 0 else { throw .last("sync", path) }
    }

    /// Bytes are on the medium when this returns; times may not be.
    package func dataSync() throws(PlatformError) {
        guard System.dataSync(descriptor) == 0 else { throw .last("sync", path) }
    }

    package func truncate(to size: Int) throws(PlatformError) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw .last("truncate", path) }
    }

    /// Takes the exclusive lock of this file; false when another process, or another opening, holds it.
    ///
    /// The lock ends with the process or when the file is closed.
    package func lock() -> Bool { System.lock(descriptor) }

    /// Gives the lock up before the file is closed.
    package func unlock() { System.unlock(descriptor) }

    package func status() throws(PlatformError) -> FileStatus {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last("examine", path) }
        return FileStatus(status)
    }
}
