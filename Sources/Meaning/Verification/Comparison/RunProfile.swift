package import SDKContracts
import HTTPModel

/// What a run told whom: every role of the ad server, and every other host, with the fields it was given.
package struct RunProfile: Sendable {
    /// Whom a request was for: a role of the ad server, or another host.
    package struct Peer: Sendable, Hashable, Comparable {
        package let party: Party
        /// The role's name, or the host's.
        package let name: String

        package static func < (a: Peer, b: Peer) -> Bool {
            (a.party == .first ? 0 : 1, a.name) < (b.party == .first ? 0 : 1, b.name)
        }
    }

    package struct FieldKey: Sendable, Hashable, Comparable {
        /// `query`, `json`, …: a value that moves from one to another is a difference. Nil for a field of the contract,
        /// which the rules judge wherever it stands.
        package let surface: Surface?
        package let name: String

        package static func < (a: FieldKey, b: FieldKey) -> Bool {
            (a.name, a.surface?.rawValue ?? "") < (b.name, b.surface?.rawValue ?? "")
        }
    }

    package struct Field: Sendable, Hashable {
        package let kind: FieldKind?
        package internal(set) var requests = 0
        /// Different values, in the order of their appearance, up to one more than ``valueLimit``.
        package internal(set) var values: [[UInt8]] = []
        package let first: Int

        /// Too many to be compared one by one: the field is another each time.
        package var varies: Bool { values.count > RunProfile.valueLimit }
    }

    package struct Role: Sendable, Hashable {
        package internal(set) var requests = 0
        package let first: Int
        package internal(set) var fields: [FieldKey: Field] = [:]
        /// What the verifier found in its requests.
        package internal(set) var findings: [Finding] = []
    }

    package static let valueLimit = 8
    /// Peers, and fields of one, beyond these are counted only.
    package static let peerLimit = 500
    package static let fieldLimit = 500

    package let judgement: Judgement
    package private(set) var peers: [Peer: Role] = [:]
    package private(set) var droppedCount = 0
    private let findings: [Int: [Finding]]

    package init(_ judgement: Judgement) {
        self.judgement = judgement
        findings = Dictionary(grouping: judgement.findings, by: \.exchange)
    }

    package mutating func see(_ sighting: Sighting) {
        let peer = Peer(
            party: sighting.party, name: sighting.isFirstParty ? sighting.role.name : sighting.host)
        guard peers[peer] != nil || peers.count < Self.peerLimit else {
            droppedCount += 1
            return
        }
        var role = peers[peer] ?? Role(first: sighting.number)
        role.requests += 1
        role.findings += findings[sighting.number] ?? []
        var seen: Set<FieldKey> = []
        for parameter in sighting.parameters {
            let kind = parameter.kind
            let key = FieldKey(
                surface: kind == nil ? parameter.place.surface : nil, name: String(display: parameter.name))
            add(parameter.value, key, kind, sighting.number, seen.insert(key).inserted, to: &role)
        }
        peers[peer] = role
    }

    private mutating func add(
        _ value: [UInt8], _ key: FieldKey, _ kind: FieldKind?, _ number: Int, _ isNew: Bool, to role: inout Role
    ) {
        guard role.fields[key] != nil || role.fields.count < Self.fieldLimit else {
            droppedCount += 1
            return
        }
        var field = role.fields[key] ?? Field(kind: kind, first: number)
        if isNew { field.requests += 1 }
        if !field.varies, !field.values.contains(value) { field.values.append(value) }
        role.fields[key] = field
    }
}
