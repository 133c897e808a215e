import Foundation

/// The part of JSON Schema that the published schemas use.
struct SchemaCheck {
    let root: [String: Any]

    init(_ text: String) throws {
        root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }

    /// What is wrong with the text; empty where it is valid.
    func faults(in json: [UInt8]) throws -> [String] {
        let value = try JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed)
        return faults(value, root, "")
    }

    private func faults(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
        if let reference = schema["$ref"] as? String {
            let name = reference.replacingOccurrences(of: "#/$defs/", with: "")
            guard let target = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else {
                return ["\(path): no definition \(name)"]
            }
            return faults(value, target, path)
        }
        if let choices = schema["anyOf"] as? [[String: Any]] {
            return choices.contains { faults(value, $0, path).isEmpty } ? [] : ["\(path): none of the choices"]
        }
        var result: [String] = []
        if let constant = schema["const"] as? String, value as? String != constant { result.append("\(path): const") }
        if let words = schema["enum"] as? [String] {
            if !words.contains(value as? String ?? "") { result.append("\(path): \(value) is not in the list") }
        }
        let types = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
        if !types.isEmpty, !types.contains(where: { isOf($0, value) }) { result.append("\(path): not \(types)") }
        if let object = value as? [String: Any] {
            for name in schema["required"] as? [String] ?? [] where object[name] == nil {
                result.append("\(path): lacks \(name)")
            }
            for (name, member) in object {
                if let inner = (schema["properties"] as? [String: Any])?[name] as? [String: Any] {
                    result += faults(member, inner, "\(path)/\(name)")
                } else if schema["properties"] != nil {
                    result.append("\(path): \(name) is not published")
                }
            }
        }
        if let array = value as? [Any] {
            if let least = schema["minItems"] as? Int, array.count < least { result.append("\(path): too few") }
            if let most = schema["maxItems"] as? Int, array.count > most { result.append("\(path): too many") }
            if let inner = schema["items"] as? [String: Any] {
                for (index, item) in array.enumerated() { result += faults(item, inner, "\(path)/\(index)") }
            }
        }
        return result
    }

    private func isOf(_ type: String, _ value: Any) -> Bool {
        switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "boolean": value is Bool
        case "null": value is NSNull
        case "integer": (value as? NSNumber).map { Double(truncating: $0) == Double($0.intValue) } ?? false
        default: false
        }
    }
}
