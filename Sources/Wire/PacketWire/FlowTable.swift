/// Joins packets into flows.
package struct FlowTable {
    package struct Limits: Sendable {
        /// Flows kept; packets of later ones are counted in ``Tally/packetsBeyondLimit``.
        package var flows = 100_000
        /// Addresses whose name is remembered, and names that were asked for.
        package var names = 10_000
        /// Flows whose first bytes are being read at the same time, 16 KiB each; later ones get no name.
        package var heads = 2_048
        package var nesting = TransportPacket.Limits()

        package init() {}
    }

    /// What became of the packets.
    package struct Tally: Hashable, Sendable {
        package internal(set) var packets = 0
        package internal(set) var joined = 0
        package internal(set) var skipped: [TransportPacket.Problem: Int] = [:]
        package internal(set) var packetsBeyondLimit = 0
        /// Flows whose first bytes were not read because too many were being read.
        package internal(set) var headsBeyondLimit = 0
        package internal(set) var namesBeyondLimit = 0
    }

    private struct Key: Hashable {
        let transport: TransportPacket.Transport
        let one: Endpoint
        let other: Endpoint

        /// The same for both directions.
        init(_ packet: TransportPacket) {
            transport = packet.transport
            one = min(packet.source, packet.destination)
            other = max(packet.source, packet.destination)
        }
    }

    /// What is known of a flow beyond what it shows.
    private struct Progress {
        var initialSequence: UInt32?
        var isClosed = false
        var isReset = false
        var head: StreamHead?
        var quicHead: QUICHead?
        var isReading: Bool { head != nil || quicHead != nil }
    }

    private let limits: Limits
    private var places: [Key: Int] = [:]
    private var progress: [Progress] = []
    private var heads = 0
    private var names: [IPAddress: [UInt8]] = [:]
    private var asked: Set<[UInt8]> = []
    /// The names that DNS was asked for, each once, as bytes: in clear, over UDP.
    package private(set) var askedNames: [[UInt8]] = []
    package private(set) var flows: [Flow] = []
    package private(set) var tally = Tally()

    package init(limits: Limits = Limits()) { self.limits = limits }

    /// The host name whose DNS answer gave this address, as bytes.
    package func name(of address: IPAddress) -> [UInt8]? { names[address] }

    /// Adds a packet to its flow.
    package mutating func add(_ captured: CapturedPacket) {
        tally.packets += 1
        let packet: TransportPacket
        do throws(TransportPacket.Problem) {
            packet = try TransportPacket(captured, limits: limits.nesting)
        } catch {
            tally.skipped[error, default: 0] += 1
            return
        }
        let payload = captured.bytes[packet.payload]
        if packet.transport == .udp, packet.source.port == 53 || packet.destination.port == 53 {
            if let question = DNSQuestion(payload) { keep(question) }
            if packet.source.port == 53, let answer = DNSAnswer(payload) { keep(answer) }
        }
        guard let place = place(of: packet, at: captured.timeNanoseconds) else {
            tally.packetsBeyondLimit += 1
            return
        }
        tally.joined += 1
        count(packet, at: captured.timeNanoseconds, in: place)
        switch packet.transport {
        case .tcp: follow(packet, payload, in: place)
        case .udp: read(datagram: payload, from: packet.source, in: place)
        }
    }

    private mutating func keep(_ question: DNSQuestion) {
        guard !asked.contains(question.name) else { return }
        guard asked.count < limits.names else {
            tally.namesBeyondLimit += 1
            return
        }
        asked.insert(question.name)
        askedNames.append(question.name)
    }

    private mutating func keep(_ answer: DNSAnswer) {
        for address in answer.addresses {
            guard names[address] != nil || names.count < limits.names else {
                tally.namesBeyondLimit += 1
                continue
            }
            names[address] = answer.name
        }
    }

    /// The flow a packet belongs to, a new one where need be; nil past the limit.
    private mutating func place(of packet: TransportPacket, at time: Int64) -> Int? {
        let key = Key(packet)
        let begins = packet.transport == .tcp && packet.flags.contains(.syn) && !packet.flags.contains(.ack)
        if let known = places[key] {
            // The same pair of endpoints again: another connection unless the beginning is only repeated.
            let isNew = begins && (progress[known].isClosed || progress[known].initialSequence != packet.sequence)
            if !isNew || progress[known].initialSequence == nil && !progress[known].isClosed { return known }
        }
        guard flows.count < limits.flows else { return nil }
        let fromResponder = !begins && Self.looksLikeAnswer(packet)
        var flow = Flow(
            transport: packet.transport, initiator: fromResponder ? packet.destination : packet.source,
            responder: fromResponder ? packet.source : packet.destination, firstSeen: time)
        flow.resolvedName = names[flow.responder.address]
        if packet.transport == .tcp, !packet.flags.contains(.syn) { flow.oddities.insert(.joinedMidway) }
        if let old = places[key] { close(old) }
        places[key] = flows.count
        flows.append(flow)
        progress.append(Progress(initialSequence: begins ? packet.sequence : nil))
        return flows.count - 1
    }

    /// Who answers is known by its SYN with ACK, else guessed: services have the lower port.
    private static func looksLikeAnswer(_ packet: TransportPacket) -> Bool {
        if packet.flags.contains([.syn, .ack]) { return true }
        let (from, to) = (packet.source.port, packet.destination.port)
        return packet.transport == .tcp ? from < to : from < 1_024 && to >= 1_024
    }

    private mutating func count(_ packet: TransportPacket, at time: Int64, in place: Int) {
        if packet.source == flows[place].initiator {
            flows[place].bytesSent += packet.payloadLength
        } else {
            flows[place].bytesReceived += packet.payloadLength
        }
        flows[place].packets += 1
        if time < flows[place].lastSeen { flows[place].oddities.insert(.timeBackwards) }
        flows[place].firstSeen = min(flows[place].firstSeen, time)
        flows[place].lastSeen = max(flows[place].lastSeen, time)
    }

    private mutating func follow(_ packet: TransportPacket, _ payload: ArraySlice<UInt8>, in place: Int) {
        if progress[place].isReset, packet.payloadLength > 0 { flows[place].oddities.insert(.dataAfterReset) }
        if packet.source == flows[place].initiator, packet.payloadLength > 0, flows[place].name == nil {
            read(packet, payload, in: place)
        }
        if packet.flags.contains(.rst) { progress[place].isReset = true }
        if !packet.flags.isDisjoint(with: [.fin, .rst]) { progress[place].isClosed = true }
    }

    /// Reads on in the first bytes of the initiator until they name a host or cannot.
    private mutating func read(_ packet: TransportPacket, _ payload: ArraySlice<UInt8>, in place: Int) {
        if progress[place].head == nil {
            // Bytes before this one may have been read and given up, or may not have been captured.
            guard flows[place].bytesSent == packet.payloadLength else { return }
            guard mayOpenHead() else { return }
            let syn: UInt32 = packet.flags.contains(.syn) ? 1 : 0
            progress[place].head = StreamHead(
                start: progress[place].initialSequence.map { $0 &+ 1 } ?? packet.sequence &+ syn)
        }
        let syn: UInt32 = packet.flags.contains(.syn) ? 1 : 0
        progress[place].head?.add(payload, sequence: packet.sequence &+ syn)
        guard let head = progress[place].head else { return }
        if head.isContradicted { flows[place].oddities.insert(.contradictedBytes) }
        if head.hasHole { flows[place].oddities.insert(.hole) }
        let reading = FlowName.read(head.bytes)
        take(reading == .needsMore && head.isFull ? .none : reading, in: place)
    }

    /// Reads on in the first datagrams of the initiator while they can be those of QUIC.
    private mutating func read(datagram: ArraySlice<UInt8>, from source: Endpoint, in place: Int) {
        guard source == flows[place].initiator else { return }
        if progress[place].quicHead == nil {
            guard flows[place].bytesSent == datagram.count, QUICHead.mayBegin(with: datagram), mayOpenHead() else {
                return
            }
            progress[place].quicHead = QUICHead()
        }
        if let reading = progress[place].quicHead?.add(datagram) { take(reading, in: place) }
    }

    private mutating func mayOpenHead() -> Bool {
        guard heads < limits.heads else {
            tally.headsBeyondLimit += 1
            return false
        }
        heads += 1
        return true
    }

    private mutating func take(_ reading: FlowName.Reading, in place: Int) {
        switch reading {
        case .needsMore: return
        case .found(let name): flows[place].name = name
        case .none: break
        }
        close(place)
    }

    private mutating func close(_ place: Int) {
        guard progress[place].isReading else { return }
        progress[place].head = nil
        progress[place].quicHead = nil
        heads -= 1
    }
}
