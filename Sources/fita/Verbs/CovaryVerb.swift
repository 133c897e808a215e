import CassetteFormat
import CommandLineSyntax
import DifferentialReplay
import Platform
import Reports
import SDKContracts
import Sockets
import Verification

/// `fita audit covary FILE -- COMMAND`: plays a tape to the command under two identities, and tells what follows them.
enum CovaryVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        guard command.positionals.count == 1, let path = command.positionals.first, !command.passthrough.isEmpty else {
            throw VerbFailure(
                .usage, "audit covary wants a tape and a command",
                action: "fita audit covary FILE -- COMMAND ...")
        }
        let configuration = try ContractOption.configuration(command)
        let format = try OutputFormat(command)
        let language = try OutputForm.language(command)
        var options = ProxyOptions()
        options.listen =
            try command.value("listen").map { text throws(VerbFailure) in try ProxyOptions.endpoint(text) }
            ?? Endpoint(address: "127.0.0.1", port: 0)
        options.authorityFolder = command.value("ca-dir")
        options.command = command.passthrough
        guard let hosts = try JudgedTape(path, configuration).judgement.hosts else {
            throw VerbFailure(
                .usage, "no host is known to be the first party's: all would be third parties",
                action: "name it with --base-url")
        }
        CurrentProcess.ignoreBrokenPipes()
        let folder = try WorkFolder(command.value("keep"), name: "fita-covary")
        let keeps = command.value("keep") != nil
        var outcomes: [IdentityRun.Outcome] = []
        defer { if !keeps { folder.remove(tapes: IdentityRun.all.map { folder.path($0.tapeName) }) } }
        for run in IdentityRun.all {
            outcomes.append(try run.run(options, playing: path, configuration, into: folder))
        }
        let contract = MetrikeContract(configuration: configuration, hosts: hosts)
        let runs = try outcomes.map { outcome throws(VerbFailure) in try replayed(outcome.tape, contract) }
        let report = CovariationReport(
            Covariation(a: (runs[0], runs[2]), b: (runs[1], runs[3])),
            runs: zip(IdentityRun.all, outcomes).map { run, outcome in
                CovariationReport.Run(
                    number: run.number, identity: run.identity, tape: keeps ? outcome.tape : nil,
                    played: outcome.played, alike: outcome.alike, missed: outcome.missed, unplayed: outcome.unplayed)
            }, language: language, reveals: command.flag("reveal"))
        try OutputForm.write(format == .text ? Array(report.text.utf8) : report.json, to: command.value("output"))
        switch report.answer {
        case .follows: return ExitStatus.findings.rawValue
        case .nothingFollows: return ExitStatus.clean.rawValue
        case .identityUnseen, .nothingCompared: return ExitStatus.environment.rawValue
        }
    }

    private static func replayed(_ path: String, _ contract: MetrikeContract) throws(VerbFailure) -> ReplayedRun {
        var run = ReplayedRun(contract)
        var limits = TapeLimits()
        limits.bodyBytes = .max
        try TapeInput.read(path, limits: limits) { item in
            if case .exchange(let exchange) = item { run.see(exchange) }
        }
        return run
    }
}
