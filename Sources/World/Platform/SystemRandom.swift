/// Random bytes of the operating system, fit for keys and identifiers.
package enum SystemRandom {
    package static func bytes(_ count: Int) throws(PlatformError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard bytes.withUnsafeMutableBytes({ System.fillRandom($0) }) else { throw .last("get random bytes", nil) }
        return bytes
    }
}
