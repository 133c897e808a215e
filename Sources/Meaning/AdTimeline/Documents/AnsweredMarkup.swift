package import AdMarkup

/// A VAST or VMAP answer of the recording.
package struct AnsweredMarkup: Sendable {
    package let document: AdDocument
    /// Whether a strict XML parser would take it.
    package let isWellFormed: Bool

    package var isVAST: Bool { if case .vast = document { true } else { false } }

    /// Its ads, those inside a schedule included.
    private var ads: [VASTAd] {
        let documents: [VASTDocument] =
            switch document {
            case .vast(let document): [document]
            case .vmap(let schedule): schedule.breaks.compactMap { $0.source?.embedded }
            }
        return documents.flatMap(\.ads)
    }

    /// The IDs of its ads.
    package var adIDs: [[UInt8]] { ads.compactMap(\.id) }

    /// Whether an `Extension` of that type in one of its ads says `false`.
    package func refusesTracking(_ type: String) -> Bool {
        ads.contains { ad in
            ad.extensions.contains {
                $0.type?.elementsEqual(type.utf8) == true && $0.text?.elementsEqual("false".utf8) == true
            }
        }
    }
}
