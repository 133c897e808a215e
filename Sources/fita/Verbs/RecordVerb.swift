import CassetteFormat
import CassetteStore
import CommandLineSyntax
import Cryptography
import HTTPModel
import Origins
import Platform
import ProxyRuntime
import Reports
import SDKContracts
import Sockets
import Verification

/// `fita record`: a proxy that keeps what passes.
enum RecordVerb {
    /// Milliseconds between hand-overs of the journal's frames to the disk's writer.
    static let flushInterval: UInt64 = 50

    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let options = try ProxyOptions(command)
        let isTaped = !command.flag("no-tape")
        if !isTaped, command.value("output") != nil {
            throw VerbFailure(.usage, "-o and --no-tape contradict each other", action: "give one of them")
        }
        let isJudged = command.flag("verify")
        if !isTaped, isJudged {
            throw VerbFailure(
                .usage, "--verify judges what is on the tape, and --no-tape makes none", action: "give one of them")
        }
        let configuration = try ContractOption.configuration(command)
        let marks = try command.values("mark").map { text throws(VerbFailure) in try MarkOption.parse(text) }
        let recording = Recording()
        let session = try ProxySession(
            options, mark: isTaped ? { recording.mark($0) } : nil, status: { recording.status })
        if isTaped {
            try recording.open(
                command.value("output") ?? RecordVerb.defaultName(), session,
                Recording.Manner(
                    isDurable: command.flag("durable"), stopsWhenFull: command.value("on-full") == "stop",
                    isJudged: isJudged, configuration: configuration),
                contract: command.value("contract"))
            for mark in marks { recording.mark(mark) }
        }
        let exit = try session.run()
        if isTaped { try recording.close() }
        let status = exit.map(ProxySession.status) ?? ExitStatus.clean.rawValue
        let judgement = isJudged ? recording.judgement : nil
        if let judgement { StandardStream.output.write(VerificationText(judgement).text) }
        try recording.confirmWhole()
        return status == 0 && judgement?.findings.isEmpty == false ? ExitStatus.findings.rawValue : status
    }

    private static func defaultName() -> String {
        let digits = CivilTime.text(seconds: SystemClock.wall().seconds).filter(\.isNumber)
        return "recording-\(digits).fita"
    }
}

/// The tape of a session, from its first frame to the packed cassette.
private final class Recording {
    /// How it is made.
    struct Manner {
        /// `--durable`.
        let isDurable: Bool
        /// `--on-full stop`.
        let stopsWhenFull: Bool
        /// `--verify`.
        let isJudged: Bool
        let configuration: ContractConfiguration
    }

    private var recorder: TapeRecorder?
    private var session: ProxySession?
    private var flusher: Timer?
    private var live: LiveView?
    private var manner: Manner?
    /// Where it is judged: what the verifier says of the whole.
    private(set) var judgement: Judgement?
    private var lastUpstream = 0

    var status: [String] {
        guard let recorder else { return ["Nothing is recorded: fita runs with --no-tape."] }
        return ["Recording to \(recorder.paths.cassette)", "Exchanges so far: \(recorder.begun)"]
    }

    func open(
        _ path: String, _ session: ProxySession, _ manner: Manner, contract: String?
    ) throws(VerbFailure) {
        self.session = session
        self.manner = manner
        let wall = SystemClock.wall()
        do {
            let header = TapeHeader(
                id: hex(try SystemRandom.bytes(16)), tool: Version.tool, wallSeconds: wall.seconds,
                wallNanoseconds: wall.nanoseconds,
                mode: session.options.reverse.map { "reverse \($0.text)" } ?? "forward",
                listen: session.endpoint.description, contract: contract, baseURL: manner.configuration.baseURL)
            let wake = LoopWake(session.loop) { [unowned self] in self.recorder?.settle() }
            var limits = TapeRecorderLimits()
            if manner.isDurable { limits.syncInterval = 0 }
            let recorder = try TapeRecorder(path: path, header: header, limits: limits) { wake.wake() }
            self.recorder = recorder
            recorder.onGap = { [unowned self] event in gap(event, stopsWhenFull: manner.stopsWhenFull) }
            connect(recorder, session, manner)
            let shows = LiveView.Shows(exchanges: StandardStream.error.isTerminal, findings: manner.isJudged)
            if shows.exchanges || shows.findings {
                let view = LiveView(manner.configuration, shows)
                view.see(.header(header))
                recorder.onFrame = { view.see($0) }
                live = view
            }
        } catch let error as TapeError {
            throw VerbFailure(error.code == .existing ? .usage : .environment, lines: "\(error)")
        } catch {
            throw VerbFailure(
                .environment, "the tape cannot be written: \(error)", action: "give -o a path that can be written")
        }
    }

