/// What keeps a capture from being opened or written.
package struct PacketTapError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: String, Hashable, Sendable {
        /// libpcap is not installed on this machine.
        case libpcapMissing
        /// The file is missing, or is no capture.
        case fileUnreadable
        /// The interface does not exist, or we have no right to listen on it.
        case interfaceUnavailable
        /// The frames begin with something we do not read.
        case unknownLinkType
        /// Reading from an interface failed.
        case readFailed
        case writeFailed
    }

    package let code: Code
    /// The file or interface, and the library's words.
    package let context: String

    package init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    package var description: String { "\(code.rawValue): \(context)" }
}
