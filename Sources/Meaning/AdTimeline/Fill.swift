package import CassetteFormat
package import SDKContracts

/// An answer of `/serve`: an ad, or none, for a zone.
///
/// A class, though it never changes: every rule on beacons asks for it.
package final class Fill: Sendable {
    /// What the answer says on tracking (guide §5: `tracking: false`).
    package enum Refusal: Sendable, Hashable {
        case absent
        /// JSON `true`.
        case allowed
        /// JSON `false`.
        case refused
        /// Neither: the literal as sent.
        case odd([UInt8])
        /// The answer could not be read.
        case unread
    }

    package let exchange: Int
    /// When its head was complete.
    package let answered: TapeTime
    package let zone: [UInt8]?
    /// It brought no ad: status 204, or no content.
    package let isEmpty: Bool
    package let refusal: Refusal
    /// The place of the member in the answer, if it is there.
    package let refusalPlace: EvidencePlace?

    init(
        exchange: Int, answered: TapeTime, zone: [UInt8]?, isEmpty: Bool, refusal: Refusal,
        refusalPlace: EvidencePlace?
    ) {
        self.exchange = exchange
        self.answered = answered
        self.zone = zone
        self.isEmpty = isEmpty
        self.refusal = refusal
        self.refusalPlace = refusalPlace
    }
}
