import CassetteFormat
import CommandLineSyntax
import Cryptography
import Platform

/// `fita ca path|show`: the certificate authority of this installation.
enum CAVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let folder = try AuthorityFolder(option: command.value("ca-dir"))
        let authority = try folder.open(now: SystemClock.wall().seconds)
        switch command.path.last {
        case "path":
            StandardStream.output.write(folder.certificatePath + "\n")
        case "show":
            StandardStream.output.write(
                """
                subject      \(authority.subject)
                SHA-256      \(ProxySession.fingerprint(authority))
                valid until  \(CivilTime.text(seconds: authority.notAfter))
                certificate  \(folder.certificatePath)
                private key  \(folder.keyPath) (never leaves this machine)

                """)
        default:
            throw VerbFailure(.usage, "ca: path or show is wanted", action: "fita ca path, or fita ca show")
        }
        return ExitStatus.clean.rawValue
    }
}
