import CassetteFormat
import CassetteStore
import Cryptography
import ProxyRuntime
import Sockets

extension ProxySession {
    /// Has the tape told of the clients' connections, and of what the proxy does of its own accord.
    func tellClients(to recorder: TapeRecorder) {
        let clock = { [unowned self] in time }
        server.events.opened = { id, peer in
            recorder.clientOpened(ClientConnectionFacts(id: id, opened: clock(), client: peer?.description ?? ""))
        }
        server.events.tls = { id, facts in
            recorder.clientTLS(
                connection: id, tls: "\(facts.version) \(facts.cipher)", serverName: facts.serverName, failure: nil,
                at: clock())
        }
        server.events.tlsFailed = { id, failure, host, serverName in
            recorder.clientTLS(
                connection: id, tls: nil, serverName: serverName, failure: failure.description, at: clock())
            recorder.note(nil, "TLS with a client failed for \(host): \(failure)", at: clock())
        }
        notices.noted = { recorder.note(nil, $0, at: clock()) }
        server.acceptFailed = { error in recorder.note(nil, "\(error)", at: clock()) }
    }
}
