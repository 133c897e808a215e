/// A value met on a walk through a tree.
package struct JSONStep: Sendable {
    /// JSON Pointer of the value (RFC 6901); "" for the root.
    package let pointer: String
    /// The member the value belongs to; nil for the root and for elements of an array.
    package let member: JSONMember?
    package let node: JSONNode
}

extension JSONNode {
    /// The value a JSON Pointer names (RFC 6901), or nil. Of duplicate members the first is taken.
    package func pointer(_ pointer: String) -> JSONNode? {
        if pointer.isEmpty { return self }
        guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
        var node = self
        for token in pointer.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let name = Self.unescaped(token), let next = node.child(name) else { return nil }
            node = next
        }
        return node
    }

    private func child(_ token: [UInt8]) -> JSONNode? {
        switch kind {
        case .object:
            return first(token)
        case .array(let elements):
            let hasLeadingZero = token.count > 1 && token[0] == UInt8(ascii: "0")
            guard !hasLeadingZero, token.allSatisfy({ $0 &- 0x30 < 10 }),
                let index = Int(String(decoding: token, as: UTF8.self)), elements.indices.contains(index)
            else { return nil }
            return elements[index]
        default:
            return nil
        }
    }

    private static func unescaped(_ token: some Collection<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var isEscape = false
        for byte in token {
            switch (isEscape, byte) {
            case (false, UInt8(ascii: "~")): isEscape = true
            case (false, _): result.append(byte)
            case (true, UInt8(ascii: "0")), (true, UInt8(ascii: "1")):
                result.append(byte == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
                isEscape = false
            case (true, _): return nil
            }
        }
        return isEscape ? nil : result
    }

    /// Visits this value and all below it, each before its children, in document order.
    package func walk(_ visit: (JSONStep) -> Void) {
        visit(JSONStep(pointer: "", member: nil, node: self))
        walkChildren(below: "", visit)
    }

    private func walkChildren(below parent: String, _ visit: (JSONStep) -> Void) {
        for member in members {
            let step = JSONStep(pointer: parent + "/" + Self.escaped(member.name), member: member, node: member.value)
            visit(step)
            member.value.walkChildren(below: step.pointer, visit)
        }
        for (index, element) in elements.enumerated() {
            let step = JSONStep(pointer: "\(parent)/\(index)", member: nil, node: element)
            visit(step)
            element.walkChildren(below: step.pointer, visit)
        }
    }

    private static func escaped(_ name: [UInt8]) -> String {
        var result: [UInt8] = []
        for byte in name {
            switch byte {
            case UInt8(ascii: "~"): result += Array("~0".utf8)
            case UInt8(ascii: "/"): result += Array("~1".utf8)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
