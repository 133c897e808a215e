import CommandLineSyntax
import ConsentStrings
import ContractLearning
import Platform
import SDKContracts
import Verification

/// A configuration and where it came from.
struct ConfigurationFile {
    /// Looked for in the current folder.
    static let usualName = "fita.json"

    /// Nil where there is no file.
    let path: String?
    var reading: ConfigurationReader.Reading

    /// - Parameter path: a named file, which must be there; nil takes the usual one if it is.
    init(_ path: String?) throws(VerbFailure) {
        guard let path = path ?? Self.usualIfThere else {
            self.path = nil
            reading = ConfigurationReader.Reading()
            return
        }
        self.path = path
        let bytes: [UInt8]
        do throws(PlatformError) {
            bytes = try FileSystem.read(path, limit: ConfigurationLimits().byteCount)
        } catch {
            throw VerbFailure(.input, "\(path) cannot be read: \(error)", action: "fita config learn TAPE proposes one")
        }
        do throws(ConfigurationErrors) {
            reading = try ConfigurationReader().read(bytes)
        } catch {
            let lines = error.errors.map { "fita: \(path):\($0.text)" }
            throw VerbFailure(
                .input, lines: lines.joined(separator: "\n") + "\n  do    fita config show lists every key\n")
        }
        let unknown = reading.configuration.severities.keys.filter { AllRules.rule($0) == nil }.sorted()
        guard unknown.isEmpty else {
            throw VerbFailure(
                .input, "\(path): severities names no rule: \(unknown.joined(separator: ", "))",
                action: "fita rules lists them")
        }
        try readVendorList(beside: path)
    }

    /// - Parameter path: of the configuration; a relative path begins in its folder.
    private mutating func readVendorList(beside path: String) throws(VerbFailure) {
        guard let name = reading.configuration.vendorListPath else { return }
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
        let file = name.hasPrefix("/") ? name : folder + name
        let action = "name a Global Vendor List of IAB Europe, version 2 or 3, or null"
        let bytes: [UInt8]
        do throws(PlatformError) {
            bytes = try FileSystem.read(file, limit: VendorListLimits.standard.byteCount)
        } catch {
            throw VerbFailure(.input, "\(path): consent.vendor_list cannot be read: \(error)", action: action)
        }
        do throws(VendorListError) {
            reading.configuration.vendorList = try GlobalVendorList(bytes)
        } catch {
            throw VerbFailure(
                .input, "\(path): consent.vendor_list: \(file) is no vendor list: \(error.text)", action: action)
        }
    }

    private static var usualIfThere: String? {
        (try? FileSystem.status(usualName))?.kind == .regular ? usualName : nil
    }
}

/// `fita config check|show|schema|learn`: the names and readings that the guide leaves open.
enum ConfigVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        switch command.path.last {
        case "check":
            let file = try ConfigurationFile(command.positionals.first ?? ConfigurationFile.usualName)
            let (count, all) = (file.reading.setKeys.count, ConfigurationKey.all.count)
            let list = file.reading.configuration.vendorList.map {
                "; vendor list: version \($0.version), \($0.vendors.count) vendor\($0.vendors.count == 1 ? "" : "s")"
            }
            StandardStream.output.write("\(file.path ?? ""): \(count) of \(all) keys set, no errors\(list ?? "")\n")
        case "show":
            let reading = try ContractOption.reading(command)
            write(ConfigurationText(reading.configuration, setKeys: reading.setKeys).bytes)
        case "schema":
            write(ConfigurationSchema.bytes)
        case "learn":
            try learn(command)
        default:
            throw VerbFailure(
                .usage, "config: check, show, schema or learn is wanted", action: "fita help config")
        }
        return ExitStatus.clean.rawValue
    }

    /// The configuration goes to standard output, the evidence to standard error.
    private static func learn(_ command: ParsedCommand) throws(VerbFailure) {
        guard let tape = command.positionals.first else {
            throw VerbFailure(.usage, "config learn needs a tape", action: "fita config learn run.fita > fita.json")
        }
        var learner = ContractLearner()
        try TapeInput.read(tape) { learner.see($0) }
        let proposal = learner.propose()
        write(proposal.fragment)
        StandardStream.error.write(proposal.explanation)
    }

    private static func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { _ = StandardStream.output.write($0) }
    }
}
