import CommandLineSyntax
import ProxyRuntime

/// Every verb and option of the tool. Parser, help pages and completions come from this table alone.
enum VerbTable {
    static let tool = Verb(
        "fita", "record, replay and judge what a mobile ad SDK tells ad servers",
        discussion: """
            fita stands between a running SDK and the real ad servers, records the traffic on a cassette, replays it \
            without a network, and judges it by the SDK's own public guide.

            Exit status: 0 clean, 1 findings, 2 wrong use, 3 unreadable input, 4 surroundings, 70 a defect of fita.
            """,
        subverbs: [
            record, replay, verify, leaks, redact, audit, evidence, consent, list, show, clicks, rules, explain, config,
            witness, mark, ca, fsck, repair, pack, demo, standIn, referenceSDK, rehearse, completions,
        ])

    // MARK: Options of several verbs

    private static let listen = Option(
        "listen", .text("ADDR:PORT"), help: "where clients reach the proxy; port 0 takes a free one",
        defaultText: "127.0.0.1:8080")
    private static let socks = Option(
        "socks", .text("ADDR:PORT"),
        help: "a second address, for SOCKS 5 alone; --listen hears SOCKS 5 too, unless with --reverse")
    private static let transparent = Option(
        "transparent", .text("ADDR:PORT"),
        help: "a further address, for connections that the system redirects to it (Linux: iptables, nftables)")
    private static let allow = Option(
        "allow", .text("CIDR[,CIDR...]"), isRepeatable: true,
        help: "who may use the proxy besides this machine, where --listen reaches beyond it")
    private static let proxyUser = Option(
        "proxy-user", .text("NAME:FILE"),
        help: "ask clients for this name and the password in FILE's first line; NAME alone: in FITA_PROXY_PASSWORD")
    private static let passthrough = Option(
        "passthrough", .text("HOST[,HOST...]"), isRepeatable: true,
        help: "do not read the TLS of these hosts; .HOST is every host below it")
    private static let noAutoPassthrough = Option(
        "no-auto-passthrough", help: "go on reading a host whose client has refused fita's certificate")
    private static let toServers = [
        Option(
            "insecure", .text("HOST[,HOST...]"), isRepeatable: true,
            help: "do not verify the certificate of these servers; said on the tape for each connection"),
        Option("client-cert", .file("FILE"), help: "a certificate (PEM) for servers that ask for one"),
        Option("client-key", .file("FILE"), help: "its unencrypted private key (PEM)"),
        Option(
            "client-cert-host", .text("HOST[,HOST...]"), isRepeatable: true,
            help: "show the certificate to these servers alone"),
    ]
    private static let authorityFolder = Option(
        "ca-dir", .file("DIR"), help: "the folder of the certificate authority, made on first use",
        defaultText: "~/.fita/ca")
    private static let contract = Option(
        "contract", .choice("NAME", ["metrike"]), help: "the contract to judge by", defaultText: "metrike")
    private static let baseURL = Option(
        "base-url", .text("URL"), help: "the SDK's base URL; its host alone is the first party")
    private static let configuration = Option(
        "config", .file("FILE"), help: "names and readings that the guide leaves open",
        defaultText: "fita.json in the current folder, if there is one")
    private static let format = Option(
        "format", .choice("FORMAT", ["text", "json"]), help: "text for people, json for programs", defaultText: "text")
    private static let reportFormat = Option(
        "format", .choice("FORMAT", ReportForm.allCases.map(\.rawValue)),
        help: "text and html for people, csv for spreadsheets, json, sarif and junit for programs",
        defaultText: "text")
    private static let language = Option(
        "lang", .choice("LANG", ["en", "pt-BR"]), help: "the language of what is printed", defaultText: "en")
    private static let reportFile = Option(
        "output", short: "o", .file("FILE"), help: "write to this file", defaultText: "standard output")
    private static let tapeMark = Option(
        "mark", .text("[TAPE:]KEY=VALUE"), isRepeatable: true,
        help: "the app's state at the beginning of a tape, where no mark on it says so")
    private static let reveal = Option("reveal", help: "print personal values instead of tokens for them")
    private static let connectTo = Option(
        "connect-to", .text("HOST:PORT:ADDR:PORT"), isRepeatable: true,
        help: "connect to ADDR:PORT for HOST:PORT; an empty HOST or PORT stands for any")
    private static let upstreamAuthority = Option(
        "upstream-ca", .file("FILE"), isRepeatable: true,
        help: "certificates (PEM) that servers may be signed by, besides the system's")
    private static let upstreamProxy = Option(
        "upstream-proxy", .text("URL"),
        help: "a parent proxy (http, socks4, socks4a, socks5, socks5h) for all connections")
    private static let http1 = Option(
        "http1", .choice("SIDE", ["clients", "origins", "both"]), help: "do not offer HTTP/2 to that side")
    private static let lenientUpstream = Option(
        "lenient-upstream", .text("HOST"), isRepeatable: true,
        help: "repair response heads of this host that are refused else; each repair is noted on its exchange")
    private static let strictTargets = Option(
        "strict-targets",
        help: "refuse request targets with bytes that no URI has, such as raw UTF-8; else they pass as they came")
    private static let tape = Positional(.file("FILE"), help: "a cassette (.fita) or a journal (.fitaj)")
    private static let command = Passthrough(
        "COMMAND", help: "run with the proxy and its certificate set; its exit status is passed on")

