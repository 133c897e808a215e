import CommandLineSyntax
import Cryptography
import HTTPModel
import Platform
import ProxyCore
import Sockets

/// Who may use the proxy, and what of theirs is read.
extension ProxyOptions {
    /// Whether other machines can reach the proxy.
    var isOpenToOthers: Bool { firstOpen != nil }

    private var firstOpen: Endpoint? { [listen, socks, transparent].compactMap { $0 }.first { !$0.isLoopback } }

    mutating func readWaysIn(_ command: ParsedCommand) throws(VerbFailure) {
        for list in command.values("allow") { try allow(list) }
        if let text = command.value("proxy-user") { try readCredentials(text) }
        if command.path == ["record"] {
            for list in command.values("passthrough") {
                guard let bad = passthrough.add(list) else { continue }
                throw VerbFailure(
                    .usage, "--passthrough \(list): \"\(bad)\" is no host",
                    action: "such as pinned.example, or .example for every host below it")
            }
            passesRefused = !command.flag("no-auto-passthrough")
        } else {
            // A tunnel cannot be played from a tape.
            passesRefused = false
        }
        if let transparent {
            guard OriginalDestination.isTold else {
                throw VerbFailure(
                    .environment, "--transparent \(transparent): only Linux tells where a connection was bound",
                    action: "--listen (proxy setting of the client), --socks, or --reverse URL")
            }
            guard admission.credentials == nil else {
                throw VerbFailure(
                    .usage, "--proxy-user: clients of --transparent know of no proxy, and cannot be asked for it",
                    action: "say with --allow which addresses may use it")
            }
        }
        if let open = firstOpen, !admission.isRestricted {
            throw VerbFailure(
                .usage, "other machines can reach \(open), and nothing says which of them may use the proxy",
                action: "--allow 192.0.2.0/24 (the clients' network) or --proxy-user NAME:FILE, or listen on 127.0.0.1")
        }
    }

    /// How fita meets servers: whom it does not verify, and as whom it comes.
    mutating func readWaysOut(_ command: ParsedCommand) throws(VerbFailure) {
        for list in command.values("insecure") {
            guard let bad = unverified.add(list) else { continue }
            throw VerbFailure(
                .usage, "--insecure \(list): \"\(bad)\" is no host",
                action: "name the hosts one by one, such as staging.ads.example")
        }
        keyLogPath = Environment.value("SSLKEYLOGFILE").flatMap { $0.isEmpty ? nil : $0 }
        let certificate = command.value("client-cert")
        let key = command.value("client-key")
        let hosts = command.values("client-cert-host")
        guard let certificate, let key else {
            guard certificate == nil, key == nil, hosts.isEmpty else {
                throw VerbFailure(
                    .usage, "a client certificate needs its key, and both a file",
                    action: "--client-cert FILE --client-key FILE [--client-cert-host HOST]")
            }
            return
        }
        do {
            identity = try TLSIdentity(
                certificatePEM: FileSystem.read(certificate), privateKeyPEM: FileSystem.read(key))
        } catch {
            throw VerbFailure(
                .input, "--client-cert, --client-key: \(error)",
                action: "give a certificate and its unencrypted key in PEM form")
        }
        guard !hosts.isEmpty else { return }
        var patterns = HostPatterns()
        for list in hosts {
            guard let bad = patterns.add(list) else { continue }
            throw VerbFailure(.usage, "--client-cert-host \(list): \"\(bad)\" is no host")
        }
        identityHosts = patterns
    }

    private mutating func allow(_ list: String) throws(VerbFailure) {
        for part in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let block = AddressBlock(part) else {
                throw VerbFailure(
                    .usage, "--allow \(list): \"\(part)\" is no address and no network",
                    action: "such as 192.0.2.0/24, 192.0.2.7 or fd00::/8; the bits behind the prefix are zero")
            }
            admission.allowed.append(block)
        }
    }

    /// `NAME:FILE`, the password being the file's first line; `NAME` alone takes it from the environment.
    private mutating func readCredentials(_ text: String) throws(VerbFailure) {
        if reverse != nil {
            throw VerbFailure(
                .usage, "--proxy-user: a reverse proxy is no proxy to its clients, and cannot ask them for a password",
                action: "say with --allow which addresses may use it")
        }
        let name = text.prefix { $0 != ":" }
        let password: [UInt8]
        if name.count == text.count {
            guard let value = Environment.value("FITA_PROXY_PASSWORD") else {
                throw VerbFailure(
                    .usage, "--proxy-user \(text): there is no password",
                    action: "--proxy-user \(text):FILE, with the password in FILE, or set FITA_PROXY_PASSWORD")
            }
            password = Array(value.utf8)
        } else {
            password = try Self.firstLine(String(text.dropFirst(name.count + 1)))
        }
        guard let credentials = ProxyCredentials(name: Array(name.utf8), password: password) else {
            throw VerbFailure(
                .usage, "--proxy-user: name and password have 1 to \(ProxyCredentials.partLimit) bytes each")
        }
        admission.credentials = credentials
        let parts = [Array(name.utf8), password].map { String(decoding: PercentCoding.encoded($0), as: UTF8.self) }
        credentialsInURL = parts.joined(separator: ":")
    }

    private static func firstLine(_ path: String) throws(VerbFailure) -> [UInt8] {
        do {
            let line = try FileSystem.read(path).prefix { $0 != 0x0A }
            return Array(line.last == 0x0D ? line.dropLast() : line)
        } catch {
            throw VerbFailure(.input, "--proxy-user: \(error)", action: "give a file whose first line is the password")
        }
    }
}
