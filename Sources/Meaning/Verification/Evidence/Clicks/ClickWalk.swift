import AdTimeline
import CassetteFormat
import HTTPModel
import SDKContracts

/// Walks every click of a recording, request by request, from `/click` to the last address and to the conversion.
package struct ClickWalk: Sendable {
    /// A link whose request has not been seen.
    private struct Open {
        let exchange: Int
        let chainID: Int
        let host: String
        let destination: [UInt8]
    }

    package private(set) var chains: [ClickChain] = []
    /// Chains that were forgotten for want of room.
    package private(set) var forgottenCount = 0
    /// What was delivered, in the order of delivery.
    private(set) var captures: [ClickCapture] = []
    private var step: ClickStep?
    private var open: [Open] = []
    private let name: String
    private let limits: ClickLimits

    init(name: String, limits: ClickLimits = ClickLimits()) {
        self.name = name
        self.limits = limits
    }

    /// The sighting's place on the way of a click; nil where it has none, and for any sighting but the last seen.
    func step(of sighting: Sighting) -> ClickStep? { step?.number == sighting.number ? step : nil }

    /// Nil once forgotten.
    func chain(_ id: Int) -> ClickChain? {
        chains.indices.contains(id - forgottenCount) ? chains[id - forgottenCount] : nil
    }

    /// Takes in a sighting, in the order of the numbers, after the timeline has.
    mutating func see(_ sighting: Sighting, _ timeline: AdTimeline) {
        step = nil
        if sighting.role == .click {
            begin(sighting, timeline.join(of: sighting.number)?.told.label)
        } else if let told = timeline.join(of: sighting.number)?.told, told.role == .redirect,
            timeline.nextHop(after: told.document) == sighting.number,
            let index = open.lastIndex(where: { $0.exchange == told.document })
        {
            goOn(sighting, open.remove(at: index))
        }
        if sighting.role == .conversion, let value = sighting.value(.clickID), !value.isEmpty {
            note(conversion: sighting.number, of: value)
        }
    }

    private mutating func begin(_ click: Sighting, _ toldBy: String?) {
        let link = link(of: click, asked: click.url, expecting: nil)
        let values = link?.reading.values ?? []
        let clickID = values.count == 1 && !values[0].isEmpty ? values[0] : nil
        if chains.count == limits.chains {
            chains.removeFirst()
            forgottenCount += 1
        }
        let id = forgottenCount + chains.count
        chains.append(ClickChain(toldBy: toldBy, clickID: clickID, hops: [hop(click, nil, link)]))
        step = ClickStep(
            number: click.number, chainID: id, index: 0, clickID: clickID, cameBy: nil, asked: nil, askedState: nil,
            isInContent: false, link: link, damage: nil)
        finish(click, id, link)
        if let link { capture(link.reading, click, id) }
    }

    private mutating func goOn(_ sighting: Sighting, _ origin: Open) {
        guard let chain = chain(origin.chainID), chain.hops.count < limits.hops else { return }
        let asked = ClickIDReading(sighting.target.bytes, name: name)
        var state = asked.state(expecting: chain.clickID)
        let isInContent =
            state == .absent && chain.clickID != nil
            && sighting.fields(.clickID).contains {
                $0.place.part == .requestContent && $0.value == chain.clickID
            }
        if isInContent { state = .intact }
        // The fragment of the link that led here stays with the client.
        let inherited = URLBytes(origin.destination).fragment.map { [LinkFragment.hash] + origin.destination[$0] } ?? []
        let link = link(of: sighting, asked: sighting.url + inherited, expecting: chain.clickID)
        var damage: ClickChain.Damage?
        if chain.damage == nil, chain.clickID != nil {
            let position = chain.hops.count
            if !state.isSafe {
                damage = ClickChain.Damage(hop: position, isClient: true)
            } else if let link, link.taker == .web, !link.state.isSafe {
                damage = ClickChain.Damage(hop: position, isClient: false)
            }
        }
        step = ClickStep(
            number: sighting.number, chainID: origin.chainID, index: chain.hops.count, clickID: chain.clickID,
            cameBy: ClickStep.Origin(exchange: origin.exchange, host: origin.host, destination: origin.destination),
            asked: asked, askedState: state, isInContent: isInContent, link: link, damage: damage)
        let place = origin.chainID - forgottenCount
        chains[place].hops.append(hop(sighting, state, link))
        if let damage { chains[place].damage = damage }
        finish(sighting, origin.chainID, link)
        capture(link?.reading ?? asked, sighting, origin.chainID)
    }

    private func hop(_ sighting: Sighting, _ asked: ClickIDState?, _ link: ClickStep.Link?) -> ClickChain.Hop {
        ClickChain.Hop(
            exchange: sighting.number, host: sighting.host, status: sighting.status, asked: asked,
            link: link.map {
                ClickChain.Link(
                    mechanism: $0.mechanism, taker: $0.taker, state: $0.state,
                    destination: Array($0.read.destination.prefix(limits.linkSize)))
            })
    }

    /// Waits for the request that follows the link.
    private mutating func finish(_ sighting: Sighting, _ id: Int, _ link: ClickStep.Link?) {
        guard let link, URLBytes(link.read.destination).webScheme != nil else { return }
        if open.count == limits.open { open.removeFirst() }
        open.append(
            Open(exchange: sighting.number, chainID: id, host: sighting.host, destination: link.read.destination))
    }

    private func link(of sighting: Sighting, asked url: [UInt8], expecting clickID: [UInt8]?) -> ClickStep.Link? {
        let bytes: [UInt8]
        let place: EvidencePlace
        let mechanism: ClickChain.Mechanism
        if let (location, range) = sighting.location {
            bytes = Array(location)
            place = EvidencePlace(part: .responseHead, surface: .header, name: "location", range: range)
            mechanism = .redirect
        } else if let navigation = PageNavigation(sighting) {
            bytes = navigation.link
            place = navigation.place
            mechanism = .page(navigation.mechanism)
        } else {
            return nil
        }
        let reading = ClickIDReading(bytes, name: name)
        let read = LinkReading(bytes, base: url, name: name)
        return ClickStep.Link(
            bytes: bytes, place: place, mechanism: mechanism, taker: ClickStep.Link.taker(of: read.destination),
            reading: reading, state: reading.state(expecting: clickID), read: read)
    }

    // MARK: Delivery

    /// The chain now ends here: what it delivered before counts no more.
    private mutating func capture(_ reading: ClickIDReading, _ sighting: Sighting, _ id: Int) {
        if let index = captures.lastIndex(where: { $0.chainID == id }) { captures.remove(at: index) }
        guard let value = reading.values.first, !value.isEmpty else { return }
        if captures.count == limits.captures { captures.removeFirst() }
        captures.append(
            ClickCapture(
                value: value, exchange: sighting.number, time: sighting.exchange.start, chainID: id))
    }

    private mutating func note(conversion: Int, of value: [UInt8]) {
        guard let index = chains.lastIndex(where: { $0.clickID == value }),
            chains[index].conversions.count < limits.conversions
        else { return }
        chains[index].conversions.append(conversion)
    }
}

private enum LinkFragment {
    static let hash = UInt8(ascii: "#")
}