    // MARK: Verbs

    private static let record = Verb(
        "record", "record what passes through the proxy",
        discussion: """
            An explicit proxy for http and https; with --reverse a reverse proxy. Bytes pass unaltered and as they \
            come. With a COMMAND it runs that with http_proxy, https_proxy, SSL_CERT_FILE, CURL_CA_BUNDLE, \
            REQUESTS_CA_BUNDLE and NODE_EXTRA_CA_CERTS set, and ends when it ends. SIGINT and SIGTERM let the \
            exchanges under way end, 5 seconds at most.

              fita record -o run.fita -- curl -s https://ads.example/serve
              fita record -o phone.fita --listen 192.168.1.20:8080 --allow 192.168.1.0/24

            With --transparent clients need no setting but the trusted certificate. On the Linux router they pass, for \
            port 443 and likewise for 80:

              iptables -t nat -A PREROUTING -s 192.168.1.30 -p tcp --dport 443 -j REDIRECT --to-ports 8081
              fita record -o phone.fita --transparent 192.168.1.20:8081 --allow 192.168.1.30
            """,
        options: [
            Option("output", short: "o", .file("FILE"), help: "the cassette to write; it must not exist"),
            Option("no-tape", help: "only pass traffic on"),
            Option(
                "verify", help: "print findings as they happen and the judgement at the end; findings are status 1"),
            Option(
                "durable",
                help: "end no answer before its exchange is on the disk: it then outlives a loss of power, and answers "
                    + "wait for the disk"),
            Option(
                "on-full", .choice("WHAT", ["pass", "stop"]),
                help: "when the tape cannot be written: pass lets traffic go on, and the tape tells the gap; stop ends",
                defaultText: "pass"),
            listen, socks, transparent, allow, proxyUser, contract, baseURL, configuration,
            Option("reverse", .text("URL"), help: "send every request to this server"), connectTo, upstreamAuthority,
            authorityFolder,
            Option(
                "mark", .text("KEY=VALUE"), isRepeatable: true,
                help: "the app's state for the whole run, such as tracking=off"), upstreamProxy, http1, lenientUpstream,
            strictTargets, passthrough, noAutoPassthrough,
        ] + toServers, passthrough: command)

