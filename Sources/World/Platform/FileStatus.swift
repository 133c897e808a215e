#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What the file system knows of a file.
package struct FileStatus: Hashable, Sendable {
    package enum Kind: Sendable {
        case regular, folder, link, pipe, other
    }

    package let kind: Kind
    /// Bytes.
    package let size: Int
    /// The nine permission bits.
    package let permissions: UInt32
    package let owner: UInt32
    package let device: UInt64
    package let inode: UInt64
    /// Seconds since 1970 (UTC) and nanoseconds.
    package let modifiedSeconds: Int64
    package let modifiedNanoseconds: Int32

    init(_ status: stat) {
        kind =
            switch status.st_mode & mode_t(S_IFMT) {
            case mode_t(S_IFREG): .regular
            case mode_t(S_IFDIR): .folder
            case mode_t(S_IFLNK): .link
            case mode_t(S_IFIFO): .pipe
            default: .other
            }
        size = Int(status.st_size)
        permissions = UInt32(status.st_mode) & 0o777
        owner = status.st_uid
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        let modified = System.modificationTime(status)
        modifiedSeconds = modified.seconds
        modifiedNanoseconds = modified.nanoseconds
    }

    /// Whether both are the same file, whatever its name.
    package func isSameFile(as other: FileStatus) -> Bool {
        device == other.device && inode == other.inode
    }
}
