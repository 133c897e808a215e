/// The tool's own version, as `fita --version` says it and tapes carry it.
enum Version {
    static let number = "0.1.0"
    static let tool = "fita/\(number)"
}
