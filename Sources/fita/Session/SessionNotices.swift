import Platform
import ProxyRuntime

/// Says on the terminal, and to the tape, what the proxy does of its own accord.
final class SessionNotices {
    /// Strangers that are told of; those after them are turned away in silence.
    private static let strangerLimit = 100

    /// Takes the words for the tape.
    var noted: (String) -> Void = { _ in }
    private var strangers: Set<String> = []
    private var told: Set<String> = []

    /// Comes once for a client address and host.
    func refused(client: Int, _ refusal: CertificateRefusal) {
        say(refusal.text, "client \(client): ", action: refusal.action)
    }

    /// On the tape for each connection, on the terminal for the first to the host.
    func unverified(_ host: String, _ why: String) {
        let words = "the certificate of \(host) was not held against anything (--insecure): \(why)"
        if told.insert(host).inserted {
            say(words, action: "name the server's issuer with --upstream-ca FILE, and leave --insecure out")
        } else {
            noted(words)
        }
    }

    func turnedAway(_ address: String) {
        guard strangers.count < SessionNotices.strangerLimit, strangers.insert(address).inserted else { return }
        say("a client at \(address) was turned away", action: "--allow \(address) lets it in")
    }

    private func say(_ words: String, _ client: String = "", action: String) {
        noted(client + words)
        StandardStream.error.write("fita: \(words)\n  do    \(action)\n")
    }
}
