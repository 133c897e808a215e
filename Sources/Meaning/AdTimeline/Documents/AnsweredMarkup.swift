package import AdMarkup

/// A VAST or VMAP answer of the recording.
package struct AnsweredMarkup: Sendable {
    package let document: AdDocument
    /// Whether a strict XML parser would take it.
    package let isWellFormed: Bool

    package var isVAST: Bool { if case .vast = document { true } else { false } }

    /// The IDs of its ads, those inside a schedule included.
    package var adIDs: [[UInt8]] {
        let documents: [VASTDocument] =
            switch document {
            case .vast(let document): [document]
            case .vmap(let schedule): schedule.breaks.compactMap { $0.source?.embedded }
            }
        return documents.flatMap { $0.ads.compactMap(\.id) }
    }
}
