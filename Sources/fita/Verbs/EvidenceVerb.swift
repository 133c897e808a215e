import CassetteFormat
import CommandLineSyntax
import Cryptography
import HTTPModel
import Platform
import Reports
import SDKContracts

/// `fita evidence key|check|prove`: signing keys, signed reports, and single exchanges that can be shown.
enum EvidenceVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        switch command.path.last {
        case "key": return try key(command)
        case "check": return try EvidenceCheck(command).run()
        case "prove": return try prove(command)
        default:
            throw VerbFailure(.usage, "evidence: key, check or prove is wanted", action: "fita help evidence")
        }
    }

    private static func key(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let path = command.positionals[0]
        let key = try SigningKeyFile.make(path)
        StandardStream.output.write(
            """
            private key  \(path) (keep it to yourself)
            public key   \(SigningKeyFile.publicPath(path))
            fingerprint  \(key.verifyingKey.fingerprint)

            """)
        return ExitStatus.clean.rawValue
    }

    private static func prove(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let path = command.positionals[0]
        guard let number = Int(command.positionals[1]) else {
            throw VerbFailure(
                .usage, "\(command.positionals[1]) is no number of an exchange", action: "fita list \(path)")
        }
        var seal = TapeSeal()
        var wanted: Exchange?
        try TapeInput.read(path) { item in
            seal.add(item)
            if case .exchange(let exchange) = item, exchange.number == number { wanted = exchange }
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let wanted, let proof = ExchangeProof(wanted, of: name, seal) else {
            throw VerbFailure(.input, "\(path) has no exchange #\(number)", action: "fita list \(path)")
        }
        try OutputForm.write(proof.bytes, to: command.value("output"))
        return ExitStatus.clean.rawValue
    }
}

/// `fita evidence check FILE [TAPE...]`: whether a signed report, or a single exchange, is what it says.
private struct EvidenceCheck {
    /// Of a statement or a proof, which holds one exchange's text.
    private static let documentLimit = 64 << 20

    private let command: ParsedCommand
    private let path: String
    private let tapes: [String]

    init(_ command: ParsedCommand) {
        self.command = command
        path = command.positionals[0]
        tapes = Array(command.positionals.dropFirst())
    }

    func run() throws(VerbFailure) -> Int32 {
        let content = try read(path)
        if let proof = ExchangeProof(content) { return check(proof) }
        return try check(report: content)
    }

    // MARK: One exchange

    private func check(_ proof: ExchangeProof) -> Int32 {
        var lines = Lines()
        lines.add("exchange", proof.holds, "#\(proof.exchange) is leaf \(proof.leaf) of \(proof.leaves)")
        lines.add("root", proof.holds, proof.root)
        if let root = command.value("root") {
            lines.add("wanted", root.lowercased() == proof.root, "the root that was named with --root")
        } else {
            lines.tell("compare the root with the one that the report names, or name that with --root")
        }
        return lines.finish()
    }

    // MARK: A report

    private func check(report: [UInt8]) throws(VerbFailure) -> Int32 {
        let files = EvidenceFiles(report: path)
        let text = try read(files.statement)
        guard let statement = EvidenceStatement(text) else {
            throw VerbFailure(
                .input, "\(files.statement) is no statement of evidence",
                action: "sign the report anew: fita audit report --sign KEY")
        }
        var lines = Lines()
        try checkSignature(text, read(files.signature), statement, &lines)
        let isReport = statement.reportSize == report.count && statement.reportDigest == hex(SHA256.digest(report))
        lines.add("report", isReport, "\(report.count) bytes, sha256 \(hex(SHA256.digest(report)))")
        try checkTapes(statement, report, &lines)
        return lines.finish()
    }

    private func checkSignature(
        _ text: [UInt8], _ signature: [UInt8], _ statement: EvidenceStatement, _ lines: inout Lines
    ) throws(VerbFailure) {
        guard let key = unhex(statement.publicKey).flatMap({ VerifyingKey(bytes: $0) }) else {
            return lines.add("signature", false, "the statement holds no Ed25519 key")
        }
        lines.add("signature", key.accepts(signature, of: text), "Ed25519, key \(key.fingerprint)")
        guard let path = command.value("key") else {
            lines.tell("the key is the one in the statement: name the signer's with --key, or compare its fingerprint")
            return
        }
        let pem = try read(path)
        do throws(CryptographyError) {
            lines.add("signer", try VerifyingKey(pem: pem) == key, "the key of \(path)")
        } catch {
            throw VerbFailure(.input, "\(path) is no public key: \(error)", action: "name the signer's .pub file")
        }
    }

    private func checkTapes(
        _ statement: EvidenceStatement, _ report: [UInt8], _ lines: inout Lines
    ) throws(VerbFailure) {
        guard !tapes.isEmpty else {
            return lines.add("tape", false, "give the tapes after the report: \(names(statement))")
        }
        guard tapes.count == statement.tapes.count else {
            return lines.add("tape", false, "the report is about \(statement.tapes.count): \(names(statement))")
        }
        let marks = try statement.recipe.marks.map { text throws(VerbFailure) in try TapeMark(text) }
        let audited = try AuditedTapes(
            tapes, try ContractOption.reading(command), marks: marks, reveals: statement.recipe.reveals
        ).report
        for (told, tape) in zip(statement.tapes, audited.tapes) {
            lines.add("tape", told.root == tape.root, "\(tape.name), root \(tape.root)")
        }
        lines.add("version", statement.tool == Version.tool, "made by \(statement.tool), this is \(Version.tool)")
        lines.add(
            "config", statement.recipe.configurationDigest == audited.configurationDigest,
            "sha256 \(audited.configurationDigest)")
        guard let form = ReportForm(rawValue: statement.recipe.format),
            let language = Language(rawValue: statement.recipe.language)
        else { return lines.add("again", false, "the report is of a form that this version does not have") }
        lines.add("again", form.bytes(audited, language) == report, "the tapes give the same report, byte for byte")
    }

    private func names(_ statement: EvidenceStatement) -> String {
        statement.tapes.map { SafeText.text($0.file) }.joined(separator: ", ")
    }

    private func read(_ path: String) throws(VerbFailure) -> [UInt8] {
        do throws(PlatformError) {
            return try FileSystem.read(path, limit: Self.documentLimit)
        } catch {
            throw VerbFailure(.input, "\(path) cannot be read: \(error)")
        }
    }
}

/// What was checked, a line each.
private struct Lines {
    private var text = ""
    private var holds = true

    mutating func add(_ what: String, _ isSo: Bool, _ detail: String) {
        holds = holds && isSo
        let label = what + String(repeating: " ", count: max(1, 11 - what.count))
        text += "\(label)\(isSo ? "holds" : "FAILS")  \(SafeText.text(detail))\n"
    }

    mutating func tell(_ note: String) { text += "           note   \(note)\n" }

    /// Prints the lines; status 1 where one does not hold.
    func finish() -> Int32 {
        StandardStream.output.write(text)
        return holds ? ExitStatus.clean.rawValue : ExitStatus.findings.rawValue
    }
}
