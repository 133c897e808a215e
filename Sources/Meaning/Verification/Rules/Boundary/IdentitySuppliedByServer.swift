import AdTimeline
import HTTPModel
import IdentityTrace
package import SDKContracts

/// MK-051: Do the ad server's answers keep identity out of other hosts' URLs?
package struct IdentitySuppliedByServer: Rule {
    package static let description = RuleDescription(
        code: "MK-051", slug: "identity-supplied-by-server", family: .boundary, severity: .p0,
        clause: Clause(
            "§7", "nunca recebe essa identidade",
            derivation: "the server's own words reach the third party as well"),
        question: "Do the ad server's answers keep identity out of other hosts' URLs?",
        needs: [.adDocuments],
        explanation: RuleExplanation(
            what: """
                No URL of another host that a first-party answer tells (AdTagURI, VASTAdTagURI, pixels, links) holds \
                the visitor ID or session ID, or an identity field under its own name.
                """,
            why: """
                The SDK is innocent here: it asks for what it was told. The breach is the server's, and is made \
                whether or not the request follows.
                """,
            evidenceNeeded:
                "A first-party answer that tells URLs of other hosts, and first-party requests with values.",
            example: "VMAP of #3 tells https://video.example/tag?ppid=<visitor_id>: fail at #3, line 8."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isFirstParty, !evidence.values.isEmpty else { return }
        for told in evidence.timeline.told(by: sighting.number) where told.role != .redirect {
            guard let origin = URLBytes(told.url).origin, !evidence.hosts.contains(origin) else { continue }
            log.judged += 1
            let held = Self.held(in: told.url, evidence)
            guard !held.isEmpty else { continue }
            var pieces: [Saw.Piece] = [.words("\(told.role.name) URL of \(origin.host) holds")]
            for (kind, value) in held {
                pieces.append(.text(" \(evidence.configuration.name(kind))="))
                pieces.append(Saw.value(kind, value, evidence.values))
            }
            log.findings.append(
                Finding(
                    Self.description, at: sighting, places: [told.place], saw: Saw(pieces),
                    cause: .serverSupplied(at: told.label),
                    message: "the ad server put identity into a URL of \(origin.host)",
                    toDo: "have the ad server build other hosts' URLs without identity"))
        }
    }

    private static func held(in url: [UInt8], _ evidence: Evidence) -> [(FieldKind, [UInt8])] {
        var held: [(FieldKind, [UInt8])] = []
        for trace in evidence.traces(in: url) where trace.value.kind == .visitorID || trace.value.kind == .sessionID {
            held.append((trace.value.kind, trace.value.value))
        }
        let parts = URLBytes(url)
        guard parts.query != nil else { return held }
        let names = FieldKind.appIdentity.map { ($0, evidence.configuration.names[$0] ?? []) }
        for pair in parts.queryPairs {
            guard let range = pair.value else { continue }
            let name = PercentCoding.decoded(parts.bytes[pair.name], plusIsSpace: true)
            for (kind, own) in names where own.contains(where: { name.elementsEqual($0.utf8) }) {
                let value = PercentCoding.decoded(parts.bytes[range], plusIsSpace: true)
                if evidence.values.known(kind, value) != nil { held.append((kind, value)) }
            }
        }
        return held
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "URLs of other hosts in the ad server's answers",
            wouldShow: "a first-party answer that tells URLs of other hosts would show it")
    }
}
