/// The names the guide leaves open: how an SDK spells what the guide only describes.
package struct SDKDialect: Hashable, Sendable {
    package var servePath = "/serve"
    package var vastPath = "/vast/"
    package var vmapPath = "/vmap/"
    package var beaconPath = "/beacon"
    package var conversionPath = "/conversion"

    package var zone = "zone_id"
    package var contentURL = "page_url"

    package var event = "event"
    package var adID = "ad_id"
    package var timeToViewable = "time_to_viewable_ms"
    package var latitude = "lat"
    package var longitude = "lon"
    package var accuracy = "acc"

    package var goal = "goal"
    package var valueCents = "value_cents"
    package var orderID = "order_id"

    package init() {}
}
