package import LeakSearch
package import SDKContracts
import IdentityTrace

/// Something of the app's or the person's identity in a request to a third party.
package struct Breach: Sendable, Hashable {
    /// The one rule that speaks of it.
    package enum Concern: Sendable, Hashable {
        /// Under its own name, on the host that the SDK is downloaded from (MK-011).
        case distributionHost
        /// Under its own name, on a host that resembles the base host (MK-040).
        case resemblingHost
        /// Under its own name, in any other request (MK-042).
        case thirdParty
        /// Under its own name, below a third-party break (MK-043).
        case breakTree
        /// Under its own name, to what is shown or run (MK-044).
        case asset
        /// Under its own name, where the URL was read as the base host's (MK-045).
        case misreadURL
        /// Under its own name, after a redirect from the first party (MK-046).
        case redirect
        /// The value under another name or in another place (MK-047).
        case foreignName
        /// In the Referer (MK-048).
        case referer
        /// In place of an identity macro (MK-049).
        case macro
        /// In the line that the first party's server told (MK-051).
        case serverSupplied
        /// A coordinate (MK-095).
        case location
        /// Under its own name, in a third-party break's own ad request (MK-151).
        case breakRequest
        /// The click ID outside the click chain (MK-182).
        case clickID
    }

    package let concern: Concern
    package let kind: FieldKind
    /// As sent.
    package let shown: [UInt8]
    package let place: EvidencePlace
    package let cause: Cause
    /// How it was disguised, where it was: `percent-encoded`, `without-hyphens`.
    package let disguise: String?
    /// The layers that hide it, where it was found by undoing them.
    package var appearance: Appearance? = nil

    /// What had to be undone, from the outside in; the first layer counts in the bytes that the place counts in.
    var layers: [UndoneLayer] {
        guard let appearance, let first = appearance.layers.first else { return [] }
        // The search counts in the head, a place of the target in the target.
        let start = place.part == .target ? appearance.range.lowerBound - place.range.lowerBound : 0
        return [first.moved(by: start)] + appearance.layers.dropFirst()
    }

    /// Nil where nothing had to be undone.
    var decoded: DecodedPlace? {
        guard let appearance, !appearance.layers.isEmpty else { return nil }
        return DecodedPlace(place: place, layers: layers, innermost: appearance.innermost)
    }
}
