import Cryptography
import Foundation
import HTTPWire
import TestMaterial
import Testing

/// The bad inputs' names, at the readers that take a name from others: as a host to ask, and as a certificate's.
///
/// As the name of a content they are judged with the cassettes. No name becomes a path (decision 0025).
@Suite struct HostileNameTests {
    private static let rows: [(id: String, name: [UInt8], expected: String)] = BadInput.objects(of: "names.json")
        .compactMap { row in
            guard let id = row["id"] as? String, let text = row["name_b64"] as? String,
                let name = Data(base64Encoded: text), let expected = row["expected"] as? String
            else { return nil }
            return (id, Array(name), expected)
        }

    @Test func `a name is a host only where it has one reading`() {
        #expect(Self.rows.count == 20)
        for (id, name, expected) in Self.rows {
            let isHost = HostAndPort.parse(name[...]) != nil
            #expect(isHost == HostileChoice.hosts[id] ?? (expected == "accept"), "\(id)")
            if expected == "either" { #expect(HostileChoice.hosts[id] != nil, "\(id) is not decided") }
        }
    }

    @Test func `a certificate is made for what is a host name or an address, and for no other`() {
        for (id, name, expected) in Self.rows {
            let isName = CertificateName(name) != nil
            #expect(isName == HostileChoice.certificateNames[id] ?? (expected == "accept"), "\(id)")
            if expected == "either" { #expect(HostileChoice.certificateNames[id] != nil, "\(id) is not decided") }
        }
    }

    @Test func `every choice is of a row`() {
        let ids = Set(Self.rows.map(\.id))
        #expect(ids.isSuperset(of: HostileChoice.hosts.keys) && ids.isSuperset(of: HostileChoice.certificateNames.keys))
    }
}
