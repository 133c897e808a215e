import Dialing
import HTTPModel
import JSONText
import ReferenceSDK
import StandInServer

/// Joins the reference SDK to a stand-in without a socket.
final class StandInTransport: SDKTransport {
    private(set) var standIn: StandIn

    init(_ standIn: StandIn) {
        self.standIn = standIn
    }

    func send(_ call: HTTPCall) throws(HTTPCallError) -> HTTPReply {
        let answer = standIn.answer(try request(call))
        return HTTPReply(status: answer.status, head: answer.head(closing: false), body: answer.body)
    }

    func converse(_ opening: HTTPCall, _ messages: [[UInt8]], mask: UInt32) throws(HTTPCallError) -> [[UInt8]] {
        let request = try request(opening)
        let status = standIn.answer(request).status
        guard status == 101 else { throw .failed(.answerNotHTTP, why: "\(status)") }
        return messages.map { standIn.answer($0, over: request) }
    }

    private func request(_ call: HTTPCall) throws(HTTPCallError) -> StandInRequest {
        let url = URLBytes(call.url)
        guard let origin = url.origin else { throw .invalidCall(part: "URL", why: "no origin") }
        return StandInRequest(
            scheme: origin.scheme, host: origin.host, method: call.method,
            target: Array(url.bytes[url.path.lowerBound..<(url.query?.upperBound ?? url.path.upperBound)]),
            fields: call.fields.map { .init(name: $0.name, value: $0.value) }, body: call.body ?? [])
    }
}

/// A run in memory and everything seen of it.
struct Rehearsal: Sendable {
    let summary: ReferenceSDKSummary
    let seen: [StandInRequest]
    /// What was said on WebSockets.
    let said: [StandInMessage]
    let marks: [String]
    /// How many requests had been seen when each mark came.
    let markPlaces: [Int]

    init(
        _ scenario: String, faults: Set<SDKFault> = [], server: Set<StandInFault> = [], seed: UInt64 = 1
    ) throws {
        guard let scenario = Scenario.named(scenario) else {
            throw HTTPCallError.invalidCall(part: "scenario", why: "")
        }
        let trouble = scenario.serverTrouble.flatMap(StandInFault.init(rawValue:)).map { [$0] } ?? []
        let transport = StandInTransport(StandIn(seed: seed, faults: server.union(trouble)))
        var settings = ReferenceSDKSettings()
        settings.faults = faults
        settings.seed = seed
        var marks: [String] = []
        var places: [Int] = []
        summary = ReferenceSDKRun.run(scenario, settings: settings, transport: transport) { key, value in
            marks.append("\(key)=\(value)")
            places.append(transport.standIn.served.count)
        }
        seen = transport.standIn.served.map(\.request)
        said = transport.standIn.heard
        self.marks = marks
        markPlaces = places
    }

    var firstParty: [StandInRequest] { seen.filter { $0.host == "ads.metrike.test" } }
    var thirdParty: [StandInRequest] { seen.filter { $0.host != "ads.metrike.test" } }
    var beacons: [StandInRequest] { firstParty.filter { $0.path == "/beacon" } }

    func at(_ path: String) -> [StandInRequest] { firstParty.filter { $0.path.hasPrefix(path) } }

    func beacons(_ event: String) -> [StandInRequest] { beacons.filter { $0.value("event") == event } }
}

extension StandInRequest {
    /// A value by name, from the query or from the JSON body.
    func value(_ name: String) -> String? {
        if let value = query(name) { return value }
        guard !body.isEmpty, let document = try? JSONParser().parse(body), let node = document.root[name] else {
            return nil
        }
        return node.string ?? String(decoding: document.literal(of: node), as: UTF8.self)
    }

    var text: String {
        let lines = fields.map { String(decoding: $0.name + [0x3A] + $0.value, as: UTF8.self) }
        return "\(method) \(url)\n\(lines.joined(separator: "\n"))\n\(String(decoding: body, as: UTF8.self))"
    }
}
