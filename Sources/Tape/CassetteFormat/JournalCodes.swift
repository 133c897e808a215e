extension Ingress {
    /// The byte that stands for it in a journal.
    var journalCode: UInt8 {
        switch self {
        case .absolute: 0
        case .connect: 1
        case .connectPlain: 2
        case .tunnel: 3
        case .reverse: 4
        case .socks: 5
        case .transparent: 6
        }
    }

    init?(journalCode: UInt8) {
        guard let value = Ingress.allCases.first(where: { $0.journalCode == journalCode }) else { return nil }
        self = value
    }
}

extension ExchangeEnd {
    /// The byte that stands for it in a journal, and its texts.
    var journalCode: (UInt8, String, String) {
        switch self {
        case .complete: (0, "", "")
        case .clientAborted: (1, "", "")
        case .originAborted: (2, "", "")
        case .short: (3, "", "")
        case .originUnreachable(let code, let detail): (4, code, detail)
        case .originFault(let text): (5, text, "")
        case .refused(let text): (6, text, "")
        case .recorderDied: (7, "", "")
        case .tunnelClosed: (8, "", "")
        case .missed: (9, "", "")
        }
    }

    init?(journalCode: UInt8, _ first: String, _ second: String) {
        switch journalCode {
        case 0: self = .complete
        case 1: self = .clientAborted
        case 2: self = .originAborted
        case 3: self = .short
        case 4: self = .originUnreachable(code: first, detail: second)
        case 5: self = .originFault(first)
        case 6: self = .refused(first)
        case 7: self = .recorderDied
        case 8: self = .tunnelClosed
        case 9: self = .missed
        default: return nil
        }
    }
}
