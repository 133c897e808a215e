import HTTPModel
import IdentityTrace
import SDKContracts

/// Words for what happened to a click ID on its way.
enum ClickDamage {
    /// `mk_cid is lost`, without a place.
    static func words(_ state: ClickIDState, _ reading: ClickIDReading, _ expected: [UInt8]?) -> String {
        switch state {
        case .absent: return "mk_cid is lost"
        case .duplicated: return "mk_cid is doubled (which one wins depends on the landing server)"
        case .inFragment: return "mk_cid is moved behind # (no server receives it)"
        case .recoded: return "mk_cid is encoded twice"
        case .intact, .nested, .altered:
            switch reading.occurrences.first?.spot {
            case .swallowed(let name): return "mk_cid became part of '\(name)'"
            case .escaped: return "mk_cid is renamed to amp;mk_cid (an HTML escape)"
            case .renamed(let name): return "mk_cid is renamed to \(name)"
            default: break
            }
            let value = reading.values.first ?? []
            let isCut = !value.isEmpty && expected.map { $0.starts(with: value) } == true
            return isCut ? "mk_cid is cut" : "mk_cid is altered"
        }
    }

    /// Why the hop may have done so, after a colon; empty where nothing shows it.
    static func explanation(
        _ step: ClickStep, _ link: ClickStep.Link, _ sighting: Sighting, _ name: String
    ) -> String {
        guard link.state == .absent else { return "" }
        if step.isInContent { return ": the ID was in the content, which a \(sighting.status ?? 0) does not pass on" }
        if let inner = InnerLink.all(in: sighting.target.bytes).first(where: { $0.swallows.contains(name) }) {
            return ": mk_cid belongs to the tracker, not to the landing, since '\(inner.name)' is not encoded"
        }
        if let move = CanonicalMove(from: sighting.url, to: link.read.destination) {
            let kept = move.kept.isEmpty ? "" : "kept \(move.kept.joined(separator: ", ")), "
            return ": it \(kept)dropped \(move.droppedText)"
        }
        let next = URLBytes(link.read.destination)
        guard next.normalizedHost == sighting.host else { return "" }
        let paths = [sighting.target.pathBytes, next.bytes[next.path]].map { String(display: $0) }
        return ": inside the site, between \(paths[0]) and \(paths[1])"
    }

    static func saw(_ reading: ClickIDReading, _ values: KnownValues) -> Saw {
        var pieces: [Saw.Piece] = []
        for occurrence in reading.occurrences.prefix(2) {
            pieces.append(.text(pieces.isEmpty ? "mk_cid=" : " mk_cid="))
            pieces.append(Saw.value(.clickID, occurrence.value, values))
        }
        return pieces.isEmpty ? .words("no mk_cid") : Saw(pieces)
    }
}

/// The parameter names of URLs.
enum QueryNames {
    /// Names under which ad systems carry click IDs of their own; link-tracking protections strip them.
    private static let tracked: Set = [
        "gclid", "gbraid", "wbraid", "dclid", "fbclid", "msclkid", "twclid", "ttclid", "igshid", "yclid", "li_fat_id",
        "mc_eid", "mkt_tok", "vero_id", "_hsenc", "_hsmi", "oly_anon_id", "oly_enc_id", "rb_clickid", "s_cid",
        "wickedid", "ScCid",
    ]

    static func all(in url: some Collection<UInt8>) -> [String] {
        let parts = URLBytes(url)
        var names: [String] = []
        for pair in parts.queryPairs {
            let name = String(display: PercentCoding.decoded(parts.bytes[pair.name], plusIsSpace: true))
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// Those of one URL that another lacks.
    static func missing(from url: some Collection<UInt8>, of other: some Collection<UInt8>) -> [String] {
        let names = all(in: other)
        if names.isEmpty { return [] }
        let kept = Set(all(in: url))
        return names.filter { !kept.contains($0) }
    }

    /// The names of other systems' click IDs, and the rest.
    static func partition(_ names: [String]) -> (tracked: [String], others: [String]) {
        (names.filter(tracked.contains), names.filter { !tracked.contains($0) })
    }
}

/// A redirect to another spelling of the same address: `www.`, https, a slash at the end.
struct CanonicalMove {
    /// Names of parameters.
    let kept: [String]
    let dropped: [String]
    private let change: String

    /// Nil where the address is another one.
    init?(from: [UInt8], to: [UInt8]) {
        let (old, new) = (URLBytes(from), URLBytes(to))
        guard let host = old.normalizedHost, let next = new.normalizedHost,
            Self.withoutWWW(host) == Self.withoutWWW(next)
        else { return nil }
        let (path, nextPath) = (Array(old.bytes[old.path]), Array(new.bytes[new.path]))
        guard Self.withoutSlash(path) == Self.withoutSlash(nextPath) else { return nil }
        if Self.withoutSlash(path).count < nextPath.count, path != nextPath {
            change = "while adding '/'"
        } else if path != nextPath {
            change = "while removing '/'"
        } else if host != next {
            change = "while going to \(next)"
        } else if old.webScheme != new.webScheme {
            change = "while going to \(new.webScheme?.rawValue ?? "")"
        } else {
            return nil
        }
        let missing = QueryNames.missing(from: to, of: from)
        dropped = missing
        kept = QueryNames.all(in: from).filter { !missing.contains($0) }
    }

    /// `mk_cid while adding '/'`.
    var droppedText: String { dropped.joined(separator: ", ") + " " + change }

    private static func withoutWWW(_ host: String) -> String {
        host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }

    private static func withoutSlash(_ path: [UInt8]) -> [UInt8] {
        path.last == UInt8(ascii: "/") ? path.dropLast() : path
    }
}
