import CassetteFormat
package import IdentityTrace
package import LeakSearch
package import SDKContracts

/// What had to be undone at a place to read what stands there, and where that is at each layer.
package struct DecodedPlace: Sendable, Hashable {
    package let place: EvidencePlace
    /// From the outside in; the first counts in the bytes of the place's part.
    package let layers: [UndoneLayer]
    /// In the bytes under the last layer.
    package let innermost: Range<Int>
}

/// A breach at one place of one exchange.
package struct Finding: Sendable, Hashable {
    package let code: String
    package let slug: String
    package internal(set) var severity: Severity
    package let clause: Clause
    /// The exchange the evidence is in.
    package let exchange: Int
    /// `METHOD host/path` of that exchange, without the query.
    package let request: String
    /// Where the evidence stands; empty where it is an absence. The first is the telling one.
    package let places: [EvidencePlace]
    /// Of the places, those that were read by undoing codings.
    package let decoded: [DecodedPlace]
    package let saw: Saw
    package let cause: Cause
    /// What is wrong, in one sentence without personal values.
    package let message: String
    /// What to do.
    package let toDo: String
    /// What the tape lost of the exchange.
    let lost: [RuleNeed: TapeLosses]

    package init(
        _ rule: RuleDescription, at sighting: Sighting, places: [EvidencePlace] = [], decoded: [DecodedPlace] = [],
        saw: Saw, cause: Cause, message: String, toDo: String, severity: Severity? = nil
    ) {
        code = rule.code
        slug = rule.slug
        self.severity = severity ?? rule.severity
        clause = rule.clause
        exchange = sighting.number
        request = sighting.summary
        self.places = places
        self.decoded = decoded
        self.saw = saw
        self.cause = cause
        self.message = message
        self.toDo = toDo
        lost =
            sighting.exchange.losses.isEmpty
            ? [:] : Dictionary(uniqueKeysWithValues: rule.needs.map { ($0, $0.lost(of: sighting)) })
    }
}

/// What stood there, personal values kept apart so that a report can mask them.
package struct Saw: Sendable, Hashable {
    package enum Piece: Sendable, Hashable {
        /// As it was recorded, or a name.
        case text(String)
        /// What the rule says of its own accord.
        case words(String)
        /// A known value; `shown` is how it was written.
        case known(KnownValue, shown: [UInt8])
        /// A personal value that is not known from elsewhere.
        case unknown(FieldKind, [UInt8])
    }

    package var pieces: [Piece]

    package init(_ pieces: [Piece]) {
        self.pieces = pieces
    }

    package static func text(_ text: String) -> Saw { Saw([.text(text)]) }

    package static func words(_ text: String) -> Saw { Saw([.words(text)]) }

    package static let nothing = Saw([])

    /// `name=value` of each parameter, parted by spaces.
    package static func fields(_ fields: [(FieldKind, Parameter)], _ values: KnownValues) -> Saw {
        var pieces: [Piece] = []
        for (kind, parameter) in fields {
            let name = String(decoding: parameter.name, as: UTF8.self)
            pieces.append(.text((pieces.isEmpty ? "" : " ") + name + "="))
            pieces.append(value(kind, parameter.value, values))
        }
        return Saw(pieces)
    }

    package static func value(_ kind: FieldKind, _ bytes: [UInt8], _ values: KnownValues) -> Piece {
        if let known = values.known(kind, bytes) { return .known(known, shown: bytes) }
        return kind.isPersonal && !bytes.isEmpty ? .unknown(kind, bytes) : .text(String(decoding: bytes, as: UTF8.self))
    }
}

/// Who put the evidence there.
package enum Cause: Sendable, Hashable {
    /// The SDK: the line that asked does not have it.
    case sdkAttached(absentFrom: String)
    /// The SDK made the request; no document of the recording asked for it.
    case sdkSent
    /// The SDK left it out.
    case sdkOmitted
    /// It stands in the server's answer, at this label (`#212:41`).
    case serverSupplied(at: String)
    /// The server's answer itself is what is wrong.
    case serverAnswer
    /// It stands in the redirect of this exchange.
    case redirect(exchange: Int)
    case referer
    case cookie
    /// A macro of the line that asked was replaced by it.
    case expandedMacro(String, at: String)
    /// A browser engine in the app made the request, for a page or its script; no document of the recording asked.
    case webView
    /// Not known: no document of the recording asked for the request.
    case unjoined

    /// The machine's word for it.
    package var kind: String {
        switch self {
        case .sdkAttached: "sdk-attached"
        case .sdkSent: "sdk-sent"
        case .sdkOmitted: "sdk-omitted"
        case .serverSupplied: "server-supplied"
        case .serverAnswer: "server-answer"
        case .redirect: "redirect"
        case .referer: "referer"
        case .cookie: "cookie"
        case .expandedMacro: "expanded-macro"
        case .webView: "web-view"
        case .unjoined: "unknown"
        }
    }

    package var text: String {
        switch self {
        case .sdkAttached(let label): "sdk-attached: absent from the line that asked (\(label))"
        case .sdkSent: "sdk-sent: the request is the SDK's own"
        case .sdkOmitted: "sdk-omitted: the SDK's own request lacks it"
        case .serverSupplied(let label): "server-supplied: stands in the answer (\(label))"
        case .serverAnswer: "server-answer: the server answered so"
        case .redirect(let exchange): "redirect: stands in the Location of #\(exchange)"
        case .referer: "referer: the client named the page it came from"
        case .cookie: "cookie: stands in the Cookie field"
        case .expandedMacro(let macro, let label): "expanded-macro: \(macro) of \(label) was replaced by it"
        case .webView: "web-view: a browser engine in the app asked on its own, no document of this recording did"
        case .unjoined: "unknown: no document of this recording asked for the request"
        }
    }
}