    private static let replay = Verb(
        "replay", "answer from tapes alone",
        discussion: """
            Equal requests get their recorded answers one after the other. A request that is not on the tape gets a \
            503 that explains the nearest one, and the run fails. With --on-miss origin the real server is asked for \
            it, but never with a click ID that the tape gave out. WebSockets are played turn by turn: a recorded \
            message is sent when the client has said as many as stood before it. A message of the client that differs \
            from the tape's is told and counted, and the run fails. Ends with one line:

              replayed 145, missed 0, not played 0, upstream connects: 0
            """,
        options: [
            listen, socks, transparent, allow, proxyUser, authorityFolder,
            Option(
                "on-miss", .choice("WHAT", ["fail", "origin"]),
                help: "fail: answer 503; origin: ask the real server", defaultText: "fail"),
            Option("reverse", .text("URL"), help: "take requests in origin form as if for this server"), connectTo,
            upstreamAuthority, upstreamProxy, http1, lenientUpstream, strictTargets,
        ] + toServers, positionals: [Positional(.file("FILE"), .oneOrMore, help: "tapes, played one after the other")],
        passthrough: command)

    private static let verify = Verb(
        "verify", "judge tapes by the contract",
        discussion: """
            Each rule passes, fails, is not-observed (with what would show it), not-applicable, or needs-config (with \
            the name or mark that is missing). A rule that cannot see its evidence never passes.

            Several tapes are judged as one recording of one device, in the order in which they began: the first is \
            A, the next B, and B#12 is exchange 12 of B. An app keeps its visitor_id from tape to tape until a tape \
            says launch=reinstall (or launch=install) at its beginning.

              fita verify monday.fita tuesday.fita --mark B:launch=reinstall
            """,
        options: [
            contract, baseURL, configuration, reportFormat, language, reportFile, reveal,
            Option("each", help: "judge each tape for itself"),
            Option(
                "follow",
                help: "a recording under way: findings as they happen, the judgement at its end or an interrupt"),
            tapeMark,
        ],
        positionals: [Positional(.file("FILE"), .oneOrMore, help: "tapes")])

    private static let leaks = Verb(
        "leaks", "find identity and secrets, whatever they are dressed in",
        discussion: """
            Learns visitor IDs, session IDs, click IDs, the bundle and locations from the first party's requests, \
            derives their forms (spellings, digests, digests of digests, digests with known salts, fragments), and \
            searches every request to another host through its layers: percent, base64, hex, compression, JSON in \
            strings, JWT, protobuf; and what is no request: the messages of WebSockets, the hosts of connections that \
            passed unread, the names that TLS asked for. Such a value may stand at the first party alone, but for a \
            bundle that the SDK did not add; one of --secrets, or a --value of another kind (bundle=...), may stand \
            nowhere on the tape. Values are printed as tokens. DNS is on no tape; a packet capture of the same hour \
            shows what was asked in clear (--capture).

              fita leaks run.fita --value idfa=9F3C7D0A-... --secrets secrets.txt

            With --unredacted it says whether a tape may be given out, to a repository too: Scripts/hooks/pre-commit.
            """,
        options: [
            contract, baseURL, configuration,
            Option(
                "value", .text("KIND=VALUE"), isRepeatable: true,
                help: "look for this too: visitor_id, session_id, mk_cid, app_bundle, or any name such as idfa"),
            Option("secrets", .file("FILE"), help: "a secret each line that may stand nowhere on the tape"),
            Option(
                "salt", .text("VALUE"), isRepeatable: true,
                help: "what digests may be mixed with, besides the app's own"),
            Option(
                "capture", .file("PCAP"), isRepeatable: true,
                help: "search the names in this packet capture too: of DNS, TLS, QUIC and Host"),
            Option(
                "unredacted",
                help:
                    "an identity at the first party is a leak too, unless fita redact made the tape and it is as it was"
            ),
            format, reveal,
        ],
        positionals: [Positional(.file("FILE"), .oneOrMore, help: "tapes")])

