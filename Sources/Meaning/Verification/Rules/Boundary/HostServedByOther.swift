package import SDKContracts
import HTTPModel

/// MK-055: Is the base host served where no third party is, by a certificate of its own?
package struct HostServedByOther: Rule {
    package static let description = RuleDescription(
        code: "MK-055", slug: "host-served-by-other", family: .boundary, severity: .p2,
        clause: Clause(
            "§7", "nosso próprio servidor",
            derivation: "a name is the ad server's own as far as whoever answers for it is"),
        question: "Is the base host served where no third party is, by a certificate of its own?",
        related: ["MK-042"],
        explanation: RuleExplanation(
            what: """
                The connections of the recorder to a base host go to no address, and are answered with no \
                certificate, that a host of another party is served from. The certificate, where it was not \
                verified, is made for the host: where it is not, the request counts as a third party's. A base host \
                at a private address beside hosts at public ones is told. Aliases (CNAME) are on no tape, and are \
                not judged.
                """,
            why: """
                A name of the ad server's that another party answers for gives that party identity under the first \
                party's rules. A delivery network serves many from one address: whose it is, the operator knows.
                """,
            evidenceNeeded: """
                Upstream connections on the tape that go to more than one address; for names of certificates a \
                recording that tells them.
                """,
            example: "ads.metrike.example and collect.tracker.example are both served at 203.0.113.7: fail."))

    private var log = RuleLog()
    /// Shared addresses: nothing where all connections go to one, as through a parent proxy.
    private var shared: [Finding] = []
    private var privateHost: Finding?
    private var hasPublicOther = false
    private var own: Set<Trait> = []
    private var others: [Trait: String] = [:]
    private var told: Set<Trait> = []
    private var addresses: Set<String> = []
    private var untold = 0

    private enum Trait: Hashable {
        case address(String)
        case certificate(String)
    }

    /// Addresses and certificates that are remembered of the base host, and of all others.
    private static let ownMemory = 64
    private static let memory = 4096

    package init() {}

    package var findings: [Finding] {
        log.findings + (addresses.count > 1 ? shared : []) + (hasPublicOther ? privateHost.map { [$0] } ?? [] : [])
    }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        let isOwn = evidence.hosts.isFirstParty(sighting.host)
        guard let peer = sighting.peer else {
            if isOwn { untold += 1 }
            return
        }
        if addresses.count < 2 { addresses.insert(peer.address) }
        let traits: [Trait] =
            (peer.isPrivate ? [] : [.address(peer.address)]) + (peer.certificate.map { [.certificate($0)] } ?? [])
        if isOwn {
            log.judged += 1
            judge(sighting, peer)
            for trait in traits {
                if let other = others[trait] { share(trait, with: other, sighting) }
                if own.count < Self.ownMemory { own.insert(trait) }
            }
            return
        }
        if !peer.isPrivate { hasPublicOther = true }
        switch HostRelation(sighting.host, to: evidence.hosts.baseHost) {
        case .foreign, .lookalike: break
        case .exact, .subdomain, .parent, .sibling: return
        }
        for trait in traits {
            if own.contains(trait) { share(trait, with: sighting.host, sighting) }
            if others.count < Self.memory, others[trait] == nil { others[trait] = sighting.host }
        }
    }

    private mutating func judge(_ sighting: Sighting, _ peer: PeerFacts) {
        if peer.isOfOther(than: sighting.host), let certificate = peer.certificate,
            told.insert(.certificate(certificate)).inserted
        {
            let names = peer.names.prefix(3).map { SafeText.text($0) }.joined(separator: ", ")
            log.findings.append(
                Finding(
                    Self.description, at: sighting, saw: .text("\(sighting.host): \(names)"), cause: .serverAnswer,
                    message: "the base host is answered with a certificate of another name",
                    toDo: "find out who answers for this name", severity: .p1))
        }
        guard peer.isPrivate, privateHost == nil else { return }
        privateHost = Finding(
            Self.description, at: sighting, saw: .text("\(sighting.host): \(SafeText.text(peer.address))"),
            cause: .serverAnswer, message: "the base host is at a private address, and other hosts are not",
            toDo: "check what the name stands for; a server for tests is no fault", severity: .p3)
    }

    private mutating func share(_ trait: Trait, with other: String, _ sighting: Sighting) {
        guard told.insert(trait).inserted else { return }
        switch trait {
        case .address(let address):
            shared.append(
                finding(
                    sighting, "\(SafeText.text(address)): \(SafeText.text(other))",
                    "the base host is served at the address of a third party"))
        case .certificate(let digest):
            log.findings.append(
                finding(
                    sighting, "\(SafeText.text(String(digest.prefix(16)))): \(SafeText.text(other))",
                    "the base host is answered with the certificate of a third party"))
        }
    }

    private func finding(_ sighting: Sighting, _ saw: String, _ message: String) -> Finding {
        Finding(
            Self.description, at: sighting, saw: .text(saw), cause: .serverAnswer, message: message,
            toDo: "find out whether a delivery network serves both; if so, grade MK-055 in severities")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        var log = log
        log.findings = findings
        if log.judged > 0, addresses.count < 2 {
            log.remarks.append("all connections go to one address: addresses say nothing")
        }
        if untold > 0, log.judged > 0 {
            log.remarks.append("of \(untold) requests to the base host no connection is on the tape")
        }
        return log.verdict(
            "requests to the base host", wouldShow: "upstream connections on the tape would show it")
    }
}
