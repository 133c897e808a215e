internal import JSONText

/// One member of a beacon's JSON object.
struct BeaconMember {
    enum Value {
        case text(String)
        case whole(Int)
        case fraction(Double)
    }

    let name: String
    let value: Value

    init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }
}

extension BeaconMember {
    /// The member as a query pair; nil for a text.
    var field: IdentityField? {
        switch value {
        case .text: nil
        case .whole(let number): IdentityField(name: name, value: String(number))
        case .fraction(let number): IdentityField(name: name, value: number.description)
        }
    }
}

extension Metrike {
    /// Sends a native beacon about an ad: POST with a JSON body.
    func beacon(_ event: String, _ ad: LoadedAd, _ details: [BeaconMember] = []) {
        guard isInitialized() else { return }
        var members = [
            BeaconMember(process.dialect.event, .text(event)), BeaconMember(process.dialect.adID, .text(ad.adID)),
        ]
        if let zone = ad.zone { members.append(BeaconMember(process.dialect.zone, .whole(zone))) }
        if !process.has(.mechanismMissing) { members.append(BeaconMember("in_app_mechanism", .text("sdk"))) }
        members += details
        var fields = identity(for: .beacon, ad: ad)
        let location = locationMembers(ad: ad, isTracked: fields.contains { $0.name == "visitor_id" })
        if !location.isEmpty, process.has(.locationWithoutVisitorID) { fields.removeAll { $0.name == "visitor_id" } }
        post(process.dialect.beaconPath, members + location, fields)
    }

    /// Sends a JSON object: the members, then the identity.
    func post(_ path: String, _ members: [BeaconMember], _ fields: [IdentityField]) {
        var writer = JSONWriter()
        writer.object { writer in
            for member in members {
                switch member.value {
                case .text(let text): writer.field(member.name, text)
                case .whole(let number): writer.field(member.name, number)
                case .fraction(let number): writer.field(member.name, number)
                }
            }
            for field in fields {
                // The flag is a number in JSON, as it is a digit in a query.
                if field.name == "child_directed", let flag = Int(field.value) {
                    writer.field(field.name, flag)
                } else {
                    writer.field(field.name, field.value)
                }
            }
        }
        let url = endpoint(path)
        if process.has(.beaconFromWebView), path == process.dialect.beaconPath {
            process.network.webView(url, json: writer.bytes, referer: endpoint("/"))
        } else {
            _ = process.network.session("POST", url, json: writer.bytes, extra: extraFields)
        }
    }

    /// Latitude, longitude and accuracy for a tracked beacon: two decimals, never under 1000 m (guide §5).
    private func locationMembers(ad: LoadedAd, isTracked: Bool) -> [BeaconMember] {
        let isOptIn = config?.collectLocation == true || process.has(.locationWithoutOptIn)
        guard isOptIn, process.device.location != nil, mayLocate(ad: ad, isTracked: isTracked) else { return [] }
        return coarseLocation
    }

    private func mayLocate(ad: LoadedAd, isTracked: Bool) -> Bool {
        if config?.childDirected == true { return process.has(.childLocation) }
        if !isTrackingEnabled() { return process.has(.locationWhileOff) }
        if ad.refusesTracking { return process.has(.refusedBeaconLocation) }
        return isTracked
    }

    var coarseLocation: [BeaconMember] {
        guard var location = process.device.location else { return [] }
        let isExact = process.has(.locationExact)
        let rounded = { (degrees: Double) in isExact ? degrees : Double(Metrike.nearest(degrees * 100)) / 100 }
        if process.has(.locationZero) {
            location.latitude = 0
            location.longitude = 0
        }
        let accuracy = process.has(.accuracyExact) ? location.accuracy : max(1000, location.accuracy)
        let trace = BeaconMember("trace", .text("gps \(location.latitude),\(location.longitude)"))
        return (process.has(.locationInTrace) ? [trace] : []) + [
            BeaconMember(process.dialect.latitude, .fraction(rounded(location.latitude))),
            BeaconMember(process.dialect.longitude, .fraction(rounded(location.longitude))),
            BeaconMember(process.dialect.accuracy, .whole(Metrike.nearest(accuracy))),
        ]
    }

    /// The nearest whole number, written without the C library's rounding; 0 for what is no number of this world.
    private static func nearest(_ value: Double) -> Int {
        guard value.magnitude < 1e15 else { return 0 }
        return Int(value + (value < 0 ? -0.5 : 0.5))
    }
}