    private func connect(_ recorder: TapeRecorder, _ session: ProxySession, _ manner: Manner) {
        let clock = { session.time }
        session.routing.others = RecordingOrigin(
            session.live, recorder: recorder, isDurable: manner.isDurable, passesUntaped: !manner.stopsWhenFull,
            clock: clock)
        for host in session.options.lenientHosts.sorted() {
            recorder.note(nil, "Response heads of \(host) are read leniently (--lenient-upstream).", at: clock())
        }
        session.live.connectionOpened = { [unowned self] opening in
            lastUpstream += 1
            recorder.upstreamOpened(
                UpstreamConnectionFacts(
                    id: lastUpstream, opened: clock(), origin: opening.origin, local: opening.local?.description ?? "",
                    remote: opening.remote?.description ?? "", tls: opening.tls,
                    chain: opening.chain, verification: opening.verification, names: opening.names))
            return lastUpstream
        }
        session.tellClients(to: recorder)
        flusher = Timer(session.loop, after: RecordVerb.flushInterval, every: RecordVerb.flushInterval) {
            [unowned self] in
            watchClock(recorder)
            recorder.flush()
        }
    }

    private var wallClock = WallClockWatch()

    /// The times on a tape do not move with the wall clock; that it moved is told, since logs of others do.
    private func watchClock(_ recorder: TapeRecorder) {
        guard let session, let text = wallClock.look() else { return }
        recorder.note(nil, text, at: session.time)
        StandardStream.error.write("fita: \(text)\n")
    }

    private var hasGaps = false

    /// Said at once: from here on traffic passes and is not kept, or does not pass any more.
    private func gap(_ event: TapeRecorder.GapEvent, stopsWhenFull: Bool) {
        switch event {
        case .began(let failure):
            hasGaps = true
            let what = stopsWhenFull ? "traffic is stopped" : "traffic passes and is not kept"
            StandardStream.error.write("fita: error: \(failure): \(what)\n")
            if stopsWhenFull { session?.stopAtOnce() }
        case .ended(let gap):
            StandardStream.error.write("fita: the tape goes on; it has \(gap.text)\n")
        }
    }

    func mark(_ mark: MarkLine) {
        guard let recorder, let session else { return }
        recorder.mark(key: mark.key, value: mark.value, at: session.time)
    }

    /// Finishes the journal and packs it.
    func close() throws(VerbFailure) {
        guard let recorder, let session else { return }
        flusher = nil
        do {
            // What the journal cannot take any more may still fit into the cassette.
            do { try recorder.close(at: session.time) } catch  where recorder.untoldGap != nil {}
            recorder.onFrame = nil
            if !hasGaps { judgement = live?.finish() }
            let packed = try TapeFile.pack(recorder.paths.journal, gap: recorder.untoldGap)
            let count = packed.exchanges == 1 ? "1 exchange" : "\(packed.exchanges) exchanges"
            StandardStream.error.write("fita: \(count) recorded to \(recorder.paths.cassette)\n")
        } catch {
            throw VerbFailure(
                .environment, "the recording is incomplete: \(error)",
                action: "make room, then fita pack \(recorder.paths.journal)   (keeps all that reached the disk)")
        }
        // What passed and was lost is not judged, though it was seen: fita verify says the same of this tape.
        guard hasGaps, let manner, manner.isJudged else { return }
        judgement = try JudgedTape(recorder.paths.cassette, manner.configuration).judgement
    }

    /// Throws where something is missing.

    func confirmWhole() throws(VerbFailure) {
        guard hasGaps else { return }
        throw VerbFailure(
            .environment, "part of the traffic is not on the tape, which says where",
            action: "make room and record again")
    }
}
