import ContentCoding
import InnerCodings

/// A way to look deeper into some bytes.
enum Layer: Hashable, Sendable {
    case inner(InnerCoding)
    /// By the content's own mark, or tried blindly.
    case content(ContentCodingName)
    case protobufField
    case grpcMessage

    /// It has a sign of its own; a run of letters may be base64 or a word.
    var isEvident: Bool {
        switch self {
        case .inner(let coding):
            [.percent, .stringEscapes, .characterReferences, .quotedPrintable, .byteArray, .utf16].contains(coding)
        case .content: true
        case .protobufField, .grpcMessage: false
        }
    }

    var name: String {
        switch self {
        case .inner(let coding): coding.rawValue
        case .content(let coding): "\(coding)"
        case .protobufField: "protobuf-field"
        case .grpcMessage: "grpc-message"
        }
    }
}

/// A range that may be so coded.
struct LayerCandidate {
    let layer: Layer
    let range: Range<Int>
    /// The range is all of a value, not a guess at where it begins.
    var isWhole = true
}
