import AdTimeline
package import SDKContracts

/// MK-078: Do requests about a video ad whose VAST answer refused tracking go without visitor_id?
package struct VisitorIDInRefusedVideo: Rule {
    package static let description = RuleDescription(
        code: "MK-078", slug: "visitor-id-in-refused-video", family: .zoneRefusal, severity: .p0,
        clause: Clause(
            "§5", "O mesmo vale por zona",
            derivation: "the guide tells how /serve refuses and not how a VAST answer would"),
        question: "Do requests about a video ad whose VAST answer refused tracking go without visitor_id?",
        explanation: RuleExplanation(
            what: """
                Where vast.tracking_signal names a VAST Extension by its type and a first-party VAST or VMAP \
                answer has such an Extension with the text false, pixels, beacons and clicks of its ads have no \
                visitor_id.
                """,
            why: "A zone that refuses for display refuses for video; a signal that nobody reads is none.",
            evidenceNeeded: """
                The key vast.tracking_signal, a first-party VAST answer with that Extension, and requests about \
                its ad.
                """,
            example: """
                vast.tracking_signal is tracking; the VAST has <Extension type='tracking'>false</Extension>; its \
                impression has visitor_id: fail.
                """))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }
    /// Answers that refused, and the IDs of their ads.
    private var documents: Set<Int> = []
    private var adIDs: Set<[UInt8]> = []

    /// Refusing answers beyond these are not remembered.
    private static let documentCount = 4096

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let signal = evidence.configuration.readings.videoTrackingSignal, sighting.isFirstParty else { return }
        if let answer = evidence.timeline.documents[sighting.number], answer.refusesTracking(signal),
            documents.count < Self.documentCount
        {
            documents.insert(sighting.number)
            adIDs.formUnion(answer.adIDs)
        }
        guard isAboutRefusedAd(sighting, evidence), !evidence.isUntracked(sighting) else { return }
        log.forbid(
            evidence.visitorFields(sighting), in: sighting, evidence, Self.description,
            message: "visitor_id is sent about an ad whose VAST answer refused tracking",
            toDo: "keep the refusal with the ad and leave visitor_id out of its requests")
    }

    private func isAboutRefusedAd(_ sighting: Sighting, _ evidence: Evidence) -> Bool {
        guard !documents.isEmpty, let endpoint = evidence.endpoint(of: sighting) else { return false }
        switch endpoint {
        case .serve, .vast, .vmap, .conversion: return false
        case .pixel, .click, .beacon: break
        }
        if let join = evidence.timeline.join(of: sighting.number) { return documents.contains(join.told.document) }
        return sighting.parameters.contains { adIDs.contains($0.value) }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        guard evidence.configuration.readings.videoTrackingSignal != nil else {
            return .notApplicable("no refusal of a VAST answer is known: vast.tracking_signal would make it judge")
        }
        return log.verdict(
            "requests about refused video ads",
            wouldShow: "a VAST answer with that Extension and the text false, and its pixels, would show it")
    }
}
