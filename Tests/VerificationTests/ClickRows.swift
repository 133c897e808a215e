import TestTape
import Verification

/// One pitfall of click-ID propagation, as a recording shows it: the exchanges, and what the judgement must say.
struct ClickRow: Sendable {
    enum Saying: Sendable {
        /// A finding of this rule whose message has these words.
        case finding(String, String)
        /// A remark under this rule.
        case remark(String, String)
        /// The rule's outcome, where nothing is to be said.
        case outcome(String, RuleVerdict.Outcome)
        /// A failure that the coverage names.
        case coverage(String)
    }

    let code: String
    let what: String
    /// The state that the last hop's request or link is in, where the walk speaks of the row.
    var states: [String] = []
    let says: [Saying]
    let tape: @Sendable (inout TapeBuilder) -> Void

    static let id = "c1a2b3c4"
    static let landing = "https://shop.example/offer?a=1&mk_cid=c1a2b3c4"

    /// A request of the in-app browser, answered with a redirect or a page.
    static func visit(
        _ tape: inout TapeBuilder, _ url: String, status: Int = 302, to location: String? = nil, page: String? = nil,
        method: String = "GET", fields: String = "", content: String = ""
    ) {
        let answer =
            location.map { "HTTP/1.1 \(status) Found\nLocation: \($0)\n\n" }
            ?? "HTTP/1.1 200 OK\nContent-Type: text/html\n\n\(page ?? "<title>x</title>")"
        tape.exchange("\(method) \(url)\nUser-Agent: \(TapeBuilder.safari)\n\(fields)\n\(content)", answer)
    }

    /// `/click` to a redirector, which answers with `location`; then the address it leads to, if it is one.
    static func chain(
        _ code: String, _ what: String, through url: String = "https://go.example/r?mk_cid=c1a2b3c4&k=1",
        to location: String, then next: String? = nil, states: [String] = [], says: [Saying]
    ) -> ClickRow {
        ClickRow(code: code, what: what, states: states, says: says) { tape in
            tape.click(to: url)
            visit(&tape, url, to: location)
            if let next { visit(&tape, next) }
        }
    }

    static func click(_ code: String, _ what: String, to location: String, states: [String] = [], says: [Saying])
        -> ClickRow
    {
        ClickRow(code: code, what: what, states: states, says: says) { $0.click(to: location) }
    }
}

