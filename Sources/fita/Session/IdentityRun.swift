import CassetteFormat
import CassetteStore
import Cryptography
import DifferentialReplay
import Origins
import Platform
import ProxyCore
import ProxyRuntime
import SDKContracts
import Sockets

/// One run of a command on a tape under one identity: what it asks is answered from the tape, and taped itself.
struct IdentityRun {
    let identity: Covariation.Identity
    /// Of the four, from 1.
    let number: Int

    /// Every second run is of the other identity: what changes with time is then no pair's own.
    static let all = [
        IdentityRun(identity: .a, number: 1), IdentityRun(identity: .b, number: 2),
        IdentityRun(identity: .a, number: 3), IdentityRun(identity: .b, number: 4),
    ]

    /// What came of it.
    struct Outcome {
        let tape: String
        let played: Int
        let alike: Int
        let missed: Int
        let unplayed: Int
    }

    /// How the command is told which identity to take.
    var variables: [String: String] {
        var generator = SeededGenerator(seed: seed)
        return [
            "FITA_COVARY_RUN": "\(number)", "FITA_COVARY_IDENTITY": identity.rawValue, "FITA_COVARY_SEED": "\(seed)",
            "FITA_COVARY_VISITOR_ID": generator.uuid(),
        ]
    }

    var tapeName: String { "covary-\(number)-\(identity.rawValue).fita" }

    private var seed: UInt64 { identity == .a ? 1_001 : 2_002 }

    /// - Parameters:
    ///   - played: the tape that answers.
    ///   - folder: takes the tape of the run.
    func run(
        _ options: ProxyOptions, playing played: String, _ configuration: ContractConfiguration, into folder: WorkFolder
    ) throws(VerbFailure) -> Outcome {
        var options = options
        options.commandVariables = variables
        // Standard output is the report's.
        options.commandOutput = StandardStream.error.rawValue
        let taping = Taping()
        let session = try ProxySession(options, mark: { taping.mark($0) }, status: { ["Comparing identities"] })
        let origin = TapeOrigin(answersAlike: true)
        try ReplayVerb.load(played, into: origin)
        let tape = folder.path(tapeName)
        try taping.open(tape, session, origin, configuration)
        let exit = try session.run()
        try taping.close()
        guard case .status(0) = exit else {
            let how = exit.map { "ended with \(ProxySession.status(of: $0))" } ?? "was interrupted"
            throw VerbFailure(
                .environment, "run \(number) of 4 \(how): only runs that end well can be compared",
                action: "make the command end with 0 on its own")
        }
        return Outcome(
            tape: tape, played: origin.playedCount, alike: origin.alikeCount, missed: origin.missedCount,
            unplayed: origin.unplayed.count)
    }
}

/// The tape of one run.
private final class Taping {
    private var recorder: TapeRecorder?
    private var session: ProxySession?
    private var flusher: Timer?
    private var failure: PlatformError?

    func open(
        _ path: String, _ session: ProxySession, _ origin: any Origin, _ configuration: ContractConfiguration
    ) throws(VerbFailure) {
        let wall = SystemClock.wall()
        do {
            let header = TapeHeader(
                id: hex(try SystemRandom.bytes(16)), tool: Version.tool, wallSeconds: wall.seconds,
                wallNanoseconds: wall.nanoseconds, mode: "forward", listen: session.endpoint.description,
                contract: nil, baseURL: configuration.baseURL)
            let recorder = try TapeRecorder(path: path, header: header)
            recorder.onGap = { [unowned self] event in
                if case .began(let cause) = event { failure = cause }
            }
            self.recorder = recorder
            self.session = session
            session.routing.others = RecordingOrigin(
                origin, recorder: recorder, clock: { [unowned session] in session.time })
            session.tellClients(to: recorder)
            flusher = Timer(session.loop, after: RecordVerb.flushInterval, every: RecordVerb.flushInterval) {
                recorder.flush()
            }
        } catch let error as TapeError {
            throw VerbFailure(error.code == .existing ? .usage : .environment, lines: "\(error)")
        } catch {
            throw VerbFailure(
                .environment, "the run cannot be taped: \(error)", action: "give --keep a folder that can be written")
        }
    }

    func mark(_ mark: MarkLine) {
        guard let recorder, let session else { return }
        recorder.mark(key: mark.key, value: mark.value, at: session.time)
    }

    /// A run of which something is missing is not compared.
    func close() throws(VerbFailure) {
        guard let recorder, let session else { return }
        flusher = nil
        do {
            try recorder.close(at: session.time)
            if let failure { throw failure }
            try TapeFile.pack(recorder.paths.journal)
        } catch {
            throw VerbFailure(.environment, "the tape of a run is incomplete: \(error)", action: "make room")
        }
        self.recorder = nil
        self.session = nil
    }
}
