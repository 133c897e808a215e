import CassetteFormat
import TestTape

/// Tapes of the rules on consent signals and on hosts, as small as they can be.
enum ConsentTapes {
    static let none = "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"
    static let all = "CPXxRfAPXxRfAAfKABENB-CgAP_AAP_AAAYgAAAAAAAA"
    static let optedIn = "CPtGDMAPtGDMALMAAAENA_C_AAAAAAAAACiQAAAAAAAA"

    static let cassettes: [String: TapeBuilder] = [
        "host-disagreement/holds-one-host": hosts("px.example"),
        "host-disagreement/breaks-two-hosts": hosts("evil.example"),
        "url-host-ambiguous/holds-plain-tracker": told("https://px.example/i"),
        "url-host-ambiguous/breaks-backslash": told("https://ads.metrike.example\\@evil.example/i"),
        "consent-half-sent/holds-both": serve("&gdpr=1&gdpr_consent=\(all)"),
        "consent-half-sent/breaks-string-alone": serve("&gdpr_consent=\(all)"),
        "consent-string-unreadable/holds-whole": serve("&gdpr=1&gdpr_consent=\(all)"),
        "consent-string-unreadable/breaks-cut": serve("&gdpr=1&gdpr_consent=\(all.dropLast(12))"),
        "tracking-without-consent/holds-refused":
            serve("&gdpr=1&gdpr_consent=\(none)", answer: #"{"tracking":false}"#),
        "tracking-without-consent/breaks-allowed":
            serve("&gdpr=1&gdpr_consent=\(none)", answer: #"{"tracking":true}"#),
        "consent-macro-left/holds-replaced": pixel("gdpr=1&gdpr_consent=\(all)"),
        "consent-macro-left/breaks-left": pixel("gdpr=%24%7BGDPR%7D&gdpr_consent=%24%7BGDPR_CONSENT_755%7D"),
        "consent-altered-at-third-party/holds-stored": pixel("gdpr=1&gdpr_consent=\(all)", stored: all),
        "consent-altered-at-third-party/breaks-other": pixel("gdpr=1&gdpr_consent=\(none)", stored: all),
        "us-privacy-malformed/holds-four-characters": pixel("us_privacy=1YNN"),
        "us-privacy-malformed/breaks-three-characters": pixel("us_privacy=1YN"),
        "gpp-inconsistent/holds-one-signal": pixel("gpp=DBABTA~1YNN&gpp_sid=6&us_privacy=1YNN"),
        "gpp-inconsistent/breaks-two-signals": pixel("gpp=DBABTA~1YNN&gpp_sid=6&us_privacy=1YYN"),
        "serve-before-consent/holds-in-order": ordered,
        "cookie-without-consent/holds-without-cookies": cookies(""),
        "cookie-without-consent/breaks-set-cookie": cookies("Set-Cookie: uid=7\n"),
        "host-served-by-other/holds-own-address": served(at: "203.0.113.7:443"),
        "host-served-by-other/breaks-address-of-third-party": served(at: "198.51.100.1:443"),
    ]

    private static func cookies(_ field: String) -> TapeBuilder {
        var tape = serve("&gdpr=1&gdpr_consent=\(none)", answer: #"{"tracking":false}"#)
        tape.exchange("GET https://px.example/i\n\n", "HTTP/1.1 204 No Content\n\(field)\n")
        return tape
    }

    /// The ad server at one address, two third parties at others.
    private static func served(at address: String) -> TapeBuilder {
        var tape = TapeBuilder()
        let peers = [
            ("\(TapeBuilder.base)/serve?zone_id=12&\(tape.query)", address),
            ("https://px.example/i", "198.51.100.1:443"), ("https://py.example/i", "192.0.2.9:443"),
        ]
        for (index, (url, remote)) in peers.enumerated() {
            let certificate = String(repeating: "\(index)a", count: 32)
            tape.upstream(
                index + 1, to: url, at: remote, certificate: certificate, verification: "ok",
                names: [url.split(separator: "/")[1].description])
            tape.get(url)
            tape.changeLast { $0.upstream = index + 1 }
        }
        return tape
    }

    private static func hosts(_ host: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.exchange("GET https://px.example/i\nHost: \(host)\n\n", "HTTP/1.1 204 No Content\n\n")
        return tape
    }

    private static func told(_ url: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast([url]))
        return tape
    }

    private static func serve(_ extra: String, answer: String = "{}") -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(with: extra, answer: answer)
        return tape
    }

    private static func pixel(_ query: String, stored: String? = nil) -> TapeBuilder {
        var tape = TapeBuilder()
        if let stored { tape.mark("IABTCF_TCString", stored) }
        tape.get("https://px.example/i?\(query)")
        return tape
    }

    private static var ordered: TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("cmp", "present")
        tape.mark("IABTCF_gdprApplies", "0")
        tape.serve(with: "&gdpr=0")
        return tape
    }
}
