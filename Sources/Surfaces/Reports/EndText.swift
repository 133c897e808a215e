import CassetteFormat

extension ExchangeEnd {
    /// The machine's word.
    var word: String {
        switch self {
        case .complete: "complete"
        case .clientAborted: "client-aborted"
        case .originAborted: "origin-aborted"
        case .short: "short"
        case .originUnreachable: "origin-unreachable"
        case .originFault: "origin-fault"
        case .refused: "refused"
        case .recorderDied: "recorder-died"
        case .tunnelClosed: "tunnel"
        case .missed: "missed"
        }
    }

    /// What is known beyond the word.
    var detail: String? {
        switch self {
        case .originUnreachable(let code, let detail): detail.isEmpty ? code : "\(code): \(detail)"
        case .originFault(let text), .refused(let text): text
        default: nil
        }
    }
}