    private static let redact = Verb(
        "redact", "a copy of a tape to show to others: fakes for personal values, the same findings",
        discussion: """
            Replaces visitor IDs, session IDs, click IDs, cookies and client addresses by fakes of the same format, in \
            every disguise that fita leaks finds: the digest of a value becomes the digest of its fake. Places move by \
            a multiple of 0.01 degrees. Before anything is written two things are proven: no replaced value is found \
            in the copy, and fita verify says the same of both tapes.

              fita redact run.fita -o shown.fita --key project.key
            """,
        options: [
            contract, baseURL, configuration,
            Option("output", short: "o", .file("FILE"), help: "the cassette to write; it must not exist"),
            Option(
                "key", .file("FILE"), help: "secret bytes: tapes redacted with the same ones have the same fakes",
                defaultText: "a key for this run alone"),
            Option("bundle", help: "replace the app's bundle too"),
            Option(
                "value", .text("NAME=VALUE"), isRepeatable: true, help: "replace this too, such as idfa=9F3C7D0A-..."),
            Option(
                "salt", .text("VALUE"), isRepeatable: true,
                help: "what digests may be mixed with, besides the app's own"),
        ],
        positionals: [Positional(.file("FILE"), help: "a tape")])

    private static let audit = Verb(
        "audit", "a report for others: coverage, answer, findings, who learned what, every rule",
        discussion: """
            The same tapes, configuration and version give the same report, byte for byte. With --sign a statement \
            and its signature (Ed25519) are written beside the report; fita evidence check holds them against the \
            tapes.

              fita audit report run.fita --lang pt-BR --format html --output report.html --sign me.key
              fita audit diff tracking-off.fita tracking-on.fita
              fita audit covary run.fita -- ./app-under-test
            """,
        subverbs: [
            Verb(
                "report", "judge tapes, and write it down",
                options: [
                    contract, baseURL, configuration, reportFormat, language, reportFile,
                    Option("sign", .file("KEY"), help: "sign the report with this private key"), tapeMark, reveal,
                ], positionals: [Positional(.file("FILE"), .oneOrMore, help: "tapes; several are judged as one")]),
            Verb(
                "diff", "what two runs tell differently, and which rule allows or forbids it",
                discussion: """
                    Two runs of one app: tracking off and on, consent no and yes, child and adult. Roles of the ad \
                    server and other hosts are compared one by one. A difference that a rule forbids is status 1.

                    A run of several tapes is judged as one, as fita verify does; -- stands between the runs:

                      fita audit diff off.fita on.fita
                      fita audit diff off-1.fita off-2.fita -- on-1.fita on-2.fita
                    """,
                options: [contract, baseURL, configuration, format, language, reportFile, reveal],
                positionals: [
                    Positional(.file("FILE"), .oneOrMore, help: "the tape of each run; before --, those of the one")
                ], passthrough: Passthrough("FILE", help: "the tapes of the other run")),
            Verb(
                "covary", "play a tape to a command under two identities: what follows them at third parties",
                discussion: """
                    Four runs, each answered from the tape alone: identity A, B, A, B. What third parties get is a \
                    finding where it is the same in both runs of an identity and another under the other, whatever \
                    transform made it so. The command is told its identity by FITA_COVARY_SEED (a number) and \
                    FITA_COVARY_VISITOR_ID (a UUID), both the same in the runs of one identity; FITA_COVARY_IDENTITY \
                    is A or B, FITA_COVARY_RUN is 1 to 4. All else it makes up must be the same in each run, or it \
                    varies on its own and cannot be judged. A request that is not on the tape gets the answer of the \
                    most alike one left. Status 4 where the first party got the same under both identities, or no \
                    request to a third party is in all runs.

                      fita audit covary run.fita -- fita reference-sdk run --scenario video
                    """,
                options: [
                    Option(
                        "listen", .text("ADDR:PORT"), help: "where the command reaches the proxy",
                        defaultText: "127.0.0.1, a free port"),
                    authorityFolder, contract, baseURL, configuration, format, language, reportFile,
                    Option("keep", .file("DIR"), help: "keep the tapes of the four runs there"), reveal,
                ], positionals: [tape], passthrough: command),
            Verb("schema", "the JSON Schema of the report"),
        ])

