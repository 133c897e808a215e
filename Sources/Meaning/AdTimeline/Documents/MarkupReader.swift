import AdMarkup
import CassetteFormat
import HTTPModel
import SDKContracts

/// Reads the URLs that a VAST or VMAP answer tells.
struct MarkupReader {
    let contract: MetrikeContract

    /// Nil where the answer is neither.
    func read(_ sighting: Sighting) -> (told: [ToldURL], document: AnsweredMarkup)? {
        let reading = AdDocumentParser().parse(sighting.answer.bytes)
        guard let document = reading.document else { return nil }
        let breaks = breaks(of: document, sighting)
        let told = document.urls.compactMap { url -> ToldURL? in
            guard let absolute = URLReference.absolute(url.bytes, from: sighting) else { return nil }
            return ToldURL(
                document: sighting.number, line: url.line,
                place: EvidencePlace(
                    part: .responseContent, surface: .body, name: Self.role(url.role).name, range: url.place),
                role: Self.role(url.role), url: absolute,
                breakReference: url.path.breakIndex.flatMap { breaks.indices.contains($0) ? breaks[$0] : nil })
        }
        return (told, AnsweredMarkup(document: document, isWellFormed: reading.isWellFormed))
    }

    private func breaks(of document: AdDocument, _ sighting: Sighting) -> [BreakReference] {
        guard case .vmap(let schedule) = document else { return [] }
        return schedule.breaks.enumerated().map { index, adBreak in
            var host: String?
            var isThirdParty = false
            if case .adTag(let tag, _) = adBreak.source?.kind,
                let url = URLReference.absolute(tag.bytes, from: sighting), let origin = URLBytes(url).origin
            {
                host = FirstPartyHosts.normalized(origin.host)
                isThirdParty = contract.hosts.map { !$0.contains(origin) } ?? false
            }
            return BreakReference(
                exchange: sighting.number, index: index, id: adBreak.breakID.map { String(display: $0) }, host: host,
                isThirdParty: isThirdParty)
        }
    }
}

extension MarkupReader {
    static func role(_ role: MarkupURLRole) -> ToldRole {
        switch role {
        case .impression: .impression
        case .error: .error
        case .viewable, .notViewable, .viewUndetermined, .iconView: .viewable
        case .tracking(let event), .companionTracking(let event), .verificationTracking(let event),
            .vendorTracking(let event), .breakTracking(let event):
            .tracking(event: String(display: event))
        case .clickThrough, .displayClickThrough: .clickThrough
        case .clickTracking, .customClick, .displayClickTracking: .clickTracking
        case .media, .mezzanine, .interactiveCreative, .closedCaptions: .media
        case .wrapper: .wrapper
        case .displayResource(.icon): .icon
        case .displayResource: .companion
        case .verification: .verification
        case .survey: .other("survey")
        case .vendor: .other("extension")
        case .adTag: .adTag
        }
    }
}
