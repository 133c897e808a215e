package import HTTPModel
import JSONText

/// Reads every named value of a request, with its place.
package struct ParameterReader: Sendable {
    package let limits: ContractLimits

    package init(limits: ContractLimits) {
        self.limits = limits
    }

    /// The query's, then the cookies', then the content's parameters. At most `limits.parameterCount`.
    package func parameters(head: RequestHead, target: TargetParts, content: MessageContent) -> [Parameter] {
        var result = pairs(target.bytes, target.queryPairs, part: .target, surface: .query)
        result += cookies(head)
        switch MediaKind(head: head, content: content.bytes) {
        case .json: result += json(content.bytes)
        case .form:
            let body = content.bytes
            result += pairs(
                body, NameValuePair.split(body, in: 0..<body.count), part: .requestContent, surface: .form)
        default: break
        }
        if result.count > limits.parameterCount { result.removeLast(result.count - limits.parameterCount) }
        return result
    }

    private func pairs(
        _ bytes: [UInt8], _ pairs: [NameValuePair], part: MessagePart, surface: Surface
    ) -> [Parameter] {
        pairs.map { pair in
            let name = PercentCoding.decoded(bytes[pair.name], plusIsSpace: true)
            let range = pair.value ?? pair.name.upperBound..<pair.name.upperBound
            return Parameter(
                name: name, value: PercentCoding.decoded(bytes[range], plusIsSpace: true),
                literal: pair.value == nil ? .missing : .text,
                place: EvidencePlace(part: part, surface: surface, name: String(display: name), range: range))
        }
    }

    /// `name=value` pairs of the Cookie fields (RFC 6265 §4.2.1).
    private func cookies(_ head: RequestHead) -> [Parameter] {
        var result: [Parameter] = []
        for field in head.fields where head.isField(field, "cookie") {
            var start = field.value.lowerBound
            while start < field.value.upperBound {
                let end =
                    head.bytes[start..<field.value.upperBound].firstIndex(of: UInt8(ascii: ";"))
                    ?? field.value.upperBound
                let pair = head.bytes[start..<end].trimmingOptionalWhiteSpace()
                if let equals = pair.firstIndex(of: UInt8(ascii: "=")) {
                    let name = Array(pair[..<equals])
                    result.append(
                        Parameter(
                            name: name, value: Array(pair[(equals + 1)...]), literal: .text,
                            place: EvidencePlace(
                                part: .requestHead, surface: .cookie, name: String(display: name),
                                range: equals + 1..<pair.endIndex)))
                }
                start = end + 1
            }
        }
        return result
    }

    /// Every scalar of a JSON text; a text that is not JSON has none.
    package func json(_ bytes: [UInt8], part: MessagePart = .requestContent) -> [Parameter] {
        guard let document = try? JSONParser(limits: limits.json).parse(bytes) else { return [] }
        var result: [Parameter] = []
        document.root.walk { step in
            guard let member = step.member, let (value, literal, range) = Self.scalar(step.node, document) else {
                return
            }
            result.append(
                Parameter(
                    name: member.name, value: value, literal: literal,
                    place: EvidencePlace(
                        part: part, surface: .json, name: step.pointer, range: range)))
        }
        return result
    }

    private static func scalar(
        _ node: JSONNode, _ document: JSONDocument
    ) -> ([UInt8], Parameter.Literal, Range<Int>)? {
        switch node.kind {
        case .object, .array: nil
        case .string(let text):
            // The quotes are syntax, not value.
            (text, .text, node.range.lowerBound + 1..<max(node.range.lowerBound + 1, node.range.upperBound - 1))
        case .number: (Array(document.literal(of: node)), .number, node.range)
        case .boolean(let value): (Array((value ? "true" : "false").utf8), .boolean, node.range)
        case .null: ([], .null, node.range)
        }
    }
}
