#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Standard output and standard error.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Writes all of it; false when the other side is gone or the medium is full.
    @discardableResult
    package func write(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }

    @discardableResult
    package func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = System.write(rawValue, UnsafeRawBufferPointer(rebasing: bytes[done...]))
            if count > 0 { done += count } else if System.errorNumber != EINTR { return false }
        }
        return true
    }

    package var isTerminal: Bool { FileSystem.isTerminal(rawValue) }
}
