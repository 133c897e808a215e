import HTTPModel

/// The protocol version of a rebuilt head.
struct ToldVersion {
    /// `HTTP/1.0` or `HTTP/1.1`.
    let bytes: [UInt8]
    /// Whether the entry names a version of HTTP/1.
    let isTold: Bool

    init(_ told: [UInt8]?, _ remarks: inout EntryRemarks) {
        let name = told ?? []
        isTold = name.matches("http/1.1") || name.matches("http/1.0")
        bytes = name.matches("http/1.0") ? Array("HTTP/1.0".utf8) : Array("HTTP/1.1".utf8)
        if !isTold, !remarks.losses.contains(.version) {
            let printable = name.prefix(16).filter { 0x20..<0x7F ~= $0 }
            remarks.add(.version, printable.isEmpty ? "no version told" : "told as \(String(display: printable))")
        }
    }
}
