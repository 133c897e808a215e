package import CassetteFormat

/// What became of a HAR file.
package struct HARReport: Sendable {
    /// `creator` and its version, as the file names them; empty when it does not.
    package var writer = ""
    /// The HAR version that the file names.
    package var version: String?
    package var entryCount = 0
    package var exchangeCount = 0
    package var refusedCount = 0
    /// Entries that could not be taken, each with its reason; the first `HARLimits.listed` of them.
    package var refusals: [TapeError] = []
    /// What the file cannot tell, each kind once.
    package var losses: [HARLoss] = []
    /// Set when the file breaks off or is no JSON from some place on: what stands behind it was not read.
    package var damage: TapeError?

    package func loss(_ kind: HARLoss.Kind) -> HARLoss? { losses.first { $0.kind == kind } }
}
