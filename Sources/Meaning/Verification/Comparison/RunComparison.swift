import CassetteFormat
package import SDKContracts

/// Two runs of one app, held side by side: only what differs in hosts, fields and values, each with the rules that
/// speak of it.
package struct RunComparison: Sendable {
    package enum Side: String, Sendable, Hashable {
        case first, second
    }

    package enum Kind: Sendable, Hashable {
        /// A host or a role of the ad server that one run alone asked.
        case peer(Side)
        /// A field that one run alone sent.
        case field(RunProfile.FieldKey, FieldKind?, Side)
        /// A field with other values.
        case values(RunProfile.FieldKey, FieldKind?, first: [[UInt8]], second: [[UInt8]])
    }

    /// What a rule has to say of a difference.
    package struct Word: Sendable, Hashable {
        package enum Sense: String, Sendable, Hashable {
            /// A finding speaks of it.
            case forbids
            /// The rule was judged, and holds in the run that does not send it.
            case demands
            /// The rule was judged and does not object.
            case allows
            /// The rule is about it, and could not be judged.
            case unjudged
        }

        package let code: String
        package let sense: Sense
        /// Whose verdict it is.
        package let side: Side
    }

    package struct Difference: Sendable, Hashable {
        package let peer: RunProfile.Peer
        package let kind: Kind
        /// Where to look in each run; nil where it is not.
        package let first: Int?
        package let second: Int?
        /// Empty where no rule speaks of it.
        package let words: [Word]

        package var isForbidden: Bool { words.contains { $0.sense == .forbids } }
    }

    /// A mark that the runs do not share.
    package struct StateDifference: Sendable, Hashable {
        package let key: String
        /// The values in their order; empty where the run has no such mark.
        package let first: [String]
        package let second: [String]
    }

    package let states: [StateDifference]
    /// By peer; hosts before fields before values.
    package let differences: [Difference]
    package let droppedCount: Int

    package init(_ first: RunProfile, _ second: RunProfile) {
        droppedCount = first.droppedCount + second.droppedCount
        let states = Self.states(first.judgement.coverage, second.judgement.coverage)
        let changed = Set(states.map(\.key))
        self.states = states
        differences = Set(first.peers.keys).union(second.peers.keys).sorted().flatMap { peer in
            Self.differences(peer, first, second, changed: changed)
        }
    }

    private static func states(_ first: Coverage, _ second: Coverage) -> [StateDifference] {
        func values(_ coverage: Coverage) -> [String: [String]] {
            coverage.marks.reduce(into: [:]) { values, mark in
                // Said again, it says nothing new.
                if values[mark.key]?.last != mark.value { values[mark.key, default: []].append(mark.value) }
            }
        }
        let (a, b) = (values(first), values(second))
        return Set(a.keys).union(b.keys).sorted().compactMap { key in
            let (one, other) = (a[key] ?? [], b[key] ?? [])
            return one == other ? nil : StateDifference(key: key, first: one, second: other)
        }
    }

    private static func differences(
        _ peer: RunProfile.Peer, _ first: RunProfile, _ second: RunProfile, changed: Set<String>
    ) -> [Difference] {
        func words(_ kind: Kind) -> [Word] {
            RunWords(peer: peer, first: first, second: second, changed: changed).words(kind)
        }
        guard let one = first.peers[peer], let other = second.peers[peer] else {
            let kind = Kind.peer(first.peers[peer] == nil ? .second : .first)
            return [
                Difference(
                    peer: peer, kind: kind, first: first.peers[peer]?.first, second: second.peers[peer]?.first,
                    words: words(kind))
            ]
        }
        return Set(one.fields.keys).union(other.fields.keys).sorted().compactMap { key in
            let (a, b) = (one.fields[key], other.fields[key])
            guard let kind = kind(key, a, b) else { return nil }
            return Difference(peer: peer, kind: kind, first: a?.first, second: b?.first, words: words(kind))
        }
    }

    private static func kind(_ key: RunProfile.FieldKey, _ a: RunProfile.Field?, _ b: RunProfile.Field?) -> Kind? {
        guard let a else { return .field(key, b?.kind, .second) }
        guard let b else { return .field(key, a.kind, .first) }
        // What is another value in each request anyhow says nothing of the runs.
        if a.varies || b.varies || Set(a.values) == Set(b.values) || a.isFresh || b.isFresh { return nil }
        return .values(key, a.kind, first: a.values, second: b.values)
    }
}

extension RunProfile.Field {
    /// Another value in each of several requests; of a field of the contract that is worth telling.
    fileprivate var isFresh: Bool { kind == nil && requests > 1 && values.count == requests }
}
