import ContentCoding
import InnerCodings

/// A way to look deeper into some bytes.
enum Layer: Hashable, Sendable {
    case inner(InnerCoding)
    /// By the content's own mark, or tried blindly.
    case content(ContentCodingName)
    case protobufField
    case grpcMessage

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
