/// What is done where a bad input leaves the choice (decision 0025).
package enum HostileChoice: Equatable, Sendable {
    /// So many requests go on.
    case pass(Int)
    /// Refused with this status.
    case refuse(Int)

    /// By the id of the request.
    package static let requests: [String: HostileChoice] = [
        "req-te-underscore": .pass(1),  // Another field by name; it passes as any unknown field does.
        "req-cl-twice-same": .refuse(400),  // Merging would change the message, passing it on would leave two readings.
        "req-cl-list-same": .refuse(400),  // As above.
        "req-chunk-trailer-framing": .refuse(400),  // Dropping trailer fields would change the body's bytes.
        "req-chunk-trailer-looks-like-request": .pass(1),  // It is one valid field.
        "req-version-1-2": .refuse(505),  // What such a peer may send more is not known.
        "req-method-lowercase": .pass(1),  // Methods are case-sensitive tokens; an unknown one is the origin's matter.
        "req-target-9000": .pass(1),  // Ad tags are long.
        "req-target-backslash": .pass(1),  // In a path it is one opaque byte more.
        "req-target-https-absolute-plain": .pass(1),  // It is asked over TLS.
        "req-conn-nominates-host": .refuse(400),  // No honest client takes Host or the framing out of its own message.
        "req-conn-nominates-length": .refuse(400),  // As above.
        "req-expect-twice": .refuse(417),  // Two expectations are not the one that is known.
        "req-trace-max-forwards-0": .refuse(501),  // The proxy does not answer TRACE for anyone.
        // Via is not ours to judge by: fita adds none, and a request to itself ends at its pages.
        "req-via-loop": .pass(1),
        "req-xff-100k": .pass(1),  // Under the limits.
    ]

    /// Byte-exactness decides where the file has another wish: both ends must read these messages the same way as they
    /// are, so they pass as they came. The first is to be refused, the others accepted and rewritten.
    package static let passesAsItCame: Set<String> = [
        "req-target-high-bytes",  // Raw UTF-8 in a target: ad tags send it, and an opaque byte has one reading.
        "req-chunk-ext-plain",  // A chunk extension within its limit has no meaning to the message.
        "req-cl-leading-zeros",  // 0010 is ten to every reader that keeps to the grammar (RFC 9110 §8.6: 1*DIGIT).
    ]

    /// Over HTTP/2, where a row leaves the choice or names a flood that may be borne: the end of the connection, the
    /// stream's, or the answer's status.
    package static let http2: [String: String] = [
        // The decoder stops at four times the limit of a head: what one field is named 32,000 times for is not decoded.
        "hpack-bomb": "goaway ENHANCE_YOUR_CALM",
        "h2-priority-flood": "goaway ENHANCE_YOUR_CALM",  // It has a budget, as each frame that carries no work.
        // A request whose two names of its host differ has two readings.
        "h2-host-differs": "status 400",
        "h2-cookie-crumbs": "goaway ENHANCE_YOUR_CALM",  // As the bomb: over four times the limit when decoded.
        // Streams refused for being too many count as resets do: who opens three hundred of them is not heard any more.
        "h2-open-400-streams": "goaway ENHANCE_YOUR_CALM",
        "h2-preface-wrong": "goaway PROTOCOL_ERROR",  // No HTTP/2 was spoken, but this says what was expected.
    ]

    /// Requests to fita's own pages that have another answer than the row's: there is no interface to steer fita by, so
    /// there is no token to lack and no route to be kept from. Nothing is read or changed before the answer.
    package static let pages: [String: Int] = [
        "web-no-token": 404,  // There is no such page, with a token or without.
        "web-rebind-host": 400,  // Whoever names another host has taken the proxy for a server; the text says so.
        "web-rebind-host-suffix": 400,  // As above.
        "web-csrf-form": 404,  // There is no such page.
        "web-csrf-text-json": 404,
        "web-csrf-get-side-effect": 404,
        "web-fetch-metadata": 404,
        "web-ws-foreign-origin": 404,
    ]

    /// Hellos of clients: what comes back.
    package static let hellos: [String: String] = [
        "tls-down-sni-other-host": "hello",  // The leaf is for the name asked for; the server is CONNECT's.
        "tls-down-sni-path": "alert internal_error",  // No leaf is made for what is no host name.
        "tls-down-sni-nul": "alert unrecognized_name",
        "tls-down-sni-255plus": "alert unrecognized_name",
        "tls-down-sni-ip": "hello",  // The leaf has an address, not a name.
        "tls-down-one-byte-records": "hello",  // They are put together before the name is looked at.
        "tls-down-appdata-first": "closed",  // It is no hello, so no TLS has begun that could have an alert.
        "tls-down-handshake-16m": "alert illegal_parameter",  // Refused at its announcement, before anything is kept.
        "tls-down-heartbeat": "hello",  // The hello is a good one; what follows it is never answered.
        "tls-down-alpn-only-h3": "hello",  // It goes on without ALPN, as HTTP/1.1.
    ]

    /// The kind of error of a server, where the row names another or leaves it open.
    package static let upstreamKinds: [String: String] = [
        // No group of a finite field is offered at all, so how small it is never comes up.
        "tls-up-dh1024": "tls-no-common-cipher",
        // Nothing without forward secrecy is offered; the server finds no suite that it has.
        "tls-up-static-rsa": "tls-no-common-cipher",
    ]

    /// Names as the host of a request.
    package static let hosts: [String: Bool] = [
        "name-parent-inside-ok": false,  // A slash is in no host.
        "name-percent-twice": false,  // Nothing is decoded, and a percent sign is in no host.
        "name-reserved": true,  // A host like any other: no file is named after it.
        "name-case-pair": true,  // Hosts are compared in lower case, so that it is one with the other.
        "name-nfc-nfd": false,  // A host is told in ASCII.
        "name-not-utf8": false,  // As above.
    ]

    /// Names as those of a certificate.
    package static let certificateNames: [String: Bool] = [
        "name-dash": false,  // A label does not begin with a hyphen (RFC 1123 §2.1).
        "name-parent-inside-ok": false, "name-percent-twice": false, "name-reserved": true, "name-case-pair": true,
        "name-nfc-nfd": false, "name-not-utf8": false,
    ]
}
