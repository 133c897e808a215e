/// The name that a DNS message asks for, or answers (RFC 1035 §4.1.2).
struct DNSQuestion: Equatable {
    /// Labels joined by dots, the case as it was asked, unchecked otherwise.
    let name: [UInt8]

    /// Nil for whatever has not one question, or is damaged before its end.
    init?(_ message: ArraySlice<UInt8>, limits: DNSAnswer.Limits = DNSAnswer.Limits()) {
        var reader = DNSReader(bytes: Array(message), limits: limits)
        // Only queries and their answers (opcode 0).
        guard reader.bytes.count >= 12, reader.bytes[2] & 0x78 == 0, reader.uint16(4) == 1 else { return nil }
        reader.place = 12
        guard let name = reader.name(foldsCase: false), !name.isEmpty, reader.skip(4) else { return nil }
        self.name = name
    }
}

/// The addresses a DNS response gives for the name that was asked (RFC 1035 §4).
struct DNSAnswer: Equatable {
    struct Limits {
        /// Compression pointers followed in one name.
        var pointers = 32
        /// Records looked at in one response.
        var records = 256
    }

    /// Lower case, labels joined by dots, unchecked otherwise.
    let name: [UInt8]
    let addresses: [IPAddress]

    /// Nil for whatever is not a response with one question, or is damaged before its first answer.
    init?(_ message: ArraySlice<UInt8>, limits: Limits = Limits()) {
        var reader = DNSReader(bytes: Array(message), limits: limits)
        guard reader.bytes.count >= 12, reader.bytes[2] & 0x80 != 0, reader.uint16(4) == 1,
            let answers = reader.uint16(6)
        else { return nil }
        reader.place = 12
        guard let name = reader.name(), reader.skip(4) else { return nil }
        self.name = name
        var addresses: [IPAddress] = []
        for _ in 0..<min(Int(answers), limits.records) {
            // The answer's own name may be that of an alias; it was the question's that was wanted.
            guard reader.name() != nil, let type = reader.uint16(reader.place), reader.skip(8),
                let count = reader.uint16(reader.place), reader.skip(2)
            else { break }
            let data = reader.place
            guard reader.skip(Int(count)) else { break }
            let isAddress = type == 1 && count == 4 || type == 28 && count == 16
            if isAddress, let address = IPAddress(reader.bytes[data..<data + Int(count)]) { addresses.append(address) }
        }
        self.addresses = addresses
    }
}

private struct DNSReader {
    let bytes: [UInt8]
    let limits: DNSAnswer.Limits
    var place = 0

    func uint16(_ place: Int) -> UInt16? {
        guard place + 2 <= bytes.count else { return nil }
        return UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
    }

    mutating func skip(_ count: Int) -> Bool {
        guard count <= bytes.count - place else { return false }
        place += count
        return true
    }

    /// A name, with `place` left after it. At most 255 bytes, following pointers as often as the limit says.
    mutating func name(foldsCase: Bool = true) -> [UInt8]? {
        var name: [UInt8] = []
        var at = place
        var pointers = 0
        while at < bytes.count {
            let length = Int(bytes[at])
            switch length {
            case 0:
                if pointers == 0 { place = at + 1 }
                return name
            case 1..<64:
                guard at + 1 + length <= bytes.count, name.count + length < 255 else { return nil }
                if !name.isEmpty { name.append(UInt8(ascii: ".")) }
                name += bytes[at + 1..<at + 1 + length].map { foldsCase && $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
                at += 1 + length
            case 192...:
                guard let target = uint16(at), pointers < limits.pointers else { return nil }
                if pointers == 0 { place = at + 2 }
                pointers += 1
                at = Int(target & 0x3fff)
            default: return nil
            }
        }
        return nil
    }
}
