/// How the stand-in's ad server spells what the guide leaves open.
package struct StandInVocabulary: Hashable, Sendable {
    package var servePath = "/serve"
    /// Ends with a slash; the token follows.
    package var vastPath = "/vast/"
    /// Ends with a slash; the token follows.
    package var vmapPath = "/vmap/"
    package var clickPath = "/click"
    /// Where a GET is a beacon; a POST is one anywhere.
    package var beaconPaths: [String] = []
    /// The query parameters that may name the zone.
    package var zoneNames = ["zone_id", "zone", "zoneId", "z"]
    /// The member of a serve answer that names the ad.
    package var adID = "ad_id"

    package init() {}
}
