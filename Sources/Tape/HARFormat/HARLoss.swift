import CassetteFormat

/// A kind of thing that a file cannot tell of the wire, and where it was met.
package struct HARLoss: Sendable, Hashable {
    package enum Kind: UInt8, Sendable, CaseIterable {
        // Each exchange.
        case heads
        // Heads.
        case version, pseudoFields, pseudoDiffers, hostMade, userInformation, queryMade, spacesEscaped,
            fieldSplit, rawBytes, cookieMade, setCookieMissing, locationMade, redirectFollowed,
            contentTypeMade
        // Content.
        case requestContentMissing, responseContentMissing, contentMade, codingRemoved, lengthMade,
            transferCodingRemoved, sizeDiffers, charset, singleBytes, ambiguousBytes, replacedBytes,
            cachedContent
        // Exchanges.
        case noAnswer, tunnel, webSocketMessages, notSent, notHTTP
        // Time.
        case startMissing, timingsMissing, durationMissing
        // The whole file.
        case entryOrder, fieldOrder, fieldCase, cookiesRemoved
    }

    package let kind: Kind
    /// How many entries it concerns; 0 for a loss of the whole file.
    package fileprivate(set) var count: Int
    /// The first of them, from 1.
    package fileprivate(set) var entries: [Int]
}

/// Counts the losses of a file.
struct HARLossCount {
    private var counts = [HARLoss?](repeating: nil, count: HARLoss.Kind.allCases.count)
    private let listed: Int

    init(listed: Int) {
        self.listed = listed
    }

    mutating func add(_ kinds: HARLossSet, entry: Int) {
        var rest = kinds.bits
        while rest != 0 {
            let place = rest.trailingZeroBitCount
            rest &= rest - 1
            if counts[place] == nil {
                counts[place] = HARLoss(kind: HARLoss.Kind.allCases[place], count: 0, entries: [])
            }
            counts[place]?.count += 1
            if let count = counts[place]?.count, count <= listed { counts[place]?.entries.append(entry) }
        }
    }

    mutating func addWhole(_ kind: HARLoss.Kind) {
        counts[Int(kind.rawValue)] = HARLoss(kind: kind, count: 0, entries: [])
    }

    var all: [HARLoss] { counts.compactMap(\.self) }
}

/// Kinds of loss met in one entry.
struct HARLossSet {
    fileprivate(set) var bits: UInt64 = 0

    mutating func insert(_ kind: HARLoss.Kind) { bits |= 1 << UInt64(kind.rawValue) }

    func contains(_ kind: HARLoss.Kind) -> Bool { bits & (1 << UInt64(kind.rawValue)) != 0 }
}

extension HARLoss.Kind {
    /// For the operator; they stand in the notes of each exchange they concern.
    package var words: String {
        switch self {
        case .heads:
            """
            rebuilt from HAR: the bytes of the heads, connections, chunks and arrivals are not the wire's; \
            method, URL, field values and content are as the file tells them
            """
        case .version:
            "the head stands for one of HTTP/2 or HTTP/3, or of a version that is not told"
        case .pseudoFields:
            "pseudo fields such as :path are left out of the head"
        case .pseudoDiffers:
            "the pseudo fields name another target than the URL does; the URL is taken"
        case .hostMade:
            "the Host field is made from the URL"
        case .userInformation:
            "user information in the URL is left out of the target"
        case .queryMade:
            "the query is made from queryString: its escapes and order are not the wire's"
        case .spacesEscaped:
            "spaces in the URL are written as %20"
        case .fieldSplit:
            "a field told with line feeds is split into lines"
        case .rawBytes:
            "bytes that are not UTF-8 are taken back from half surrogates"
        case .cookieMade:
            "the Cookie field is made from the list of cookies"
        case .setCookieMissing:
            "cookies of the answer are told without their Set-Cookie fields"
        case .locationMade:
            "the Location field is made from redirectURL"
        case .redirectFollowed:
            "the answer is told with a redirect that it does not have: the tool followed it"
        case .contentTypeMade:
            "the Content-Type field is made from mimeType"
        case .requestContentMissing:
            "the request's content is not in the file"
        case .responseContentMissing:
            "the answer's content is not in the file"
        case .contentMade:
            "the request's content is made from params: its escapes and order are not the wire's"
        case .codingRemoved:
            "the content is told without its coding: the Content-Encoding field is left out"
        case .lengthMade:
            "the Content-Length field is made to fit the content"
        case .transferCodingRemoved:
            "a transfer coding other than chunked is left out"
        case .sizeDiffers:
            "the content has not the size that the file states"
        case .charset:
            "the content is told as text: its bytes were of another charset"
        case .singleBytes:
            "the content is read as one byte a character, as its stated size asks"
        case .ambiguousBytes:
            "the content may stand for other bytes: UTF-8 is taken"
        case .replacedBytes:
            "the writer had put U+FFFD in place of bytes"
        case .cachedContent:
            "content from the tool's cache is left out: the wire's answer had none"
        case .noAnswer:
            "no answer is told"
        case .tunnel:
            "a tunnel: what passed in it is not told here"
        case .webSocketMessages:
            "WebSocket messages are not read"
        case .notSent:
            "left out: answered inside the tool, never on the wire"
        case .notHTTP:
            "left out: the URL is not one of http or https"
        case .startMissing:
            "no start is told: it is put at the start of the entry before"
        case .timingsMissing:
            "no timings are told: the answer's head is put at the answer's end"
        case .durationMissing:
            "no duration is told"
        case .entryOrder:
            """
            the entries do not stand in the order in which the requests began; exchanges are numbered by that order
            """
        case .fieldOrder:
            "all field lines are sorted by name: the wire's order was not kept"
        case .fieldCase:
            "all field names are in lower case: the wire's spelling was not kept"
        case .cookiesRemoved:
            "no entry has a cookie: browsers leave out cookies and authorization on export"
        }
    }
}

extension HARLoss.Kind {
    /// What a judge cannot rest on because of it.
    ///
    /// - Parameter ofAnswer: whether the content is the answer's.
    func tapeLosses(ofAnswer: Bool) -> TapeLosses {
        switch self {
        case .pseudoDiffers, .queryMade, .spacesEscaped: .target
        case .requestContentMissing: .requestContent
        case .responseContentMissing: .answerContent
        case .contentMade: .requestBytes
        case .charset, .ambiguousBytes, .replacedBytes, .sizeDiffers: ofAnswer ? .answerBytes : .requestBytes
        case .redirectFollowed: .redirect
        case .locationMade: .location
        case .cookiesRemoved: .cookies
        case .startMissing: .times
        case .heads, .version, .pseudoFields, .hostMade, .userInformation, .fieldSplit, .rawBytes, .cookieMade,
            .setCookieMissing, .contentTypeMade, .codingRemoved, .lengthMade, .transferCodingRemoved, .singleBytes,
            .cachedContent, .timingsMissing, .durationMissing, .noAnswer, .tunnel, .webSocketMessages, .notSent,
            .notHTTP, .entryOrder, .fieldOrder, .fieldCase:
            []
        }
    }
}
