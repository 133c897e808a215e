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
    /// Who answered on the connection to the origin; nil where the tape does not tell.
    package let peer: PeerFacts?
    /// The status of the answer.
    package let status: Int?
    /// A browser engine's own request, by its User-Agent: a web view, the in-app browser.
    package let isFromBrowser: Bool
    /// The system's media player, by its User-Agent.
    package let isFromMediaPlayer: Bool
    private let fields: FieldIndex

    init(
        exchange: Exchange, head: RequestHead, target: TargetParts, host: String, party: Party, role: EndpointRole,
        parameters: [Parameter], fields: FieldIndex, requestContent: MessageContent, answer: MessageContent,
        answerKind: MediaKind, mediaSeconds: Double?, state: DeclaredState, hostDisagreement: String?, peer: PeerFacts?
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
        self.peer = peer
        status = exchange.response?.head.status
        let agent = head.first("user-agent") ?? []
        isFromBrowser = Self.isFromBrowser(head)
        isFromMediaPlayer = agent.starts(with: "AppleCoreMedia/".utf8)
        self.fields = fields
    }

    /// By the User-Agent, which every browser engine begins alike.
    package static func isFromBrowser(_ head: RequestHead) -> Bool {
        head.first("user-agent")?.starts(with: "Mozilla/".utf8) == true
    }

    package var number: Int { exchange.number }
    package var isFirstParty: Bool { party == .first }
    package var isThirdParty: Bool { party == .third }

    /// Every parameter that stands for the field, in the order query, cookie, content.
    package func fields(_ kind: FieldKind) -> ArraySlice<Parameter> { fields[kind] }

    package func has(_ kind: FieldKind) -> Bool { fields.has(kind) }

    package func value(_ kind: FieldKind) -> [UInt8]? { fields[kind].first?.value }

    /// The redirect's destination as sent, and its place in the response head.
    package var location: (bytes: ArraySlice<UInt8>, range: Range<Int>)? {
        guard let status, (300..<400).contains(status), let head = exchange.response?.head else { return nil }
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
