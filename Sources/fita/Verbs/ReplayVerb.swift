import ReplayMatching
import SDKContracts
import CassetteFormat
import CassetteStore
import CommandLineSyntax
import Origins
import Platform
import ProxyRuntime
import Sockets

/// `fita replay`: the proxy answers from tapes alone.
enum ReplayVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let options = try ProxyOptions(command)
        let asksOrigin = try policy(command.value("on-miss") ?? "fail")
        let tapes = command.positionals
        guard !tapes.isEmpty else {
            throw VerbFailure(.usage, "replay needs a tape", action: "fita replay FILE... [-- COMMAND ...]")
        }
        let session = try ProxySession(
            options, mark: { _ in }, status: { ["Replaying \(tapes.joined(separator: ", "))"] })
        var clickIDs = RecordedClickIDs(name: ContractConfiguration().name(.clickID))
        // Heads of answers name clicks, and no content of them does.
        for tape in tapes where asksOrigin {
            try TapeInput(tape).read(leavesOutAnswers: true) { item in
                if case .exchange(let exchange) = item { clickIDs.add(exchange) }
            }
        }
        let held = clickIDs
        let origin = TapeOrigin(
            fallback: asksOrigin ? session.live : nil, holdsBack: { held.isCarried(by: $0, $1) },
            missed: { StandardStream.error.write("fita: \($0.summary)\n") },
            differed: { StandardStream.error.write("fita: \($0)\n") })
        for tape in tapes { try load(tape, into: origin) }
        session.routing.others = origin
        let exit = try session.run()
        let unplayed = origin.unplayed
        StandardStream.error.write(report(origin, unplayed, connects: session.live.connects))
        if origin.missedCount > 0 && !asksOrigin || origin.heldCount > 0 || origin.webSockets.differing > 0 {
            return max(exit.map(ProxySession.status) ?? 0, ExitStatus.findings.rawValue)
        }
        return exit.map(ProxySession.status) ?? ExitStatus.clean.rawValue
    }

    private static func policy(_ text: String) throws(VerbFailure) -> Bool {
        switch text {
        case "fail": false
        case "origin": true
        default: throw VerbFailure(.usage, "--on-miss \(text): it is fail or origin")
        }
    }

    static func load(_ path: String, into origin: TapeOrigin) throws(VerbFailure) {
        if let tape = try? TapeFile.open(path), tape.kind == .cassette { return try load(tape, into: origin) }
        // An answer is played from memory, so the whole content is wanted, whatever its size.
        var limits = TapeLimits()
        limits.bodyBytes = .max
        try TapeInput.read(path, limits: limits) { item in
            if case .exchange(let exchange) = item { origin.add(exchange) }
        }
    }

    /// Of a cassette only the requests are read now; answers when they are played.
    private static func load(_ tape: TapeFile, into origin: TapeOrigin) throws(VerbFailure) {
        do {
            try origin.add(contentsOf: tape)
            for remark in tape.remarks { StandardStream.error.write("\(remark)\n") }
        } catch {
            throw VerbFailure(.input, lines: "\(error)")
        }
    }

    private static func report(_ origin: TapeOrigin, _ unplayed: [Int], connects: Int) -> String {
        var text = ""
        if !unplayed.isEmpty {
            let numbers = unplayed.prefix(20).map { "#\($0)" }.joined(separator: " ")
            text += "fita: not played: \(numbers)\(unplayed.count > 20 ? " ..." : "")\n"
        }
        let webSockets = origin.webSockets
        if webSockets.unsent + webSockets.unheard > 0 {
            text +=
                "fita: of the WebSockets, not played: \(webSockets.unsent) messages of servers, "
                + "\(webSockets.unheard) of clients\n"
        }
        if origin.heldCount > 0 {
            text += "fita: \(origin.heldCount) not sent to a server: they carry a click ID of the tape\n"
        }
        return text
            + "replayed \(origin.playedCount), missed \(origin.missedCount), not played \(unplayed.count), "
            + (webSockets.differing > 0 ? "WebSocket messages that differ: \(webSockets.differing), " : "")
            + "upstream connects: \(connects)\n"
    }
}
