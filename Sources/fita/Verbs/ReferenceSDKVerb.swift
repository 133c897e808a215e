import HTTPModel
import CommandLineSyntax
import Dialing
import Platform
import ProxyRuntime
import ReferenceSDK

/// `fita reference-sdk run|scenarios|faults`: the headless engine that follows the public guide.
enum ReferenceSDKVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        switch command.path.last {
        case "run": return try live(command)
        case "bypass": return try bypass(command)
        case "scenarios":
            for scenario in Scenario.all { StandardStream.output.write("\(scenario.name)  \(scenario.summary)\n") }
        case "faults":
            for fault in SDKFault.allCases { StandardStream.output.write("\(fault.rawValue)\n") }
        default:
            throw VerbFailure(.usage, "reference-sdk: run, scenarios or faults is wanted")
        }
        return ExitStatus.clean.rawValue
    }

    private static func live(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let scenario = try part(command.value("part"), of: try scenario(command.value("scenario") ?? "full-run"))
        var settings = ReferenceSDKSettings()
        settings.faults = try faults(command.values("fault"))
        if let base = command.value("base-url") {
            settings.baseURL = try ProxyOptions.origin(base, option: "--base-url").text
        }
        if let seed = command.value("seed") { settings.seed = try number(seed, "--seed") }
        if let seed = command.value("identity-seed") {
            settings.identitySeed = try number(seed, "--identity-seed")
        } else if let seed = Environment.value("FITA_COVARY_SEED") {
            settings.identitySeed = try number(seed, "FITA_COVARY_SEED")
        }
        let device = command.value("device")
        let memory = DeviceMemory(try device.map(kept) ?? [:])
        let scale = try clockScale(command.value("clock-scale") ?? "50")
        let proxy = Environment.value("FITA_PROXY")
        let transport = try caller(proxy)
        let mark: (String, String) -> Void = { key, value in
            guard let proxy else { return }
            // A replay takes marks too and keeps none: the engine does not know which it talks to.
            try? MarkVerb.post([MarkLine(key: key, value: value)], through: proxy)
        }
        mark("clock_scale", "\(scale)")
        let summary = ReferenceSDKRun.run(
            scenario, settings: settings, transport: transport,
            clock: VirtualClock(scale: Double(scale)) { SystemClock.sleep(for: $0) }, memory: memory, mark: mark)
        if let device { try keep(memory, in: device) }
        StandardStream.output.write(
            "reference SDK: \(summary.scenario), \(summary.calls) requests in \(summary.time) of its own time\n")
        for failure in summary.failures { StandardStream.output.write("  no answer: \(failure)\n") }
        return ExitStatus.clean.rawValue
    }

    /// Two requests of an app: one by the system's proxy, one by a part that heeds none.
    private static func bypass(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        guard let base = command.value("base-url") else {
            throw VerbFailure(
                .usage, "reference-sdk bypass needs --base-url",
                action: "the address of a stand-in, http://127.0.0.1:PORT")
        }
        let tracked = HTTPCall(url: Array("https://ads.metrike.test/serve?zone_id=13778".utf8))
        let hidden = HTTPCall(
            url: Array("\(base)/collect?uid=1".utf8), fields: [HTTPCallField("Host", "tracker.bypass.test")])
        let proxied = try caller(Environment.value("FITA_PROXY"))
        do throws(HTTPCallError) {
            _ = try proxied.call(tracked)
            _ = try HTTPCaller().call(hidden)
        } catch {
            throw VerbFailure(.environment, "the reference SDK got no answer: \(error)")
        }
        return ExitStatus.clean.rawValue
    }

    private static func number(_ text: String, _ what: String) throws(VerbFailure) -> UInt64 {
        guard let number = UInt64(text) else { throw VerbFailure(.usage, "\(what) \(text): a number is wanted") }
        return number
    }

    private static func scenario(_ name: String) throws(VerbFailure) -> Scenario {
        guard let scenario = Scenario.named(name) else {
            throw VerbFailure(
                .usage, "there is no scenario \(name)",
                action: "choose one of " + Scenario.all.map(\.name).joined(separator: ", "))
        }
        return scenario
    }

    private static func part(_ text: String?, of scenario: Scenario) throws(VerbFailure) -> Scenario {
        guard let text else { return scenario }
        let parts = scenario.parts
        guard let number = Int(text), parts.indices.contains(number - 1) else {
            throw VerbFailure(.usage, "--part \(text): \(scenario.name) has the parts 1 to \(parts.count)")
        }
        return parts[number - 1]
    }

    /// What the parts before have left on the device.
    private static func kept(_ path: String) throws(VerbFailure) -> [String: String] {
        guard FileSystem.exists(path) else { return [:] }
        let bytes: [UInt8]
        do throws(PlatformError) {
            bytes = try FileSystem.read(path)
        } catch {
            throw VerbFailure(.input, "--device: \(error)")
        }
        guard let values = SDKStore.values(serialized: bytes) else {
            throw VerbFailure(
                .input, "--device \(path) is not a file that an earlier part has left", action: "name a new file")
        }
        return values
    }

    private static func keep(_ memory: DeviceMemory, in path: String) throws(VerbFailure) {
        do throws(PlatformError) {
            try FileSystem.write(SDKStore.serialized(memory.values), to: path)
        } catch {
            throw VerbFailure(.environment, "--device: \(error)", action: "name a file that can be written")
        }
    }

    private static func faults(_ names: [String]) throws(VerbFailure) -> Set<SDKFault> {
        var faults: Set<SDKFault> = []
        for name in names {
            let named = SDKFault.named(name)
            guard !named.isEmpty else {
                throw VerbFailure(.usage, "there is no fault \(name)", action: "see fita reference-sdk faults")
            }
            faults.formUnion(named)
        }
        return faults
    }

    private static func clockScale(_ text: String) throws(VerbFailure) -> Int {
        guard let scale = Int(text), scale > 0, scale <= 1_000_000 else {
            throw VerbFailure(.usage, "--clock-scale \(text): how many times as fast, a whole number from 1, is wanted")
        }
        return scale
    }

    private static func caller(_ proxy: String?) throws(VerbFailure) -> HTTPCaller {
        var settings = HTTPCaller.Settings()
        settings.proxy = proxy ?? Environment.value("http_proxy")
        settings.secureProxy = proxy ?? Environment.value("https_proxy")
        settings.authorityFile = Environment.value("SSL_CERT_FILE")
        do throws(HTTPCallError) {
            return try HTTPCaller(settings)
        } catch {
            throw VerbFailure(.environment, "the reference SDK cannot reach the network: \(error)")
        }
    }
}
