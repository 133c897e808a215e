package struct ParsedCommand {
    package var verb = ""
    var options: [String: [String]] = [:]
    package var positionals: [String] = []
    package var passthrough: [String] = []
    package init(_ arguments: [String]) {
        var rest = arguments
        if !rest.isEmpty { verb = rest.removeFirst() }
        while !rest.isEmpty {
            let next = rest.removeFirst()
            if next == "--" { passthrough = rest; break }
            if next.hasPrefix("--") {
                if let next2 = rest.first, !next2.hasPrefix("--"), next != "--no-tape", next != "--reveal" { options[String(next.dropFirst(2)), default: []].append(next2); rest.removeFirst() } else { options[String(next.dropFirst(2))] = [""] }
            } else if next == "-o" { options["output", default: []].append(rest.removeFirst()) } else { positionals.append(next) }
        }
    }
    package func flag(_ name: String) -> Bool { options[name] != nil }
    package func value(_ name: String) -> String? { options[name]?.last }
    package func values(_ name: String) -> [String] { options[name] ?? [] }
}
