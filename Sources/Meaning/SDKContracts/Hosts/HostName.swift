import HTTPModel

/// Why a text is no host.
package enum HostFault: Error, Hashable, Sendable {
    case empty
    /// A byte that ends or divides a URL, white space or a control character, after decoding.
    case forbidden(UInt32)
    case emptyLabel
    case tooLong
    case notUTF8
    /// A character that stands for others in a way not known here.
    case unmapped(UInt32)
    case badAddress

    package var text: String {
        switch self {
        case .empty: "no host"
        case .forbidden(let scalar): "U+\(SafeText.hex(scalar, width: 4)) in the host"
        case .emptyLabel: "an empty label"
        case .tooLong: "more than 253 bytes, or 63 in a label"
        case .notUTF8: "bytes that are no UTF-8"
        case .unmapped(let scalar): "U+\(SafeText.hex(scalar, width: 4)), which readers map differently"
        case .badAddress: "no IP address"
        }
    }
}

/// A host in the one form in which hosts are compared: A-labels in lower case without a trailing dot, an IPv4 address
/// in dotted decimals, an IPv6 address as RFC 5952 writes it, without brackets.
///
/// The host is decoded and mapped as WHATWG URL §3.5 does it (UTS 46, non-transitional). Characters whose mapping needs
/// more of Unicode's tables than are here are refused: of such a host nothing is claimed.
package struct HostName: Hashable, Sendable {
    /// What had to be done to come to the form.
    package enum Remark: String, Hashable, Sendable, CaseIterable {
        case trailingDot = "a dot at the end"
        case encoded = "percent-encoded"
        case mapped = "characters mapped to others"
        case invisible = "characters that are not seen"
        case international = "letters that are not ASCII"
    }

    package enum Kind: Hashable, Sendable { case name, address }

    package let text: String
    package let kind: Kind
    package let remarks: Set<Remark>

    /// - Parameters:
    ///   - bytes: as they stand in a URL, without the brackets of an IPv6 address.
    ///   - isBracketed: whether brackets stood around them.
    package init(_ bytes: some Collection<UInt8>, isBracketed: Bool = false) throws(HostFault) {
        let bytes = Array(bytes)
        guard !bytes.isEmpty else { throw .empty }
        if isBracketed {
            guard let address = IPv6Text.canonical(bytes) else { throw .badAddress }
            self.init(text: address, kind: .address, remarks: [])
            return
        }
        var remarks: Set<Remark> = []
        var decoded = bytes
        if bytes.contains(UInt8(ascii: "%")) {
            decoded = PercentCoding.decoded(bytes)
            remarks.insert(.encoded)
        }
        var labels = try Self.mapped(decoded, &remarks).split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if labels.count > 1, labels.last?.isEmpty == true {
            labels.removeLast()
            remarks.insert(.trailingDot)
        }
        guard !labels.contains(where: \.isEmpty) else { throw labels.count == 1 ? .empty : .emptyLabel }
        guard labels.allSatisfy({ $0.count <= 63 }), labels.reduce(-1, { $0 + $1.count + 1 }) <= 253 else {
            throw .tooLong
        }
        let text = String(decoding: Array(labels.joined(separator: [UInt8(ascii: ".")])), as: UTF8.self)
        switch IPv4Text.reading(labels) {
        case .name: self.init(text: text, kind: .name, remarks: remarks)
        case .address(let address): self.init(text: address, kind: .address, remarks: remarks)
        case .broken: throw .badAddress
        }
    }

    private init(text: String, kind: Kind, remarks: Set<Remark>) {
        self.text = text
        self.kind = kind
        self.remarks = remarks
    }

    /// In lower case, mapped, each label that is not ASCII in its `xn--` form.
    private static func mapped(_ bytes: [UInt8], _ remarks: inout Set<Remark>) throws(HostFault) -> [UInt8] {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            for byte in bytes where isForbidden(UInt32(byte)) { throw .forbidden(UInt32(byte)) }
            return bytes.map(ASCII.lowercased)
        }
        guard let string = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        var labels: [[Unicode.Scalar]] = [[]]
        for scalar in string.unicodeScalars {
            for mapped in try HostMapping.mapped(scalar, &remarks) {
                if isForbidden(mapped.value) { throw .forbidden(mapped.value) }
                if mapped == "." { labels.append([]) } else { labels[labels.count - 1].append(mapped) }
            }
        }
        var result: [UInt8] = []
        for (index, label) in labels.enumerated() {
            if index > 0 { result.append(UInt8(ascii: ".")) }
            if label.allSatisfy(\.isASCII) {
                result += label.map { UInt8(truncatingIfNeeded: $0.value) }
            } else {
                remarks.insert(.international)
                guard label.count <= 63, let code = Punycode.encoded(label) else { throw .tooLong }
                result += Array("xn--".utf8) + code
            }
        }
        return result
    }

    /// The forbidden domain code points of WHATWG URL §3.5.
    private static func isForbidden(_ value: UInt32) -> Bool {
        switch value {
        case 0...0x20, 0x7F: true
        case 0x22, 0x23, 0x25, 0x2F, 0x3A, 0x3C, 0x3E, 0x3F, 0x40, 0x5B, 0x5C, 0x5D, 0x5E, 0x60, 0x7B, 0x7C, 0x7D: true
        default: false
        }
    }
}
