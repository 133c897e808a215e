import CassetteFormat
import HTTPModel
import SDKContracts

/// What learning keeps of one exchange.
struct LearnedRequest: Sendable {
    enum Answer: Sendable {
        case none
        /// The texts and numbers of a JSON object, by member name; whether an absolute URL is among them.
        case json([Parameter], hasURL: Bool)
        case vast, vmap
        case redirect(location: [UInt8])
    }

    let number: Int
    let origin: ServerOrigin
    let host: String
    let method: String
    let path: String
    /// Without cookies.
    let parameters: [Parameter]
    let answer: Answer
    /// Ad markup of this recording had told its address.
    let isTold: Bool
    let isFromBrowser: Bool

    init(_ sighting: Sighting, isTold: Bool, limits: LearningLimits) {
        number = sighting.number
        origin = sighting.exchange.origin
        host = sighting.host
        method = String(display: sighting.head.methodBytes)
        path = String(display: sighting.target.pathBytes)
        parameters = sighting.parameters.filter { $0.place.surface != .cookie }
        self.isTold = isTold
        isFromBrowser = sighting.isFromBrowser
        answer = Self.answer(sighting, limits)
    }

    private static func answer(_ sighting: Sighting, _ limits: LearningLimits) -> Answer {
        if let location = sighting.location { return .redirect(location: Array(location.bytes)) }
        guard sighting.status == 200, sighting.answer.isRead, !sighting.answer.bytes.isEmpty else { return .none }
        switch sighting.answerKind {
        case .json:
            let texts = ParameterReader(limits: limits.contract).json(sighting.answer.bytes, part: .responseContent)
            guard !texts.isEmpty else { return .none }
            let hasURL = texts.contains { URLBytes($0.value).origin != nil }
            return .json(Array(texts.prefix(limits.answerTextCount)), hasURL: hasURL)
        case .xml:
            return MarkupRoot(sighting.answer.bytes).answer
        default: return .none
        }
    }

    /// The path up to and with its last slash, where something follows it.
    var directory: String? {
        guard let slash = path.lastIndex(of: "/"), path.index(after: slash) < path.endIndex else { return nil }
        return String(path[...slash])
    }

    func evidence(_ parameter: Parameter? = nil) -> LearningEvidence {
        LearningEvidence(exchange: number, place: parameter?.place)
    }

    func first(named name: [UInt8]) -> Parameter? { parameters.first { $0.name == name } }
}

/// The outermost element of ad markup.
private struct MarkupRoot {
    let answer: LearnedRequest.Answer

    /// How far into the text the element may begin: after a declaration, comments, white space.
    private static let reach = 1024

    init(_ bytes: [UInt8]) {
        let start = bytes.prefix(Self.reach)
        func holds(_ word: StaticString) -> Bool {
            let count = word.utf8CodeUnitCount
            return start.indices.contains {
                start.endIndex - $0 >= count && ASCII.equalsIgnoringCase(start[$0..<($0 + count)], word)
            }
        }
        answer = holds("<vmap:vmap") || holds("<vmap") ? .vmap : holds("<vast") ? .vast : .none
    }
}
