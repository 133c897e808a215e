#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension PlatformError {
    package var isNotFound: Bool { code == ENOENT }
    package var isAlreadyThere: Bool { code == EEXIST }
    package var isNoSpace: Bool { code == ENOSPC || code == EDQUOT }
    package var isFileTooLarge: Bool { code == EFBIG }
    package var isAccessDenied: Bool { code == EACCES || code == EPERM || code == EROFS }
}
