import HTTPModel

/// What tells two requests apart, part by part.
package struct RequestDifference: Sendable {
    enum Part: Sendable {
        case method, origin, path
        case missingParameter(name: [UInt8], recorded: [UInt8])
        case addedParameter(name: [UInt8], asked: [UInt8])
        case parameter(name: [UInt8], recorded: [UInt8], asked: [UInt8])
        case parameterOrder
        case body(firstDifference: Int, recordedSize: Int, askedSize: Int)
    }

    let parts: [Part]
    private let recorded: ComparableRequest
    private let asked: ComparableRequest

    init(recorded: ComparableRequest, asked: ComparableRequest) {
        self.recorded = recorded
        self.asked = asked
        var parts: [Part] = []
        if recorded.method != asked.method { parts.append(.method) }
        if recorded.origin != asked.origin { parts.append(.origin) }
        let (old, new) = (Target(recorded.target), Target(asked.target))
        if old.path != new.path { parts.append(.path) }
        parts += RequestDifference.parameters(old, new)
        if recorded.body != asked.body {
            let first = zip(recorded.body, asked.body).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            parts.append(
                .body(
                    firstDifference: first ?? min(recorded.body.count, asked.body.count),
                    recordedSize: recorded.body.count, askedSize: asked.body.count))
        }
        self.parts = parts
    }

    /// An origin-form target, split at its first "?" alone: "//a" is a path here, not a host.
    private struct Target {
        let path: ArraySlice<UInt8>
        let query: ArraySlice<UInt8>?
        let pairs: [(name: [UInt8], value: [UInt8])]

        init(_ target: [UInt8]) {
            let mark = target.firstIndex(of: UInt8(ascii: "?"))
            path = target[..<(mark ?? target.endIndex)]
            query = mark.map { target[($0 + 1)...] }
            pairs = NameValuePair.split(target, in: mark.map { $0 + 1..<target.count } ?? 0..<0).map { pair in
                (Array(target[pair.name]), pair.value.map { Array(target[$0]) } ?? [])
            }
        }
    }

    private static func parameters(_ recorded: Target, _ asked: Target) -> [Part] {
        var parts: [Part] = []
        let old = recorded.pairs
        var new = asked.pairs
        for (name, value) in old {
            guard let index = new.firstIndex(where: { $0.name == name }) else {
                parts.append(.missingParameter(name: name, recorded: value))
                continue
            }
            if new[index].value != value {
                parts.append(.parameter(name: name, recorded: value, asked: new[index].value))
            }
            new.remove(at: index)
        }
        for (name, value) in new { parts.append(.addedParameter(name: name, asked: value)) }
        if parts.isEmpty, recorded.query != asked.query { parts.append(.parameterOrder) }
        return parts
    }

    /// Small for requests that are nearly the same.
    var weight: Int {
        parts.reduce(0) { sum, part in
            switch part {
            case .origin: sum + 64
            case .path: sum + 32
            case .method: sum + 16
            case .missingParameter, .addedParameter: sum + 3
            case .parameter: sum + 2
            case .parameterOrder, .body: sum + 1
            }
        }
    }

    /// One line a part. Values may be personal; they are told only to whoever sent them.
    func lines(revealing: Bool) -> [String] {
        parts.map { part in
            switch part {
            case .method: "method: recorded \(String(display: recorded.method)), asked \(String(display: asked.method))"
            case .origin: "origin: recorded \(recorded.origin.text), asked \(asked.origin.text)"
            case .path: revealing ? "path differs" : "another path"
            case .missingParameter(let name, let value):
                "query \(String(display: name)): recorded\(shown(value, revealing)), not asked"
            case .addedParameter(let name, let value):
                "query \(String(display: name)): asked\(shown(value, revealing)), not recorded"
            case .parameter(let name, let old, let new):
                revealing
                    ? "query \(String(display: name)): recorded\(shown(old, true)), asked\(shown(new, true))"
                    : "query \(String(display: name)) has another value"
            case .parameterOrder: "query: the same parameters, spelt or ordered otherwise"
            case .body(let offset, let old, let new):
                "body: differs from byte \(offset) on (recorded \(old) bytes, asked \(new))"
            }
        }
    }

    private func shown(_ value: [UInt8], _ revealing: Bool) -> String {
        revealing ? " \"\(String(display: value.prefix(200)))\"" : ""
    }
}
