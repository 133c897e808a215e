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
}

/// A place where the app was.
struct Coordinate: Sendable {
    let latitude: Double
    let longitude: Double
    /// As first-party traffic shows them.
    let latitudeValue: KnownValue
    let longitudeValue: KnownValue

    /// So many latitudes and longitudes are remembered as places: a recording is of one walk.
    private static let count = 16

    /// Each latitude with each longitude that first-party traffic showed.
    static func all(in values: KnownValues) -> [Coordinate] {
        func numbers(_ kind: FieldKind) -> [(Double, KnownValue)] {
            values.values(of: kind).prefix(count).compactMap { known in
                DecimalText(known.value).map { ($0.value, known) }
            }
        }
        let longitudes = numbers(.longitude)
        return numbers(.latitude).flatMap { latitude, known in
            longitudes.map {
                Coordinate(latitude: latitude, longitude: $0.0, latitudeValue: known, longitudeValue: $0.1)
            }
        }
    }
}
