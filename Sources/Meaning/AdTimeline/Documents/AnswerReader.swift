import HTTPModel
import JSONText
import SDKContracts

/// Reads what a `/serve` answer tells: URLs, the zone's refusal, values that later requests repeat.
struct AnswerReader {
    let configuration: ContractConfiguration
    let limits: ContractLimits
    let keyCount: Int

    struct Reading {
        var told: [ToldURL] = []
        var refusal = Fill.Refusal.absent
        var refusalPlace: EvidencePlace?
        var keys: Set<[UInt8]> = []
    }

    func read(_ sighting: Sighting) -> Reading {
        var reading = Reading()
        guard sighting.answer.isRead else {
            reading.refusal = .unread
            return reading
        }
        guard let document = try? JSONParser(limits: limits.json).parse(sighting.answer.bytes) else {
            if !sighting.answer.bytes.isEmpty { reading.refusal = .unread }
            return reading
        }
        let lines = LineIndex(sighting.answer.bytes)
        if let node = document.root.pointer(configuration.trackingPointer) {
            reading.refusal = Self.refusal(node, document)
            reading.refusalPlace = EvidencePlace(
                part: .responseContent, surface: .json, name: configuration.trackingPointer, range: node.range)
        }
        document.root.walk { step in
            if let text = step.node.text {
                readString(text, step, lines, sighting, into: &reading)
            } else if step.node.integer != nil, let member = step.member,
                configuration.joinKeys.contains(String(display: member.name))
            {
                reading.keys.insert(Array(document.literal(of: step.node)))
            }
        }
        return reading
    }

    private static func refusal(_ node: JSONNode, _ document: JSONDocument) -> Fill.Refusal {
        guard let value = node.boolean else { return .odd(Array(document.literal(of: node).prefix(64))) }
        return value ? .allowed : .refused
    }

    private func readString(
        _ text: [UInt8], _ step: JSONStep, _ lines: LineIndex, _ sighting: Sighting, into reading: inout Reading
    ) {
        let range = step.node.range.lowerBound + 1..<max(step.node.range.lowerBound + 1, step.node.range.upperBound - 1)
        func add(_ url: [UInt8], _ role: ToldRole) {
            reading.told.append(
                ToldURL(
                    document: sighting.number, line: lines.line(of: range.lowerBound),
                    place: EvidencePlace(
                        part: .responseContent, surface: .json, name: step.pointer, range: range),
                    role: role, url: url, breakReference: nil))
        }
        if let url = URLReference.absolute(text, from: sighting) {
            add(url, .answerLink(pointer: step.pointer))
        } else if text.contains(UInt8(ascii: "<")) {
            for url in URLReference.urls(inMarkup: text) { add(url, .creative) }
        } else if reading.keys.count < keyCount, isKey(text, step) {
            reading.keys.insert(text)
        }
    }

    /// An opaque value: configured by name, or at least eight letters, digits and marks, a digit among them.
    private func isKey(_ text: [UInt8], _ step: JSONStep) -> Bool {
        if let member = step.member, configuration.joinKeys.contains(String(display: member.name)) { return true }
        guard configuration.joinKeys.isEmpty, (8...128).contains(text.count) else { return false }
        let isOpaque = text.allSatisfy {
            ASCII.isDigit($0) || ASCII.lowercased($0) &- 0x61 < 26 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
        return isOpaque && text.contains(where: ASCII.isDigit)
    }
}