    private static let evidence = Verb(
        "evidence", "signing keys, checks of signed reports, and proofs of single exchanges",
        discussion: """
            A tape's root is the top of a hash tree (RFC 6962) over its items. One exchange can be shown and proven \
            without the others.

              fita evidence key me.key
              fita evidence check report.html run.fita --key me.key.pub
              fita evidence prove run.fita 12 > exchange-12.json
            """,
        subverbs: [
            Verb("key", "make a signing key", positionals: [Positional(.file("NEW"), help: "the private key's file")]),
            Verb(
                "check", "whether a signed report, or the proof of an exchange, is what it says",
                options: [
                    contract, baseURL, configuration,
                    Option("key", .file("PUB"), help: "the signer's public key"),
                    Option("root", .text("HEX"), help: "the root that a proof must lead to"),
                ],
                positionals: [
                    Positional(.file("FILE"), help: "the report, or a proof"),
                    Positional(.file("TAPE"), .zeroOrMore, help: "the tapes of the report"),
                ]),
            Verb(
                "prove", "one exchange, and the hashes that lead from it to the tape's root", options: [reportFile],
                positionals: [tape, Positional(.text("N"), help: "the number of the exchange")]),
        ])

    private static let list = Verb(
        "list", "one line for each exchange of a tape", options: [format, contract, baseURL, configuration, reveal],
        positionals: [tape])

    private static let show = Verb(
        "show", "the exchanges of a tape, whole", options: [contract, baseURL, configuration, reveal],
        positionals: [tape, Positional(.text("N"), .zeroOrMore, help: "only these exchanges, by number")])

    private static let clicks = Verb(
        "clicks", "the way of each click, hop by hop, and what is left of its ID",
        discussion: """
            From /click by redirects and by pages that move on, to the landing, an app or a store. The states of \
            mk_cid: absent, intact, altered, duplicated, in-fragment, nested (in a URL inside the URL), recoded.
            """,
        options: [format, contract, baseURL, configuration, reveal], positionals: [tape])

    private static let rules = Verb(
        "rules", "every rule, with family, severity and clause", options: [configuration, format, language])

    private static let explain = Verb(
        "explain", "one rule in full", options: [configuration, language],
        positionals: [Positional(.text("CODE"), help: "such as MK-042")])

    private static let consent = Verb(
        "consent", "what a consent string says, and what is wrong with it",
        discussion: """
            Reads a TC string (TCF 2.0 to 2.3), a GPP string or a US Privacy string, and grades structure, policy and \
            date apart. A grade of error is status 1.

              fita consent CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA
            """,
        options: [format], positionals: [Positional(.text("STRING"), help: "as it stands in the app's storage")])

    private static let config = Verb(
        "config", "the names and readings that the guide leaves open",
        discussion: """
            A file fita.json holds them: base URL, paths, names of parameters, formats of zones and tokens, \
            severities, readings of what the guide leaves open.

              fita config learn run.fita > fita.json
            """,
        subverbs: [
            Verb(
                "check", "say what is wrong with a configuration",
                positionals: [Positional(.file("FILE"), .zeroOrOne, help: "the file; else fita.json")]),
            Verb("show", "the configuration in force, every key", options: [configuration, baseURL]),
            Verb("schema", "the JSON Schema of the file"),
            Verb(
                "learn", "propose a configuration from a tape; the evidence goes to standard error",
                positionals: [tape]),
        ])

    private static let witness = Verb(
        "witness", "hold the network's own record against a tape",
        discussion: """
            Reads a capture file, or watches an interface until interrupted, and tells which connections did not go \
            through fita: pinned, hard-coded, QUIC, or by another way.

              fita witness capture.pcap --tape run.fita
            """,
        options: [Option("tape", .file("FILE"), help: "the tape recorded at the same time")],
        positionals: [Positional(.file("FILE|IFACE"), help: "a pcap or pcapng file, or a network interface")])

