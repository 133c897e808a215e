import CassetteFormat
import Cryptography
import Dialing
import HTTPModel
import HTTPWire
import Origins
import Platform
import ProxyCore
import ProxyRuntime
import Sockets

/// What record and replay are told alike.
struct ProxyOptions {
    var listen = Endpoint(address: "127.0.0.1", port: 8080)
    var reverse: ServerOrigin?
    /// A second address, for SOCKS.
    var socks: Endpoint?
    /// A further one, for connections that the system redirects.
    var transparent: Endpoint?
    var admission = ClientAdmission()
    /// `name:password` for our own children, as a URL has it.
    var credentialsInURL: String?
    var passthrough = HostPatterns()
    /// A host whose client refuses our certificate passes unread from then on.
    var passesRefused = true
    var connectTo: [String] = []
    var upstreamAuthorities: [String] = []
    var upstreamProxy: String?
    /// Hosts whose certificate is not verified.
    var unverified = HostPatterns()
    var identity: TLSIdentity?
    /// Who is shown the identity; nil for all that ask.
    var identityHosts: HostPatterns?
    /// Where the secrets of TLS are logged; nil for nowhere.
    var keyLogPath: String?
    var lenientHosts: Set<String> = []
    /// Targets with bytes that no URI has are refused.
    var takesURIsOnly = false
    var offersClientsHTTP2 = true
    var offersOriginsHTTP2 = true
    var authorityFolder: String?
    var command: [String] = []
    /// What the command is told besides the proxy.
    var commandVariables: [String: String] = [:]
    /// A descriptor that takes the command's output and errors; nil for this process's own.
    var commandOutput: Int32?
}

/// A proxy that runs until its command has ended or a signal comes.
final class ProxySession {
    /// Exchanges under way at a signal may go on so long, milliseconds.
    static let stopLimit: UInt64 = 5_000

    let options: ProxyOptions
    let loop = EventLoop()
    let authority: CertificateAuthority
    let live: LiveOrigin
    let routing: RoutingOrigin
    let server: ProxyServer
    /// What the proxy does of its own accord is told here.
    let notices = SessionNotices()
    private let destinations: DestinationGuard
    /// Nil where there is no place to know others from.
    private let others: RunningProxies?
    private(set) var endpoint: Endpoint
    private let folder: AuthorityFolder
    private let zero = SystemClock.monotonic()
    private var command: ChildProcess?
    private var commandExit: ChildProcess.Exit?
    private var watches: [SignalWatch] = []
    private var isStopping = false

