package import AdMarkup

/// A VAST or VMAP answer of the recording.
package struct AnsweredMarkup: Sendable {
    package let document: AdDocument
    /// Whether a strict XML parser would take it.
    package let isWellFormed: Bool

    package var isVAST: Bool { if case .vast = document { true } else { false } }
}