    private static let mark = Verb(
        "mark", "tell a recording under way the app's state",
        discussion: """
            The verifier reads tracking=on|off, child_directed=0|1, collect_location=0|1, cmp=present|absent, \
            IABTCF_gdprApplies=..., IABTCF_TCString=... and launch=... (a new process; launch=reinstall where nothing \
            of the app's storage is left). Any other is kept as a note.
            """,
        options: [
            Option(
                "proxy", .text("URL"), help: "the recording proxy",
                defaultText: "FITA_PROXY, else http_proxy, else http://127.0.0.1:8080")
        ], positionals: [Positional(.text("KEY=VALUE"), .oneOrMore, help: "the marks")])

    private static let ca = Verb(
        "ca", "the certificate authority of this installation", options: [authorityFolder],
        subverbs: [
            Verb("path", "the path of its certificate"), Verb("show", "its name, fingerprint and files"),
        ])

    private static let fsck = Verb("fsck", "say whether a tape is whole", positionals: [tape])

    private static let repair = Verb(
        "repair", "keep all that is whole of a damaged tape", positionals: [tape])

    private static let pack = Verb(
        "pack", "make the cassette of a journal whose recorder died",
        positionals: [Positional(.file("JOURNAL"), help: "the .fitaj file")])

    private static let demo = Verb(
        "demo", "record, verify, find a leak, replay and witness, on this machine",
        options: [
            Option(
                "output", short: "o", .file("DIR"), help: "where the tapes go", defaultText: "a new temporary folder"),
            Option("scenario", .text("NAME"), help: "the story to live through", defaultText: "full-run"),
        ])

    private static let standIn = Verb(
        "stand-in", "the demo's ad servers and advertiser, alone",
        options: [
            Option("listen", .text("ADDR:PORT"), help: "for http", defaultText: "127.0.0.1:0"),
            Option("tls-listen", .text("ADDR:PORT"), help: "for https", defaultText: "127.0.0.1:0"),
            Option("ca-out", .file("FILE"), help: "write its authority here, for --upstream-ca"),
            Option("fault", .text("NAME"), isRepeatable: true, help: "break one thing"),
            Option("list-faults", help: "name the faults"), Option("log", help: "print a line for each request"),
        ])

    private static let referenceSDK = Verb(
        "reference-sdk", "the headless engine that follows the public guide",
        subverbs: [
            Verb(
                "run", "live through a scenario",
                options: [
                    Option("scenario", .text("NAME"), help: "the story", defaultText: "full-run"),
                    Option("part", .text("N"), help: "only this part of a story for several tapes"),
                    Option("device", .file("FILE"), help: "what apps keep from part to part"),
                    Option("fault", .text("NAME"), isRepeatable: true, help: "break one rule, by name or code"),
                    baseURL,
                    Option("seed", .text("N"), help: "of every made-up value", defaultText: "1"),
                    Option(
                        "identity-seed", .text("N"), help: "of the visitor and session IDs alone",
                        defaultText: "FITA_COVARY_SEED, else --seed"),
                    Option("clock-scale", .text("N"), help: "how many times as fast it lives", defaultText: "50"),
                ]),
            Verb("bypass", "send one request past the proxy", options: [baseURL]),
            Verb("scenarios", "name the scenarios"), Verb("faults", "name the faults"),
        ])

    private static let rehearse = Verb(
        "rehearse", "every scenario and every fault, and what the verifier said of each",
        options: [
            Option("output", short: "o", .file("DIR"), help: "keep the tapes there"),
            Option("twins", .file("DIR"), help: "write the smallest holding and breaking cassette of each rule there"),
        ],
        positionals: [Positional(.text("NAME"), .zeroOrMore, help: "only these scenarios, faults or codes")])

    private static let completions = Verb(
        "completions", "a completion script for a shell",
        positionals: [Positional(.choice("SHELL", ["bash", "zsh", "fish"]), help: "bash, zsh or fish")])
}
