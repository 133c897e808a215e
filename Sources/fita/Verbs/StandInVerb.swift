import Cryptography
import CommandLineSyntax
import HTTPModel
import Platform
import Sockets
import StandInServer

/// `fita stand-in`: the ad servers of the demo, alone.
enum StandInVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        CurrentProcess.ignoreBrokenPipes()
        if command.flag("list-faults") {
            for fault in StandInFault.allCases { StandardStream.output.write("\(fault.rawValue)\n") }
            return ExitStatus.clean.rawValue
        }
        var faults: Set<StandInFault> = []
        for name in command.values("fault") {
            guard let fault = StandInFault(rawValue: name) else {
                throw VerbFailure(.usage, "there is no fault \(name)", action: "see fita stand-in --list-faults")
            }
            faults.insert(fault)
        }
        let http = try ProxyOptions.endpoint(command.value("listen") ?? "127.0.0.1:0")
        let https = try ProxyOptions.endpoint(command.value("tls-listen") ?? "127.0.0.1:0")
        let loop = EventLoop()
        let logs = command.flag("log")
        let session = try StandInSession(loop, http: http, https: https, faults: faults) { record in
            if logs {
                let line = SafeText.text("\(record.status) \(record.request.method) \(record.request.url)")
                StandardStream.output.write(line + "\n")
            }
        }
        if let path = command.value("ca-out") {
            do throws(PlatformError) {
                try FileSystem.write(session.authority.certificatePEM, to: path)
            } catch {
                throw VerbFailure(.environment, "--ca-out: \(error)")
            }
        }
        StandardStream.error.write("fita: stand-in on http \(session.http), https \(session.https)\n")
        let watches = [SignalWatch.interrupt, SignalWatch.terminate].map { signal in
            SignalWatch(loop, signal) { _ in loop.stop() }
        }
        loop.run()
        withExtendedLifetime(watches) { session.stop() }
        return ExitStatus.clean.rawValue
    }
}