extension ClickRow {
    static let all: [ClickRow] =
        [
            chain(
                "CL-01", "a redirector drops the incoming query", to: "https://shop.example/offer",
                then: "https://shop.example/offer", states: ["intact", "intact", "absent", "absent"],
                says: [.finding("MK-173", "mk_cid is lost at go.example (302), hop 2")]),
            chain(
                "CL-02", "some parameters survive a trailing slash",
                through: "https://shop.example/offer?k=1&mk_cid=c1a2b3c4", to: "https://shop.example/offer/?k=1",
                states: ["intact", "intact", "absent"],
                says: [.finding("MK-173", "hop 2: it kept k, dropped mk_cid while adding '/'")]),
            chain(
                "CL-02", "another parameter is lost on the way to www",
                through: "https://shop.example/offer?k=1&mk_cid=c1a2b3c4",
                to: "https://www.shop.example/offer?mk_cid=c1a2b3c4",
                says: [.remark("MK-173", "#2: shop.example kept mk_cid, dropped k while going to www.shop.example")]),
            click(
                "CL-03", "the parameter is appended after #", to: "https://shop.example/#/offer?mk_cid=c1a2b3c4",
                states: ["in-fragment"], says: [.finding("MK-171", "mk_cid is behind #: no server receives it")]),
            chain(
                "CL-03", "a redirector appends it after #", to: "https://shop.example/#top&mk_cid=c1a2b3c4",
                states: ["intact", "intact", "in-fragment"],
                says: [.finding("MK-173", "mk_cid is moved behind # (no server receives it) at go.example")]),
            ClickRow(
                code: "CL-04", what: "the destination is cut at #",
                says: [
                    .finding("MK-172", "the destination is not the campaign's URL: the fragment is gone"),
                    .finding("MK-172", "(fragment cut at ads.metrike.example)"),
                ]
            ) { tape in
                tape.serve(answer: #"{"ad":"fill-0001","landing_url":"https://shop.example/offer?a=1#top"}"#)
                tape.click(to: landing, with: "&ad=fill-0001")
            },
            ClickRow(
                code: "CL-05", what: "the next address has no fragment and inherits it",
                says: [.remark("MK-173", "#2: the fragment of #1's link passes on to the next address")]
            ) { tape in
                tape.click(to: landing + "#top")
                visit(&tape, landing, to: "/item?mk_cid=c1a2b3c4")
            },
            ClickRow(
                code: "CL-06", what: "the client sends the fragment",
                says: [.coverage("the client sent the fragment (broken URL parser)")]
            ) { tape in
                tape.click(to: landing + "#top")
                tape.refused("GET /offer?a=1&mk_cid=c1a2b3c4#top HTTP/1.1\r\n", at: "https://shop.example")
            },
            click(
                "CL-07", "a second ? swallows it", to: "https://shop.example/?a=1?mk_cid=c1a2b3c4", states: ["altered"],
                says: [.finding("MK-171", "mk_cid is part of the value of a: a second ? or an & is wrong")]),
            chain(
                "CL-07", "a redirector's second ? swallows it", to: "https://shop.example/?a=1?mk_cid=c1a2b3c4",
                states: ["intact", "intact", "altered"],
                says: [.finding("MK-173", "mk_cid became part of 'a' at go.example")]),
            ClickRow(
                code: "CL-08", what: "the value is encoded twice", states: ["intact", "intact", "recoded"],
                says: [.finding("MK-173", "mk_cid is encoded twice at go.example (302), hop 2")]
            ) { tape in
                tape.click(to: "https://go.example/r?mk_cid=a%2Fb%3D1234")
                visit(
                    &tape, "https://go.example/r?mk_cid=a%2Fb%3D1234",
                    to: "https://shop.example/?mk_cid=a%252Fb%253D1234")
            },
            chain(
                "CL-08", "the nested URL is encoded twice",
                to: "https://trk.example/?u=https%253A%252F%252Fshop.example%252F%253Fmk_cid%253Dc1a2b3c4",
                states: ["intact", "intact", "recoded"], says: [.finding("MK-173", "mk_cid is encoded twice")]),
            chain(
                "CL-09", "a nested URL is decoded once too often",
                through: "https://go.example/r?mk_cid=c1a2b3c4&u=https%3A%2F%2Fshop.example%2F%3Fx%3D1%26y%3D2",
                to: "https://trk.example/?mk_cid=c1a2b3c4&u=https://shop.example/?x=1&y=2",
                says: [.finding("MK-187", "the inner link 'u' lost y: it was decoded twice (go.example, hop 2)")]),
            chain(
                "CL-10", "a raw space", to: "https://shop.example/?q=two words&mk_cid=c1a2b3c4",
                says: [.finding("MK-185", "the link of hop 2 at go.example has unescaped bytes")]),
            chain(
                "CL-10", "a byte beyond ASCII", to: "https://shop.example/?q=verão&mk_cid=c1a2b3c4",
                says: [.finding("MK-185", "unescaped bytes")]),
            click(
                "CL-11", "HTML escaping is left in the URL", to: "https://shop.example/?a=1&amp;mk_cid=c1a2b3c4",
                states: ["altered"],
                says: [.finding("MK-171", "mk_cid is called amp;mk_cid: the URL was HTML-escaped")]),
            chain(
                "CL-11", "a redirector escapes HTML", to: "https://shop.example/?a=1&amp;mk_cid=c1a2b3c4",
                states: ["intact", "intact", "altered"],
                says: [.finding("MK-173", "mk_cid is renamed to amp;mk_cid (an HTML escape) at go.example")]),
            chain(
                "CL-12", "https:// loses a slash in the nested URL",
                through: "https://go.example/r?mk_cid=c1a2b3c4&adurl=https%3A%2F%2Fshop.example%2F",
                to: "https://trk.example/?mk_cid=c1a2b3c4&adurl=https%3A/shop.example/",
                says: [.finding("MK-187", "the target URL in 'adurl' is damaged: one slash follows its scheme")]),
            click(
                "CL-13", "the nested URL is not encoded",
                to: "https://trk.example/?dest=http://shop.example/?x=1&mk_cid=c1a2b3c4", states: ["intact"],
                says: [.finding("MK-187", "mk_cid belongs to the tracker, not to the landing: 'dest' is not encoded")]),
            chain(
                "CL-13", "so the tracker keeps it to itself",
                through: "https://trk.example/?dest=http://shop.example/?x=1&mk_cid=c1a2b3c4",
                to: "http://shop.example/?x=1", states: ["intact", "intact", "absent"],
                says: [.finding("MK-173", "mk_cid belongs to the tracker, not to the landing, since 'dest'")]
            ),
            chain(
                "CL-14", "the link had one already", to: "https://shop.example/?mk_cid=old12345&mk_cid=c1a2b3c4",
                states: ["intact", "intact", "duplicated"],
                says: [.finding("MK-173", "mk_cid is doubled (which one wins depends on the landing server)")]),
            click(
                "CL-15", "case changed at /click", to: "https://shop.example/?MK_CID=c1a2b3c4", states: ["altered"],
                says: [.finding("MK-171", "mk_cid is called MK_CID")]),
            chain(
                "CL-15", "name changed at a redirector", to: "https://shop.example/?mk-cid=c1a2b3c4",
                states: ["intact", "intact", "altered"],
                says: [.finding("MK-173", "mk_cid is renamed to mk-cid at go.example")]),
            ClickRow(
                code: "CL-16", what: "the redirect may be cached",
                says: [.finding("MK-188", "the redirect may be cached (max-age=600): clicks will share one id")]
            ) { tape in
                tape.exchange(
                    "GET \(TapeBuilder.base)/click?\(tape.query)\nUser-Agent: \(TapeBuilder.safari)\n\n",
                    "HTTP/1.1 302 Found\nCache-Control: max-age=600\nLocation: \(landing)\n\n")
            },
            ClickRow(
                code: "CL-17", what: "the ID in the content is lost at a 302", states: ["intact", "intact", "absent"],
                says: [.finding("MK-173", "mk_cid is lost at go.example (302), hop 2: the ID was in the content")]
            ) { tape in
                tape.click(to: "https://go.example/r?mk_cid=c1a2b3c4")
                visit(
                    &tape, "https://go.example/r", to: "https://shop.example/", method: "POST",
                    fields: "Content-Type: application/x-www-form-urlencoded\n", content: "mk_cid=c1a2b3c4")
            },
            ClickRow(
                code: "CL-17", what: "a 307 sends the content to another host",
                says: [.remark("MK-173", "#3: the ID in the content was disclosed to shop.example")]
            ) { tape in
                tape.click(to: "https://go.example/r?mk_cid=c1a2b3c4")
                let form = "Content-Type: application/x-www-form-urlencoded\n"
                visit(
                    &tape, "https://go.example/r", status: 307, to: "https://shop.example/?n=1", method: "POST",
                    fields: form, content: "mk_cid=c1a2b3c4")
                visit(&tape, "https://shop.example/?n=1", method: "POST", fields: form, content: "mk_cid=c1a2b3c4")
            },
        ] + pages + surroundings

    private static let step = "step 2 at go.example is a page, not a redirect; universal links stop working here"

    /// CL-18: each way in which a page moves on.
    private static let pages: [ClickRow] = [
        #"<meta http-equiv="refresh" content="0; url=https://shop.example/offer?a=1&amp;mk_cid=c1a2b3c4">"#,
        #"<script>location.href = 'https:\/\/shop.example/offer?a=1\u0026mk_cid=c1a2b3c4'</script>"#,
        #"<script>window.open("https://shop.example/offer?a=1&mk_cid=c1a2b3c4", "_self")</script>"#,
    ].map { page in
        ClickRow(
            code: "CL-18", what: page, states: ["intact", "intact", "intact", "intact"],
            says: [.finding("MK-189", step), .outcome("MK-173", .pass)]
        ) { tape in
            tape.click(to: "https://go.example/r?mk_cid=c1a2b3c4")
            visit(&tape, "https://go.example/r?mk_cid=c1a2b3c4", page: page)
            visit(&tape, landing)
        }
    }

    private static let surroundings: [ClickRow] = [
        ClickRow(
            code: "CL-19", what: "a universal link opened in the browser",
            says: [.remark("MK-175", "link opened in the browser; the app, if it is there, did not get mk_cid")]
        ) { tape in
            tape.get("https://shop.example/.well-known/apple-app-site-association", json: #"{"applinks":{}}"#)
            tape.click(to: landing)
            visit(&tape, landing)
        },
        click(
            "CL-20", "a custom scheme ends the chain", to: "shop://item?mk_cid=c1a2b3c4", states: ["intact"],
            says: [
                .outcome("MK-173", .notObserved), .outcome("MK-175", .pass),
                .remark("MK-175", "the chain ends in an app: what follows makes no traffic, and is not judged"),
            ]),
        ClickRow(
            code: "CL-21", what: "the conversion has an older click's ID",
            says: [.finding("MK-178", "the conversion carries the mk_cid of #1, 60 s before; #2 is the latest")]
        ) { tape in
            tape.click(to: "https://shop.example/?mk_cid=older123")
            tape.wait(milliseconds: 59_800)
            tape.click(to: landing)
            tape.conversion(with: #","mk_cid":"older123""#)
        },
        ClickRow(
            code: "CL-22", what: "the landing's own redirect loses it", states: ["intact", "intact", "absent"],
            says: [.finding("MK-173", "inside the site, between /offer and /item/42")]
        ) { tape in
            tape.click(to: landing)
            visit(&tape, landing, to: "/item/42")
        },
        ClickRow(
            code: "CL-22", what: "the landing's own link loses it",
            says: [.finding("MK-190", "mk_cid is lost inside shop.example, between /offer and /cart")]
        ) { tape in
            tape.click(to: landing)
            visit(&tape, landing)
            visit(&tape, "https://shop.example/cart", fields: "Referer: \(landing)\n")
            tape.conversion()
        },
        ClickRow(
            code: "CL-23", what: "the browser strips known click IDs",
            says: [
                .remark("MK-173", "#2: the browser removed gclid, fbclid; custom names pass for now"),
                .outcome("MK-173", .pass),
            ]
        ) { tape in
            tape.click(to: "https://shop.example/?gclid=g1&fbclid=f1&mk_cid=c1a2b3c4")
            visit(&tape, "https://shop.example/?mk_cid=c1a2b3c4")
        },
        ClickRow(
            code: "CL-24", what: "a privacy tool strips by pattern",
            says: [
                .remark("MK-173", "#2: the client removed utm_source, as privacy tools do"), .outcome("MK-173", .pass),
            ]
        ) { tape in
            tape.click(to: "https://shop.example/?utm_source=x&mk_cid=c1a2b3c4")
            visit(&tape, "https://shop.example/?mk_cid=c1a2b3c4")
        },
        click(
            "CL-25", "an App Store page", to: "https://apps.apple.com/app/id1?mk_cid=c1a2b3c4", states: ["intact"],
            says: [
                .remark("MK-175", "store pages do not pass mk_cid to the installed app: install attribution is not")
            ]),
        click(
            "CL-25", "the store's own scheme", to: "itms-apps://apps.apple.com/app/id1?mk_cid=c1a2b3c4",
            says: [.remark("MK-175", "store pages do not pass mk_cid"), .outcome("MK-175", .notObserved)]),
        ClickRow(
            code: "CL-26", what: "a click tracker leads to the landing as well",
            says: [
                .finding(
                    "MK-191",
                    "two parties navigate to shop.example: the click tracker trk.example as well as /click;"
                )
            ]
        ) { tape in
            ClickTapes.video(&tape, tracker: "https://shop.example/offer?a=1")
        },
        ClickRow(
            code: "CL-27", what: "the destination stands in the link",
            says: [.finding("MK-192", "the click endpoint redirects anywhere: it goes to the URL in 'to'")]
        ) { tape in
            tape.click(to: "https://evil.example/x?mk_cid=c1a2b3c4", with: "&to=https%3A%2F%2Fevil.example%2Fx")
        },
        ClickRow(
            code: "CL-28", what: "the ID goes to a third party's pixel",
            says: [.finding("MK-182", "mk_cid sent to a host outside the click chain")]
        ) { tape in
            tape.click(to: landing)
            visit(&tape, landing)
            visit(&tape, "https://pixel.example/t?x=c1a2b3c4")
        },
        chain(
            "CL-29", "backslashes", to: #"https:\\shop.example\offer?mk_cid=c1a2b3c4"#,
            says: [.finding("MK-186", "ambiguous link at go.example, hop 2: a browser and a generic reader")]),
        chain(
            "CL-29", "a lost slash", to: "https:/shop.example/offer?mk_cid=c1a2b3c4",
            says: [.finding("MK-186", "ambiguous link")]),
        chain(
            "CL-29", "a relative Location is not ambiguous", to: "../offer?mk_cid=c1a2b3c4",
            then: "https://go.example/offer?mk_cid=c1a2b3c4",
            states: ["intact", "intact", "intact", "intact"],
            says: [.outcome("MK-186", .pass), .outcome("MK-173", .pass)]),
        chain(
            "CL-29", "a scheme-relative Location is not ambiguous", to: "//shop.example/offer?mk_cid=c1a2b3c4",
            then: "https://shop.example/offer?mk_cid=c1a2b3c4", says: [.outcome("MK-186", .pass)]),
        ClickRow(
            code: "CL-30", what: "a long Location", says: [.finding("MK-193", "URL too long at hop 2: 81")]
        ) { tape in
            tape.click(to: "https://go.example/r?mk_cid=c1a2b3c4")
            let pad = String(repeating: "x", count: 8100)
            visit(&tape, "https://go.example/r?mk_cid=c1a2b3c4", to: "https://shop.example/?mk_cid=c1a2b3c4&pad=\(pad)")
        },
        ClickRow(
            code: "CL-31", what: "a double tap",
            says: [.finding("MK-194", "two clicks in 100 ms: the second id wins")]
        ) { tape in
            tape.click(to: landing, with: "&ad=1")
            tape.click(to: "https://shop.example/?mk_cid=d5e6f7a8", with: "&ad=1")
        },
        ClickRow(
            code: "CL-32", what: "a link preview",
            says: [.finding("MK-195", "click counted for facebookexternalhit")]
        ) { tape in
            tape.exchange(
                "GET \(TapeBuilder.base)/click?\(tape.query)\nUser-Agent: facebookexternalhit/1.1\n\n",
                "HTTP/1.1 302 Found\nLocation: \(landing)\n\n")
        },
    ]
}

enum ClickTapes {
    /// A video ad whose tracker answers with `tracker`, and its click.
    static func video(_ tape: inout TapeBuilder, tracker: String?) {
        let markup = """
            <VAST version="3.0"><Ad id="a"><InLine><AdSystem>s</AdSystem><AdTitle>t</AdTitle><Creatives>
            <Creative><Linear>
            <Duration>00:00:10</Duration><VideoClicks><ClickThrough>\(TapeBuilder.base)/click?ad=v1</ClickThrough>
            <ClickTracking>https://trk.example/c?v=1</ClickTracking></VideoClicks></Linear></Creative></Creatives>
            </InLine></Ad></VAST>
            """
        tape.vast(answer: markup)
        tape.get("https://trk.example/c?v=1", redirect: tracker)
        tape.exchange(
            "GET \(TapeBuilder.base)/click?ad=v1&\(tape.query)\nUser-Agent: \(TapeBuilder.safari)\n\n",
            "HTTP/1.1 302 Found\nLocation: \(ClickRow.landing)\n\n")
    }
}
