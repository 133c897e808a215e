import Verification
import Cryptography
import CommandLineSyntax
import Dialing
import Platform
import ReferenceSDK
import Reports
import SDKContracts
import Sockets

/// `fita demo`: the whole journey on this machine: record, verify, find a leak, replay, and look for what went past.
enum DemoVerb {
    /// How many times as fast as the guide's times the reference SDK lives.
    static let clockScale = "50"

    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        CurrentProcess.ignoreBrokenPipes()
        let scenario = command.value("scenario") ?? "full-run"
        guard let story = Scenario.named(scenario) else {
            throw VerbFailure(
                .usage, "there is no scenario \(scenario)",
                action: "choose one of " + Scenario.all.map(\.name).joined(separator: ", "))
        }
        let folder = try WorkFolder(command.value("output"), name: "fita-demo")
        let demo = try Demo(folder, story)
        try demo.record()
        try demo.verify()
        if scenario == "full-run" { try demo.findLeak() }
        try demo.replay()
        try demo.witness()
        demo.close()
        return demo.holds ? ExitStatus.clean.rawValue : ExitStatus.findings.rawValue
    }
}

private final class Demo {
    private let folder: WorkFolder
    private let story: Scenario
    private let loop = EventLoop()
    private let runner: ChildRun
    private let standIn: StandInSession
    private let authorityFile: String
    private var step = 0
    private(set) var holds = true

    init(_ folder: WorkFolder, _ story: Scenario) throws(VerbFailure) {
        self.folder = folder
        self.story = story
        runner = ChildRun(loop, logPath: folder.path("output.txt"))
        standIn = try StandInSession(loop, faults: story.standInFaults)
        authorityFile = folder.path("stand-in-ca.pem")
        try folder.write(standIn.authority.certificatePEM, to: authorityFile)
        say("fita demo: an ad SDK, its ad server, two other ad servers and a shop, all on this machine")
        say("          the SDK lives \(DemoVerb.clockScale) times as fast as its guide says; the tape says so too")
    }

    private func say(_ text: String) {
        StandardStream.output.write(text + "\n")
    }

    private func begin(_ title: String) {
        step += 1
        say("\n\(step)  \(title)")
    }

    private func tell(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { say("   \(line)") }
    }

    private func check(_ isTrue: Bool, _ complaint: String) {
        guard !isTrue else { return }
        holds = false
        tell("NOT AS IT SHOULD BE: \(complaint)")
    }

    // MARK: Steps

    private var tape: String { folder.path("\(story.name).fita") }
    private var leakTape: String { folder.path("\(story.name)-leak.fita") }
    private var bypassTape: String { folder.path("bypass.fita") }

    private func recordArguments(_ tape: String) -> [String] {
        ["record", "-o", tape, "--listen", "127.0.0.1:0", "--ca-dir", folder.path("ca"), "--contract", "metrike"]
            + ["--base-url", "https://ads.metrike.test"] + standIn.recorderOptions(authorityFile: authorityFile) + [
                "--"
            ]
    }

    private func engine(_ faults: [String] = []) -> [String] {
        [runner.program, "reference-sdk", "run", "--scenario", story.name, "--clock-scale", DemoVerb.clockScale]
            + faults.flatMap { ["--fault", $0] }
    }

    private func run(_ arguments: [String]) throws(VerbFailure) -> ChildRun.Outcome {
        let outcome = try runner.run(arguments)
        guard outcome.status == 0 else {
            throw VerbFailure(.environment, lines: "fita: a step of the demo failed\n\(outcome.output)")
        }
        return outcome
    }

    func record() throws(VerbFailure) {
        begin("Record: \(story.summary)")
        let outcome = try run(recordArguments(tape) + engine())
        for line in outcome.output.split(separator: "\n").dropFirst() { tell(String(line)) }
    }

    func verify() throws(VerbFailure) {
        begin("Verify: what did the SDK tell whom?")
        let judgement = try JudgedTape(tape, ContractConfiguration()).judgement
        tell(VerificationText(judgement).answer)
        check(judgement.findings.isEmpty, "the reference SDK keeps the guide")
    }

    func findLeak() throws(VerbFailure) {
        let fault = SDKFault.encodedValueToThirdParty
        begin("A leak: the same run, but the SDK hides the visitor's ID in a third party's pixel")
        _ = try run(recordArguments(leakTape) + engine([fault.rawValue]))
        let judgement = try JudgedTape(leakTape, ContractConfiguration()).judgement
        let text = VerificationText(judgement)
        if let finding = judgement.findings.first { tell(text.block(finding).joined(separator: "\n")) }
        if judgement.findings.count > 1 {
            tell("and \(judgement.findings.count - 1) more like it: fita verify \(leakTape)")
        }
        check(judgement.findings.contains { $0.code == fault.code }, "\(fault.code) finds the leak")
    }

    func replay() throws(VerbFailure) {
        begin("Replay: the same engine again, every server stopped")
        standIn.stop()
        let outcome = try runner.run(
            ["replay", tape, "--listen", "127.0.0.1:0", "--ca-dir", folder.path("ca"), "--"] + engine())
        tell(outcome.lastLine)
        check(
            outcome.status == 0 && outcome.lastLine.hasSuffix("missed 0, not played 0, upstream connects: 0"),
            "every request is answered from the tape")
    }

    /// A part of the app goes past the proxy; the network's own record shows it.
    func witness() throws(VerbFailure) {
        begin("Witness: what did the recording not see?")
        let bypassed = try StandInSession(loop)
        defer { bypassed.stop() }
        let capture = WitnessedRun(folder, runner, bypassed)
        let outcome = try capture.run(tape: bypassTape)
        for line in outcome.output.split(separator: "\n") where !line.hasPrefix("fita:") { tell(String(line)) }
        if let note = capture.note { tell(note) }
        check(outcome.output.contains("tracker.bypass.test"), "the witness finds the request past the proxy")
    }

    func close() {
        say("\nThe tapes are in \(folder.root)")
        say("   fita list \(tape)")
        if FileSystem.exists(leakTape) {
            say("   fita verify \(leakTape)")
            say("   fita explain MK-047")
        } else {
            say("   fita verify \(tape)")
        }
        say(holds ? "\nAll as it should be." : "\nSomething is not as it should be; see above.")
    }
}
