import CommandLineSyntax
import Cryptography
import HTTPModel
import LeakSearch
import PacketWire
import Platform
import Reports
import SDKContracts
import Verification

/// `fita leaks FILE...`: identity where it may not be, and secrets anywhere.
enum LeaksVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let configuration = try ContractOption.configuration(command)
        let given = try given(command, configuration)
        let paths = command.positionals
        guard !paths.isEmpty else { throw VerbFailure(.usage, "leaks needs a tape", action: "fita leaks FILE...") }
        var hasLeaks = false
        for path in paths {
            let input = try TapeInput(path)
            var report = try LeakAudit.search(configuration: configuration, given: given) {
                reading, take throws(VerbFailure) in
                try input.read(leavesOutAnswers: reading == .requests, take)
            }
            if command.flag("unredacted") {
                var check = RedactionCheck(configuration)
                try input.read { check.see($0) }
                report.redaction = check.finish(report.learned)
            }
            hasLeaks = hasLeaks || report.leakCount > 0 || report.redaction?.mayBeShown == false
            let showsValues = command.flag("reveal")
            if command.value("format") == "json" {
                LeakJSON(report, showsValues: showsValues).bytes.withUnsafeBytes {
                    _ = StandardStream.output.write($0)
                }
                StandardStream.output.write("\n")
            } else {
                if paths.count > 1 { StandardStream.output.write("\(path)\n\n") }
                StandardStream.output.write(LeakText(report, showsValues: showsValues).text)
            }
        }
        return hasLeaks ? ExitStatus.findings.rawValue : ExitStatus.clean.rawValue
    }

    private static let identities: [FieldKind] = [.visitorID, .sessionID, .clickID, .appBundle]

    private static func given(
        _ command: ParsedCommand, _ configuration: ContractConfiguration
    ) throws(VerbFailure) -> LeakAudit.Given {
        var given = LeakAudit.Given()
        var counts: [String: Int] = [:]
        for text in command.values("value") {
            let parts = text.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else {
                throw VerbFailure(.usage, "--value \(text): it is KIND=VALUE", action: "such as idfa=9F3C7D0A-...")
            }
            let value = Array(parts[1].utf8)
            try check(value, "--value \(parts[0])")
            let name = String(parts[0])
            if let kind = identities.first(where: { configuration.names[$0]?.contains(name) == true }) {
                given.identities.append((kind, value))
            } else {
                counts[name, default: 0] += 1
                given.forbidden.append(SoughtValue("\(name):\(counts[name] ?? 1)", value))
            }
        }
        if let path = command.value("secrets") { given.forbidden += try secrets(path) }
        for path in command.values("capture") { given.names += try names(path) }
        given.salts = command.values("salt").enumerated().map { KnownSalt("salt:\($0 + 1)", Array($1.utf8)) }
        return given
    }

    /// What a capture shows of names: those that DNS was asked for, and those that connections were opened for.
    private static func names(_ path: String) throws(VerbFailure) -> [(surface: SearchSurface, name: String)] {
        var table = FlowTable()
        var notes: [String] = []
        try WitnessVerb.read(path, into: &table, &notes)
        if table.tally.namesBeyondLimit > 0 {
            notes.append("\(path): \(table.tally.namesBeyondLimit) names beyond the limit were not searched")
        }
        for note in notes { StandardStream.error.write("fita: \(note)\n") }
        let asked = table.askedNames.map { (SearchSurface.resolvedName, String(decoding: $0, as: UTF8.self)) }
        return asked
            + table.flows.compactMap { flow in
                guard let name = flow.name, let host = name.host else { return nil }
                let isTLS = name.source == .serverName || name.source == .quicServerName
                return (isTLS ? .serverName : .authority, host.text)
            }
    }

    private static func secrets(_ path: String) throws(VerbFailure) -> [SoughtValue] {
        let lines: [[UInt8]]
        do {
            lines = try FileContent(path).withBytes { bytes in
                bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0).trimmed }
            }
        } catch {
            throw VerbFailure(.input, "\(path) cannot be read: \(error)", action: "give a file with a secret each line")
        }
        var secrets: [SoughtValue] = []
        for (index, line) in lines.enumerated() where !line.isEmpty {
            try check(line, "\(path), line \(index + 1)")
            secrets.append(SoughtValue("secret:\(index + 1)", line))
        }
        return secrets
    }

    private static func check(_ value: [UInt8], _ what: String) throws(VerbFailure) {
        guard value.count >= SoughtValue.shortest else {
            throw VerbFailure(
                .usage, "\(what): it is too short to be searched for",
                action: "give at least \(SoughtValue.shortest) bytes; shorter ones stand in any text by chance")
        }
    }
}

extension [UInt8] {
    /// Without white space at its ends.
    fileprivate var trimmed: [UInt8] {
        var slice = self[...]
        while let byte = slice.first, byte <= 0x20 { slice.removeFirst() }
        while let byte = slice.last, byte <= 0x20 { slice.removeLast() }
        return Array(slice)
    }
}
