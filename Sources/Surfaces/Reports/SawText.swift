import HTTPModel
import IdentityTrace
import SDKContracts
import Verification

/// What a finding saw, as text: personal values as tokens unless revealed.
struct SawText {
    let mask: Mask
    let names: [FieldKind: [String]]
    /// A longer value is cut.
    static let longestValue = 200

    func text(_ saw: Saw) -> String {
        saw.pieces.map { piece in
            switch piece {
            case .text(let text), .words(let text): mask.masked(SafeText.text(text))
            case .known(let value, let shown):
                value.kind.isPersonal && !mask.reveals ? mask.token(value) : cut(shown)
            case .unknown(let kind, let bytes): mask.reveals ? cut(bytes) : "{\(names[kind]?.first ?? "value"):?}"
            }
        }.joined()
    }

    private func cut(_ bytes: [UInt8]) -> String {
        let text = SafeText.text(bytes.prefix(Self.longestValue))
        return bytes.count > Self.longestValue ? text + "…" : text
    }
}

extension EvidencePlace {
    /// `query app_bundle, bytes 88–117`.
    var text: String {
        let what: String
        switch surface {
        case .header where part == .responseHead: what = "response field"
        case .header: what = "field"
        case .referer: return "Referer, bytes \(range.lowerBound)–\(range.upperBound)"
        case .json where part == .responseContent: what = "answer"
        case .body where part == .responseContent: what = "answer"
        case .body where part == .webSocketMessage: what = "WebSocket"
        case .json: what = "JSON"
        default: what = surface.rawValue
        }
        let named = name.isEmpty ? what : "\(what) \(SafeText.text(name))"
        return "\(named), bytes \(range.lowerBound)–\(range.upperBound)"
    }
}
