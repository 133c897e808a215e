import AdTimeline
import HTTPModel
package import SDKContracts

/// MK-050: Does a fired pixel keep its own parameters, their order and their coding?
package struct PixelChangedByAttachment: Rule {
    package static let description = RuleDescription(
        code: "MK-050", slug: "pixel-changed-by-attachment", family: .boundary, severity: .p1,
        clause: Clause(
            "§7", "o SDK anexa a identidade a cada um deles",
            derivation: "to attach is to add: what was there stays as it was"),
        question: "Does a fired pixel keep its own parameters, their order and their coding?",
        needs: [.ownTargets, .adDocuments],
        explanation: RuleExplanation(
            what: """
                A fired first-party pixel without the attached fields is the document's URL after macro replacement, \
                byte for byte: nothing dropped, reordered, recoded, and no identity field attached that the URL had \
                already.
                """,
            why: "A URL that is taken apart and built again loses what the builder does not know; counts get lost.",
            evidenceNeeded: "The document, and the request for one of its first-party pixels.",
            example: "VAST tells /px?b=1&a=%20x; fired is /px?a=+x&b=1&app_bundle=...: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isMarkupPixel(sighting), let join = evidence.timeline.join(of: sighting.number) else { return }
        log.judged += 1
        if join.agreement == .altered || join.agreement == .reduced {
            let what = join.agreement == .altered ? "in another order or coding" : "without some of its parameters"
            add(sighting, join, saw: "the URL of \(join.told.label) \(what)", "was fired \(what)")
            return
        }
        let told = URLBytes(join.told.url)
        let own = told.queryPairs.map { told.bytes[$0.name] }
        let doubled = join.added.map { sighting.target.bytes[$0.name] }.filter(own.contains)
        if !doubled.isEmpty {
            let names = doubled.map { String(display: $0) }.joined(separator: ", ")
            add(sighting, join, saw: "\(names) twice", "got \(names) although its URL had it")
        }
    }

    private mutating func add(_ sighting: Sighting, _ join: Join, saw: String, _ what: String) {
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .words(saw),
                cause: .sdkAttached(absentFrom: join.told.label),
                message: "the \(join.told.role.name) pixel \(what)",
                toDo: "append identity to the URL's bytes; do not take the URL apart"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "first-party pixels of documents",
            wouldShow: "a VAST or VMAP answer with a first-party pixel, and the pixel's request, would show it")
    }
}
