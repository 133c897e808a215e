import IdentityTrace
import SDKContracts

extension Evidence {
    /// The visitor ID's fields of a request, under a mark that forbids them: also an empty or zero value is a field.
    func visitorFields(_ sighting: Sighting) -> [(FieldKind, Parameter)] {
        sighting.fields(.visitorID).map { (.visitorID, $0) }
    }

    func locationFields(_ sighting: Sighting) -> [(FieldKind, Parameter)] {
        [FieldKind.latitude, .longitude].flatMap { kind in sighting.fields(kind).map { (kind, $0) } }
    }

    /// Whether the app collects location at all, as far as marks or wire show it.
    var collectsLocation: Bool {
        finalState.collectLocation == true || values.has(.latitude)
    }

    /// So many latitudes and longitudes are remembered as places: a recording is of one walk.
    private static let placeCount = 16

    /// The app's coordinates as first-party traffic shows them.
    var coordinates: [(latitude: Double, longitude: Double)] {
        let latitudes = values.values(of: .latitude).prefix(Self.placeCount).compactMap { DecimalText($0.value)?.value }
        let longitudes = values.values(of: .longitude).prefix(Self.placeCount).compactMap {
            DecimalText($0.value)?.value
        }
        return latitudes.flatMap { latitude in longitudes.map { (latitude, $0) } }
    }
}