    /// - Parameters:
    ///   - mark: takes marks; nil where nothing is recorded.
    ///   - status: what the welcome page says goes on.
    init(
        _ options: ProxyOptions, mark: ((MarkLine) -> Void)?, status: @escaping () -> [String]
    ) throws(VerbFailure) {
        self.options = options
        CurrentProcess.ignoreBrokenPipes()
        let wallClock = { SystemClock.wall().seconds }
        folder = try AuthorityFolder(option: options.authorityFolder)
        authority = try folder.open(now: wallClock())
        do {
            var dialing = DialerConfiguration()
            dialing.connectTo = options.connectTo
            dialing.upstreamProxy = options.upstreamProxy
            let trust = TLSTrust(systemStore: true, bundles: try ProxySession.bundles(options.upstreamAuthorities))
            let tls = VerifiedTLS(try TLSClientContext(trust: trust, ownAuthority: authority), wallClock: wallClock)
            tls.unverified = options.unverified
            if let identity = options.identity {
                let context = try TLSClientContext(trust: trust, ownAuthority: authority, identity: identity)
                tls.identified = (options.identityHosts, context)
            }
            let protocols = options.offersClientsHTTP2 ? ["h2", "http/1.1"] : ["http/1.1"]
            let serverTLS = try TLSServerContext(authority: authority, applicationProtocols: protocols)
            if let path = options.keyLogPath {
                let log = try KeyLogFile(path)
                tls.keyLog = { log.write($0) }
                serverTLS.keyLog = { log.write($0) }
            }
            destinations = DestinationGuard(instance: hex(try SystemRandom.bytes(8))) {
                NetworkInterfaces.addresses().compactMap { NetworkAddress($0) }
            }
            others = ProxySession.others(destinations.instance)
            if let others { destinations.leadsBack = { others.leadsBack($0, $1) } }
            destinations.isOpenToOthers = options.isOpenToOthers
            live = LiveOrigin(loop, dialer: Dialer(loop, dialing), tls: tls)
            live.destinations = destinations
            live.unverified = { [notices] in notices.unverified($0, $1) }
            live.lenientHosts = options.lenientHosts
            live.offersHTTP2 = options.offersOriginsHTTP2
            let pages = OwnPages(
                OwnPagesContent(
                    certificatePEM: authority.certificatePEM, certificateDER: authority.certificateDER,
                    mobileConfig: MobileConfig(authority: authority).bytes,
                    fingerprint: ProxySession.fingerprint(authority),
                    listen: options.listen.description, reach: nil,
                    ownHosts: { NetworkInterfaces.addresses() }, status: status, mark: mark))
            pages.revocationList = { [authority] in try? authority.revocationList(now: wallClock()) }
            routing = RoutingOrigin(pages: pages, others: live)
            var configuration = ProxyServerConfiguration(
                listen: options.listen, reverse: options.reverse, tls: serverTLS, wallClock: wallClock)
            configuration.socksListen = options.socks
            configuration.transparentListen = options.transparent
            configuration.admission = options.admission
            configuration.limits.takesURIsOnly = options.takesURIsOnly
            configuration.destinations = destinations
            configuration.passthrough = PassthroughHosts(
                named: options.passthrough, learns: options.passesRefused)
            server = ProxyServer(loop, configuration, origin: routing)
            endpoint = options.listen
            server.events.certificateRefused = { [notices] in notices.refused(client: $0, $1) }
            server.events.turnedAway = { [notices] in notices.turnedAway($0) }
            try listen(pages)
        } catch let failure as VerbFailure {
            throw failure
        } catch {
            throw VerbFailure(.environment, "the proxy cannot start: \(error)")
        }
    }

    private func listen(_ pages: OwnPages) throws(VerbFailure) {
        do throws(SocketError) {
            endpoint = try server.start()
        } catch {
            throw VerbFailure(
                .environment, "cannot listen: \(error)",
                action: error.isAddressInUse
                    ? "choose another port, or let --listen 127.0.0.1:0 take a free one"
                    : "give --listen an address of this machine, such as 127.0.0.1:8080")
        }
        destinations.ownPorts = Set(server.endpoints.map(\.port))
        // Without it circles of several fitas are not seen; nothing else is amiss then.
        try? others?.listens(on: server.endpoints)
        pages.listen = endpoint.description
        pages.reach = ProxySession.reach(endpoint)
        server.onSweep = { [live] in live.sweep() }
    }

    /// In `.fita/run` of the home folder, whichever authority each has.
    private static func others(_ instance: String) -> RunningProxies? {
        guard let home = Environment.value("HOME"), !home.isEmpty else { return nil }
        try? FileSystem.makeFolder("\(home)/.fita")
        return try? RunningProxies(folder: "\(home)/.fita/run", name: instance)
    }

    /// Of a proxy that listens on every address, one by which other devices reach it.
    private static func reach(_ endpoint: Endpoint) -> String? {
        guard NetworkAddress(endpoint.address)?.isUnspecified == true, let first = NetworkInterfaces.addresses().first
        else { return nil }
        return Endpoint(address: first, port: endpoint.port).description
    }

