import Cryptography
import Platform
import Sockets
import StandInServer

/// A stand-in server on a loop of this process, with an authority of its own.
final class StandInSession {
    private(set) var http: Endpoint
    private(set) var https: Endpoint
    let authority: CertificateAuthority
    private let listener: StandInListener

    init(
        _ loop: EventLoop, http: Endpoint = Endpoint(address: "127.0.0.1", port: 0),
        https: Endpoint = Endpoint(address: "127.0.0.1", port: 0), faults: Set<StandInFault> = [], seed: UInt64 = 1,
        served: @escaping (StandInRecord) -> Void = { _ in }
    ) throws(VerbFailure) {
        self.http = http
        self.https = https
        let wallClock = { SystemClock.wall().seconds }
        do {
            authority = try CertificateAuthority.make(now: wallClock())
            listener = try StandInListener(
                loop, StandIn(seed: seed, faults: faults), authority: authority,
                StandInListening(listen: http, tlsListen: https, wallClock: wallClock))
            listener.served = served
            let taken = try listener.start()
            self.http = taken.http ?? http
            self.https = taken.https ?? https
        } catch {
            throw VerbFailure(
                .environment, "the stand-in server cannot start: \(error)",
                action: "give other addresses of this machine, such as 127.0.0.1:0")
        }
    }

    func stop() {
        listener.stop()
    }

    /// What a recorder needs to take this server for the whole internet.
    func recorderOptions(authorityFile: String) -> [String] {
        [
            "--connect-to", ":443:\(https)", "--connect-to", ":80:\(http)", "--upstream-ca", authorityFile,
        ]
    }
}
