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
    ]

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