    private static func bundles(_ paths: [String]) throws(VerbFailure) -> [[UInt8]] {
        var bundles: [[UInt8]] = []
        for path in paths {
            let failure: String
            do {
                let bundle = try FileSystem.read(path)
                try TLSTrust.check(bundle: bundle)
                bundles.append(bundle)
                continue
            } catch let error as CryptographyError {
                failure = "\(path): \(error.context)"
            } catch {
                failure = "\(error)"
            }
            throw VerbFailure(.input, "--upstream-ca: \(failure)", action: "give a file of certificates in PEM form")
        }
        return bundles
    }

    /// Pairs of hexadecimal digits with colons, as system dialogs show it.
    static func fingerprint(_ authority: CertificateAuthority) -> String {
        authority.fingerprintSHA256.map { hex([$0]).uppercased() }.joined(separator: ":")
    }

    /// Nanoseconds since the session began.
    var time: TapeTime { loop.now &- zero }

    /// Says where it listens, runs the command if there is one, and returns when all is over.
    ///
    /// - Returns: the command's exit, if one ran.
    func run() throws(VerbFailure) -> ChildProcess.Exit? {
        // Before a word is said: whoever reads it may send a signal at once.
        for signal in [SignalWatch.interrupt, SignalWatch.terminate] {
            watches.append(SignalWatch(loop, signal) { [unowned self] in received($0) })
        }
        StandardStream.error.write("fita: listening on \(endpoint)\n")
        if let second = server.socksEndpoint {
            StandardStream.error.write("fita: listening for SOCKS on \(second)\n")
        }
        if let third = server.transparentEndpoint {
            StandardStream.error.write("fita: listening for redirected connections on \(third)\n")
        }
        if options.isOpenToOthers {
            let networks = options.admission.allowed.map(\.description).joined(separator: ", ")
            let places = networks.isEmpty ? "anywhere" : "this machine and \(networks)"
            let password = options.admission.credentials == nil ? "" : ", with the password of --proxy-user"
            StandardStream.error.write("fita: serves clients of \(places)\(password)\n")
        }
        if !options.command.isEmpty { try start(options.command) }
        loop.run()
        watches = []
        return commandExit
    }

    private func received(_ signal: Int32) {
        if isStopping { return server.stopNow() }
        // At a terminal the command has had the interrupt too; a terminate is for us alone.
        if signal == SignalWatch.terminate { command?.signal(signal) }
        stop()
    }

    private func stop() {
        guard !isStopping else { return }
        isStopping = true
        server.stop(within: ProxySession.stopLimit) { [unowned self] in
            live.closeIdle()
            loop.stop()
        }
    }

    /// Cuts what is under way and ends; a command that runs is asked to.
    func stopAtOnce() {
        command?.signal(SignalWatch.terminate)
        stop()
        server.stopNow()
    }

    private func start(_ arguments: [String]) throws(VerbFailure) {
        do throws(SocketError) {
            command = try ChildProcess(
                loop, arguments, environment: environment(), output: options.commandOutput
            ) { [unowned self] exit in
                commandExit = exit
                command = nil
                stop()
            }
        } catch {
            throw VerbFailure(
                .environment, "cannot run \(arguments[0]): \(error)",
                action: "give a program that is in PATH, or its path")
        }
    }

    /// The command's surroundings: all clients that heed the usual variables come through the proxy and trust it.
    private func environment() -> [String] {
        var variables = Environment.all()
        let proxy = "http://\(options.credentialsInURL.map { $0 + "@" } ?? "")\(endpoint)"
        for name in ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "FITA_PROXY"] { variables[name] = proxy }
        for name in ["no_proxy", "NO_PROXY", "all_proxy", "ALL_PROXY"] { variables[name] = nil }
        let bundle = (try? FileSystem.realPath(folder.certificatePath)) ?? folder.certificatePath
        for name in ["SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"] {
            variables[name] = bundle
        }
        variables.merge(options.commandVariables) { $1 }
        return variables.map { "\($0.key)=\($0.value)" }.sorted()
    }

    /// The exit status that passes a command's on, as shells do.
    static func status(of exit: ChildProcess.Exit) -> Int32 {
        switch exit {
        case .status(let code): code
        case .signal(let number): 128 + number
        }
    }
}
