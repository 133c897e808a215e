import HTTPModel
import CassetteFormat
import CommandLineSyntax
import Cryptography
import PacketTap
import PacketWire
import Platform
import Reports
import Sockets

/// `fita witness FILE.pcap|IFACE [--tape FILE]`: what went over the network, held against the tape.
enum WitnessVerb {
    /// Milliseconds between looks at a live interface.
    private static let lookInterval: UInt64 = 20

    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        guard let source = command.positionals.first else {
            throw VerbFailure(
                .usage, "witness needs a capture file or a network interface",
                action: "fita witness FILE.pcap|IFACE [--tape FILE]")
        }
        var table = FlowTable()
        var notes: [String] = []
        if FileSystem.exists(source) {
            try read(source, into: &table, &notes)
        } else {
            try listen(source, into: &table, &notes)
        }
        let connections = try command.value("tape").map { path throws(VerbFailure) in try TapeConnections(path) }
        let report = Witness.compare(flows: table.flows, tape: connections ?? TapeConnections(listeners: []))
        for note in notes { StandardStream.error.write("fita: \(note)\n") }
        StandardStream.output.write(WitnessText.page(report, comparesTape: connections != nil))
        return report.unexplained.isEmpty ? ExitStatus.clean.rawValue : ExitStatus.findings.rawValue
    }

    static func read(_ path: String, into table: inout FlowTable, _ notes: inout [String]) throws(VerbFailure) {
        do {
            let end = try CaptureFile.read(path: path) { packet in table.add(packet) }
            if case .damaged(let offset, let reason) = end {
                notes.append("\(path) is damaged at byte \(offset): \(reason); what stands before it is told")
            }
        } catch {
            throw VerbFailure(
                .input, "\(path) is no capture that can be read: \(error)", action: "give a pcap or pcapng file")
        }
    }

    private static func listen(_ name: String, into table: inout FlowTable, _ notes: inout [String]) throws(VerbFailure)
    {
        let capture: LiveCapture
        do {
            capture = try LiveCapture(interface: name, timeout: .milliseconds(10))
        } catch {
            throw VerbFailure(
                .environment, "cannot listen on \(name): \(error)",
                action: "run with the right to capture (root), or give a capture file; \(name) must be one of the two")
        }
        StandardStream.error.write("fita: watching \(name); interrupt to compare\n")
        let watching = Watching(capture)
        watching.run()
        table = watching.table
        if let failure = watching.failure { notes.append(failure) }
        if let lost = capture.lostPackets, lost > 0 {
            notes.append("the system lost \(lost) packets: flows may be missing")
        }
    }

    /// A live capture until a signal comes.
    private final class Watching {
        var table = FlowTable()
        var failure: String?
        private let capture: LiveCapture
        private let loop = EventLoop()
        private var timer: Timer?
        private var watches: [SignalWatch] = []

        init(_ capture: LiveCapture) { self.capture = capture }

        func run() {
            timer = Timer(loop, after: 0, every: WitnessVerb.lookInterval, keepsLoopAlive: true) { [unowned self] in
                look()
            }
            for signal in [SignalWatch.interrupt, SignalWatch.terminate] {
                watches.append(
                    SignalWatch(loop, signal) { [unowned self] _ in
                        look()
                        loop.stop()
                    })
            }
            loop.run()
            timer = nil
            watches = []
        }

        private func look() {
            do throws(PacketTapError) {
                while case .packet(let packet) = try capture.next() { table.add(packet) }
            } catch {
                failure = "\(error)"
                loop.stop()
            }
        }
    }
}

extension TapeConnections {
    /// The connections a tape knows of.
    init(_ path: String) throws(VerbFailure) {
        var connections = TapeConnections(listeners: [])
        var zero: Int64 = 0
        try TapeInput.read(path) { item in
            switch item {
            case .header(let header):
                zero = header.wallSeconds &* 1_000_000_000 &+ Int64(header.wallNanoseconds)
                if let listener = PacketWire.Endpoint(header.listen) { connections.listeners.append(listener) }
            case .client(let client):
                guard let endpoint = PacketWire.Endpoint(client.client) else { return }
                let start = zero &+ Int64(clamping: client.opened)
                connections.clients.append(Client(endpoint: endpoint, startedAt: start))
            case .upstream(let upstream):
                connections.upstreams.append(
                    Upstream(
                        local: PacketWire.Endpoint(upstream.local), remote: PacketWire.Endpoint(upstream.remote),
                        host: CertificateName(upstream.origin.host), port: upstream.origin.port))
            default: break
            }
        }
        self = connections
    }
}

extension PacketWire.Endpoint {
    /// `address:port` as tapes have it, an IPv6 address in brackets.
    fileprivate init?(_ text: String) {
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")),
            let port = UInt16(text[text.index(after: colon)...])
        else { return nil }
        let address = text[..<colon]
        self.init(
            address: address.hasPrefix("[") ? String(address.dropFirst().dropLast()) : String(address), port: port)
    }
}
