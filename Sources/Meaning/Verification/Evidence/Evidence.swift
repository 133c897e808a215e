package import AdTimeline
package import IdentityTrace
import LeakSearch
package import SDKContracts
import CassetteFormat

/// What all rules share: the sightings so far, their joins, the known values and where they appear.
package struct Evidence: Sendable {
    package let contract: MetrikeContract
    package let hosts: FirstPartyHosts
    package internal(set) var timeline: AdTimeline
    private(set) var videos = VideoAds()
    package internal(set) var clicks: ClickWalk
    package internal(set) var values: KnownValues
    package internal(set) var processes: ProcessMap
    /// The state that all marks of the recording add up to.
    package internal(set) var finalState = DeclaredState()
    private var film = FilmLog()
    var lost = LostEvidence()
    private var tracer: Tracer
    private var disguises: DisguisedTraces
    private var firstParty = NumberSet()
    /// Hosts that were asked after a redirect.
    private var redirectHosts: Set<String> = []
    /// Of the sighting that was taken in last.
    private var lastBreaches: (request: Int, breaches: [Breach]) = (0, [])
    private var lookalikes = Lookalikes()
    private var latest: Standing?
    private var latestConcern: OptOutConcern?
    /// What had been delivered when the latest conversion began.
    private var latestCaptures: (conversion: Int, captures: ArraySlice<ClickCapture>) = (0, [])
    /// The app's coordinates as first-party traffic shows them.
    private(set) var coordinates: [Coordinate] = []

    /// Evidence that begins with these values known; none for a recording that is still running.
    init(
        contract: MetrikeContract, hosts: FirstPartyHosts, values: KnownValues, processes: ProcessMap,
        limits: VerifierLimits
    ) {
        self.contract = contract
        self.hosts = hosts
        self.values = values
        self.processes = processes
        tracer = Tracer(values)
        disguises = DisguisedTraces(values.all)
        timeline = AdTimeline(contract: contract, limits: limits.timeline)
        clicks = ClickWalk(name: contract.configuration.name(.clickID))
        coordinates = Coordinate.all(in: values)
        disguises.look(for: coordinates)
    }

    package var configuration: ContractConfiguration { contract.configuration }

    package func isFirstParty(_ number: Int) -> Bool { firstParty.contains(number) }

    /// The last first-party request that began no later than this one.
    func lastFirstParty(upTo number: Int) -> Int? { firstParty.last(upTo: number) }

    /// Whether the host was asked after a redirect.
    func isOnRedirectChain(_ host: String) -> Bool { redirectHosts.contains(host) }

    /// What the third-party request that is judged now tells a third party that it should not.
    package func breaches(of number: Int) -> [Breach] {
        lastBreaches.request == number ? lastBreaches.breaches : []
    }

    /// Whether the third party of the request that is judged now has a host that could be taken for the base host.
    func isLookalike(_ sighting: Sighting) -> Bool { lookalikes.contains(sighting) }

    /// The click IDs that had been delivered when the conversion that is judged now began, in that order.
    func captures(before conversion: Sighting) -> ArraySlice<ClickCapture> {
        latestCaptures.conversion == conversion.number ? latestCaptures.captures : []
    }

    /// Which of the known values were not looked for in every form.
    var searchGaps: [String] { disguises.gaps }

    /// What was not searched of the third-party request that is judged now.
    var surfaceGaps: [(surface: SearchSurface, gap: SearchGap)] { disguises.surfaceGaps }

    /// Where a name of a connection shows a known value.
    mutating func appearances(inName name: String) -> [(value: KnownValue, appearance: Appearance)] {
        disguises.appearances(inName: name)
    }

    package func traces(in bytes: [UInt8]) -> [Trace] { tracer.traces(in: bytes) }

    mutating func learn(_ sighting: Sighting) {
        let new = ValueLessons.learn(from: sighting, named: configuration, into: &values)
        tracer.add(new)
        if new.contains(where: { $0.kind == .latitude || $0.kind == .longitude }) {
            coordinates = Coordinate.all(in: values)
            disguises.look(for: coordinates)
        }
        disguises.add(new)
        processes.see(sighting)
    }

    /// Takes in a sighting, in the order of the numbers.
    mutating func add(_ sighting: Sighting) {
        if sighting.isFirstParty { firstParty.insert(sighting.number) }
        timeline.see(sighting)
        latest = Standing(sighting, timeline, processes)
        // Asked here already: what is lent from within a change is copied.
        latestConcern = isOptedOut(sighting) ? OptOutConcern(sighting, self) : nil
        if timeline.join(of: sighting.number)?.told.role == .redirect { redirectHosts.insert(sighting.host) }
        film.see(sighting, timeline)
        videos.see(sighting, timeline, configuration)
        clicks.see(sighting, timeline)
        lost.see(sighting)
        let isConversion = sighting.role == .conversion
        let captures = isConversion ? ClickCapture.all(before: sighting, clicks.captures, configuration) : []
        latestCaptures = (sighting.number, captures)
        guard sighting.isThirdParty else { return }
        lookalikes.see(sighting, hosts)
        let traces = tracer.traces(in: sighting)
        let disguised = disguises.traces(in: sighting, besides: traces)
        let said = disguises.traces(inMessagesOf: sighting)
        lastBreaches = (sighting.number, [])
        // Most third-party requests are a creative's parts and tell nothing.
        let isTelling = !traces.isEmpty || !disguised.isEmpty || !said.found.isEmpty
        guard isTelling || FieldKind.identity.contains(where: sighting.has) else { return }
        let breaches = BoundaryJudge(
            evidence: self, traces: traces + disguised.map(\.trace) + said.found.map(\.trace),
            appearances: Dictionary((disguised + said.found).map { ($0.trace, $0.appearance) }) { first, _ in first },
            supplied: said.supplied
        ).breaches(of: sighting)
        lastBreaches = (sighting.number, breaches)
    }

    // MARK: State in force

    /// What the latest sighting fetched of the publisher's own video; nil where it fetched something else.
    func filmPart(_ sighting: Sighting) -> FilmLog.Part? {
        film.latest.flatMap { $0.exchange == sighting.number ? $0 : nil }
    }

    /// Whether tracking was declared off when the request began.
    package func isOptedOut(_ sighting: Sighting) -> Bool { sighting.state.tracking == false }

    /// Which rule speaks of a request that was sent while tracking was off.
    func optOutConcern(of sighting: Sighting) -> OptOutConcern? {
        latest?.request == sighting.number ? latestConcern : OptOutConcern(sighting, self)
    }

    /// Whether the app is child-directed: declared, or said on the wire by the same process.
    package func isChildDirected(_ sighting: Sighting) -> Bool { standing(of: sighting).isChildDirected }

    /// The answer that refused tracking for the ad this request belongs to.
    package func refusingFill(of sighting: Sighting) -> Fill? {
        timeline.fill(of: sighting.number).flatMap { $0.refusal == .refused ? $0 : nil }
    }

    /// A state under which no visitor ID and no location may be sent, whatever the ad's own answer says.
    package func isUntracked(_ sighting: Sighting) -> Bool { isOptedOut(sighting) || isChildDirected(sighting) }

    // MARK: What a request is

    private func standing(of sighting: Sighting) -> Standing {
        if let latest, latest.request == sighting.number { return latest }
        return Standing(sighting, timeline, processes)
    }

    /// A request that the SDK itself makes to its server: not what a redirect, a player or a web view fetches.
    package func isSDKRequest(_ sighting: Sighting) -> Bool { standing(of: sighting).isSDKRequest }

    /// A first-party tracker that a VAST or VMAP document asked for.
    package func isMarkupPixel(_ sighting: Sighting) -> Bool { standing(of: sighting).isMarkupPixel }

    /// A request that reports an event: a native beacon, or one whose URL the `/serve` answer told for it.
    package func isBeacon(_ sighting: Sighting) -> Bool { standing(of: sighting).isBeacon }
}

/// Which values a sighting teaches: its fields, and the click ID that an answer to `/click` gives.
enum ValueLessons {
    static func learn(
        from sighting: Sighting, named names: ContractConfiguration, into values: inout KnownValues
    ) -> [KnownValue] {
        var new = values.learn(sighting)
        if sighting.role == .click, let location = sighting.location {
            for value in ClickIDReading(location.bytes, name: names.name(.clickID)).values {
                if let known = values.learn(.clickID, value, exchange: sighting.number) { new.append(known) }
            }
        }
        return new
    }
}
