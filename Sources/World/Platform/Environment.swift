#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The environment variables of the process.
package enum Environment {
    package static func value(_ name: String) -> String? {
        guard let text = getenv(name) else { return nil }
        return String(cString: text)
    }

    package static func all() -> [String: String] {
        var result: [String: String] = [:]
        guard var entry = System.environment else { return result }
        while let text = entry.pointee {
            let pair = String(cString: text)
            if let equals = pair.firstIndex(of: "=") {
                result[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
            }
            entry += 1
        }
        return result
    }
}
