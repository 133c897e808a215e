internal import Dialing
internal import HTTPModel
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
    /// The value as a query or a form has it.
    var text: String {
        switch value {
        case .text(let text): text
        case .whole(let number): String(number)
        case .fraction(let number): number.description
        }
    }

    /// The member as a query pair.
    var field: IdentityField { IdentityField(name: name, value: text) }
}

extension Metrike {
    /// Sends a native beacon about an ad, in the form of the dialect.
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

    /// Sends the members and the identity.
    func post(_ path: String, _ members: [BeaconMember], _ fields: [IdentityField]) {
        var url = endpoint(path)
        let dialect = process.dialect
        var fields = fields
        if process.has(.identityInBeaconQuery) {
            url = Metrike.appending(fields, to: url)
            fields = []
        }
        let secure = Array("https://".utf8)
        if process.has(.beaconWithoutTLS), path == dialect.beaconPath, url.starts(with: secure) {
            url = Array("http://".utf8) + url.dropFirst(secure.count)
        }
        let isWebView = process.has(.beaconFromWebView) && path == dialect.beaconPath
        let pairs = dialect.ordered(members.map(\.field) + fields, by: \.name)
        switch dialect.beaconForm {
        case .json: send(json(members, fields), "application/json", to: url, isWebView)
        case .nestedJSON(let name):
            send(json(members, fields, identityIn: name), "application/json", to: url, isWebView)
        case .form:
            let form = pairs.map { "\($0.name)=\(PercentCoding.encoded($0.value))" }.joined(separator: "&")
            send(Array(form.utf8), "application/x-www-form-urlencoded", to: url, isWebView)
        case .query:
            let address = Metrike.appending(pairs, to: url)
            if isWebView {
                process.network.webView(address, referer: endpoint("/"))
            } else {
                _ = process.network.session("GET", address, extra: extraFields)
            }
        }
    }

    private func send(_ content: [UInt8], _ type: String, to url: [UInt8], _ isWebView: Bool) {
        if isWebView {
            process.network.webView(url, content: (type, content), referer: endpoint("/"))
        } else {
            _ = process.network.session("POST", url, content: (type, content), extra: extraFields)
        }
    }

    private func json(
        _ members: [BeaconMember], _ fields: [IdentityField], identityIn object: String? = nil
    ) -> [UInt8] {
        // The flag is a number in JSON, as it is a digit in a query.
        let identity = fields.map { field in
            let flag = field.name == "child_directed" ? Int(field.value) : nil
            return BeaconMember(field.name, flag.map(BeaconMember.Value.whole) ?? .text(field.value))
        }
        let order = { [dialect = process.dialect] (members: [BeaconMember]) in dialect.ordered(members, by: \.name) }
        var writer = JSONWriter()
        writer.object { writer in
            guard let object else { return Self.write(order(members + identity), to: &writer) }
            writer.field(object) { $0.object { Self.write(order(identity), to: &$0) } }
            Self.write(order(members), to: &writer)
        }
        return writer.bytes
    }

    private static func write(_ members: [BeaconMember], to writer: inout JSONWriter) {
        for member in members {
            switch member.value {
            case .text(let text): writer.field(member.name, text)
            case .whole(let number): writer.field(member.name, number)
            case .fraction(let number): writer.field(member.name, number)
            }
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
