/// The operating system refused something. The description is one sentence for people.
package struct PlatformError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, as a verb: `open`, `write`, `lock`.
    package let operation: String
    package let path: String?
    /// The errno value; 0 where the refusal is ours and `reason` says why.
    package let code: Int32
    package let reason: String

    package init(operation: String, path: String?, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
        reason = System.message(code)
    }

    package init(operation: String, path: String?, reason: String) {
        self.operation = operation
        self.path = path
        code = 0
        self.reason = reason
    }

    /// The error of the call that has just failed.
    static func last(_ operation: String, _ path: String?) -> PlatformError {
        PlatformError(operation: operation, path: path, code: System.errorNumber)
    }

    package var description: String {
        if let path { "cannot \(operation) \(path): \(reason)" } else { "cannot \(operation): \(reason)" }
    }
}
