package import PacketWire

/// The comparison for people.
package enum WitnessText {
    package static func page(_ report: WitnessReport, comparesTape: Bool) -> String {
        var text = ""
        for line in report.unexplained {
            guard case .unexplained(let cause) = line.verdict else { continue }
            text += "unexplained  \(flow(line.flow))\n             \(cause.rawValue)\n"
        }
        for line in report.ignored {
            guard case .ignored(let kind) = line.verdict else { continue }
            text += "set aside    \(flow(line.flow))  (\(kind.rawValue))\n"
        }
        if !report.unwitnessedClients.isEmpty, comparesTape {
            text += "not captured: \(report.unwitnessedClients.count) connections that the tape knows\n"
        }
        if !comparesTape { text += "no tape was given: every flow is unexplained (--tape FILE)\n" }
        return text + report.summary + "\n"
    }

    private static func flow(_ flow: Flow) -> String {
        let name = (flow.name?.bytes ?? flow.resolvedName).map { " \(printable($0))" } ?? ""
        let transport = flow.transport == .tcp ? "tcp" : "udp"
        return
            "\(transport)\(name) \(flow.initiator) -> \(flow.responder), "
            + "\(flow.bytesSent) bytes out, \(flow.bytesReceived) in"
    }

    /// Names come from packets: anything may be in them.
    private static func printable(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.prefix(253).map { $0 > 0x20 && $0 < 0x7F ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}
