/// What the guide leaves open: how an SDK spells what the guide only describes.
package struct SDKDialect: Hashable, Sendable {
    /// How a beacon or a conversion travels.
    package enum BeaconForm: Hashable, Sendable {
        /// POST with a JSON object.
        case json
        /// POST with a JSON object that has the identity in an object of its own, under this name.
        case nestedJSON(String)
        /// POST with a form (`application/x-www-form-urlencoded`).
        case form
        /// GET with a query.
        case query
    }

    /// In which order the parameters of a request stand.
    package enum ParameterOrder: Hashable, Sendable {
        /// What the request is for, then the identity.
        case purposeFirst
        case reversed, sorted
    }

    package var name = "plain"

    package var servePath = "/serve"
    package var vastPath = "/vast/"
    package var vmapPath = "/vmap/"
    package var beaconPath = "/beacon"
    package var conversionPath = "/conversion"
    package var beaconForm = BeaconForm.json
    package var order = ParameterOrder.purposeFirst

    package var zone = "zone_id"
    package var contentURL = "page_url"

    package var event = "event"
    package var adID = "ad_id"
    /// The member of a serve answer that beacons repeat under ``adID``.
    package var answeredAdID = "ad_id"
    package var timeToViewable = "time_to_viewable_ms"
    package var latitude = "lat"
    package var longitude = "lon"
    package var accuracy = "acc"

    package var goal = "goal"
    package var valueCents = "value_cents"
    package var orderID = "order_id"

    package init() {}

    func ordered<Item>(_ items: [Item], by name: (Item) -> String) -> [Item] {
        switch order {
        case .purposeFirst: items
        case .reversed: items.reversed()
        case .sorted: items.sorted { name($0) < name($1) }
        }
    }
}

extension SDKDialect {
    package static let all: [SDKDialect] = [SDKDialect(), terse, camelCase, versioned, portuguese]

    package static func named(_ name: String) -> SDKDialect? { all.first { $0.name == name } }

    /// GET beacons, names of one or two letters.
    package static let terse: SDKDialect = {
        var dialect = SDKDialect()
        dialect.name = "terse"
        dialect.beaconPath = "/b"
        dialect.conversionPath = "/c"
        dialect.beaconForm = .query
        dialect.zone = "s"
        dialect.contentURL = "u"
        dialect.event = "e"
        dialect.adID = "a"
        dialect.answeredAdID = "a"
        dialect.timeToViewable = "t"
        dialect.latitude = "la"
        dialect.longitude = "lo"
        dialect.accuracy = "ac"
        dialect.goal = "g"
        dialect.valueCents = "v"
        dialect.orderID = "o"
        return dialect
    }()

    /// Forms, names in camel case.
    package static let camelCase: SDKDialect = {
        var dialect = SDKDialect()
        dialect.name = "camel-case"
        dialect.beaconPath = "/track/event"
        dialect.conversionPath = "/track/goal"
        dialect.beaconForm = .form
        dialect.zone = "placementId"
        dialect.contentURL = "contentUrl"
        dialect.event = "eventName"
        dialect.adID = "adToken"
        dialect.answeredAdID = "token"
        dialect.timeToViewable = "viewTimeMs"
        dialect.latitude = "geoLat"
        dialect.longitude = "geoLng"
        dialect.accuracy = "geoRadius"
        dialect.goal = "goalId"
        dialect.valueCents = "amountCents"
        dialect.orderID = "orderNumber"
        return dialect
    }()

    /// Every path below `/v2`, JSON with the identity in an object, parameters the other way round.
    package static let versioned: SDKDialect = {
        var dialect = SDKDialect()
        dialect.name = "versioned"
        dialect.servePath = "/v2/serve"
        dialect.vastPath = "/v2/vast/"
        dialect.vmapPath = "/v2/vmap/"
        dialect.beaconPath = "/v2/signals"
        dialect.conversionPath = "/v2/outcomes"
        dialect.beaconForm = .nestedJSON("app")
        dialect.order = .reversed
        dialect.zone = "ad_unit"
        dialect.contentURL = "document"
        dialect.event = "signal"
        dialect.adID = "fill"
        dialect.answeredAdID = "fill"
        dialect.timeToViewable = "seen_after"
        dialect.latitude = "gps_latitude"
        dialect.longitude = "gps_longitude"
        dialect.accuracy = "gps_error_m"
        dialect.goal = "objective"
        dialect.valueCents = "total"
        dialect.orderID = "transaction"
        return dialect
    }()

    /// Forms with Portuguese names in alphabetical order.
    package static let portuguese: SDKDialect = {
        var dialect = SDKDialect()
        dialect.name = "portuguese"
        dialect.beaconPath = "/sinal"
        dialect.conversionPath = "/meta"
        dialect.beaconForm = .form
        dialect.order = .sorted
        dialect.zone = "zona"
        dialect.contentURL = "pagina"
        dialect.event = "evento"
        dialect.adID = "anuncio"
        dialect.answeredAdID = "anuncio"
        dialect.timeToViewable = "tempo"
        dialect.latitude = "latitude_aprox"
        dialect.longitude = "longitude_aprox"
        dialect.accuracy = "precisao"
        dialect.goal = "meta"
        dialect.valueCents = "valor_centavos"
        dialect.orderID = "pedido"
        return dialect
    }()
}
