package import CassetteFormat
package import HTTPModel

/// One exchange in the contract's terms: whose it is, what it asks, which fields it carries and where.
///
/// A class, though it never changes: every rule is handed it.
package final class Sighting: Sendable {
    package let exchange: Exchange
    package let head: RequestHead
    package let target: TargetParts
    /// Normalised: lower case, no trailing dot.
    package let host: String
    package let party: Party
    package let role: EndpointRole
    package let parameters: [Parameter]
    package let requestContent: MessageContent
    /// The answer's content where it is text; `.none` for media.
    package let answer: MessageContent
    package let answerKind: MediaKind
    /// How long the answered media file plays, by its own words, in seconds; nil where it is none or does not say.
    package let mediaSeconds: Double?
    /// What the marks before this exchange say.
    package let state: DeclaredState
    /// Where the host that was dialled, the Host field and the name that TLS asked for do not agree: in what. The
    /// request is then nobody's but a third party's.
    package let hostDisagreement: String?
    private let fieldIndex: [FieldKind: [Int]]

    init(
        exchange: Exchange, head: RequestHead, target: TargetParts, host: String, party: Party, role: EndpointRole,
        parameters: [Parameter], requestContent: MessageContent, answer: MessageContent, answerKind: MediaKind,
        mediaSeconds: Double?, state: DeclaredState, hostDisagreement: String?, fieldIndex: [FieldKind: [Int]]
    ) {
        self.exchange = exchange
        self.head = head
        self.target = target
        self.host = host
        self.party = party
        self.role = role
        self.parameters = parameters
        self.requestContent = requestContent
        self.answer = answer
        self.answerKind = answerKind
        self.mediaSeconds = mediaSeconds
        self.state = state
        self.hostDisagreement = hostDisagreement
        self.fieldIndex = fieldIndex
    }

    package var number: Int { exchange.number }
    package var isFirstParty: Bool { party == .first }
    package var isThirdParty: Bool { party == .third }

    /// Every parameter that stands for the field, in the order query, cookie, content.
    package func fields(_ kind: FieldKind) -> [Parameter] { (fieldIndex[kind] ?? []).map { parameters[$0] } }

    package func has(_ kind: FieldKind) -> Bool { fieldIndex[kind] != nil }

    package func value(_ kind: FieldKind) -> [UInt8]? { fieldIndex[kind]?.first.map { parameters[$0].value } }

    /// The kinds that are present, in the order of ``FieldKind``.
    package var kinds: [FieldKind] { fieldIndex.keys.sorted() }

    /// The field that a parameter stands for.
    package func kind(of parameter: Parameter) -> FieldKind? {
        fieldIndex.first { $0.value.contains { parameters[$0] == parameter } }?.key
    }

    /// A browser engine's own request, by its User-Agent: a web view, the in-app browser.
    package var isFromBrowser: Bool {
        head.first("user-agent").map { $0.starts(with: Array("Mozilla/".utf8)) } ?? false
    }

    /// The system's media player, by its User-Agent.
    package var isFromMediaPlayer: Bool {
        head.first("user-agent").map { $0.starts(with: Array("AppleCoreMedia/".utf8)) } ?? false
    }

    package var status: Int? { exchange.response?.head.status }

    /// The redirect's destination as sent, and its place in the response head.
    package var location: (bytes: ArraySlice<UInt8>, range: Range<Int>)? {
        guard let head = exchange.response?.head, (300..<400).contains(head.status) else { return nil }
        for field in head.fields where head.isField(field, "location") {
            return (head.bytes[field.value], field.value)
        }
        return nil
    }

    /// The URL that was asked for.
    package var url: [UInt8] {
        Array(exchange.origin.text.utf8) + target.bytes[target.path.lowerBound...]
    }

    /// `METHOD host/path`, without the query.
    package var summary: String {
        "\(String(display: head.methodBytes)) \(host)\(String(display: target.pathBytes))"
    }
}
