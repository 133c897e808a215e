import CassetteFormat
import CommandLineSyntax
import Platform
import ProxyRuntime
import SDKContracts
import Verification

/// Tapes that are judged as one recording: the runs of one device, in the order in which they began.
struct JoinedTapes {
    /// One tape, and what the operator says of it.
    private struct Part {
        let path: String
        let input: TapeInput
        let header: TapeHeader?
    }

    let tapes: [JoinedTape]
    let judgement: Judgement
    private let joining: Joining

    /// Reads the tapes one after the other, as one.
    private struct Joining {
        let parts: [Part]
        let configuration: ContractConfiguration
        let marks: [TapeMark]

        /// - Parameter own: is given each item as it stands on its own tape, with the place of that.
        func read(
            leavesOutAnswers: Bool, own: (Int, TapeItem) -> Void = { _, _ in }, _ take: (TapeItem) -> Void
        ) throws(VerbFailure) -> [JoinedTape] {
            let baseURL = parts.lazy.compactMap { $0.header?.baseURL }.first
            var join = TapeJoin(configuration: configuration, baseURL: baseURL)
            for (place, part) in parts.enumerated() {
                let marks = marks.filter { $0.tape == nil || $0.tape == JoinedTape.label(place) }
                join.begin(part.path, part.header, marks: marks.map { ($0.mark.key, $0.mark.value) }, take)
                try part.input.read(leavesOutAnswers: leavesOutAnswers) { item in
                    own(place, item)
                    join.see(item, take)
                }
            }
            join.finish(take)
            return join.tapes
        }
    }

    /// Reads everything once more.
    ///
    /// - Parameter own: is given each item as it stands on its own tape, with the place of that in ``tapes``.
    func read(own: (Int, TapeItem) -> Void, _ take: (TapeItem) -> Void) throws(VerbFailure) {
        _ = try joining.read(leavesOutAnswers: false, own: own, take)
    }

    /// - Parameter marks: with the label of a tape, of that one; without, of each.
    init(
        _ paths: [String], _ configuration: ContractConfiguration, marks: [TapeMark] = []
    ) throws(VerbFailure) {
        let parts = try JoinedTapes.ordered(paths)
        try JoinedTapes.check(parts, configuration, marks)
        let reading = Joining(parts: parts, configuration: configuration, marks: marks)
        joining = reading
        var told: [JoinedTape] = []
        judgement = try Verifier.judge(configuration: configuration) { wanted, take throws(VerbFailure) in
            told = try reading.read(leavesOutAnswers: wanted == .requests, take)
        }
        tapes = told
        for (before, tape) in zip(tapes, tapes.dropFirst()) where tape.overlaps {
            StandardStream.error.write(
                "fita: warning: tape \(tape.label) (\(tape.name)) begins before \(before.label) (\(before.name)) ends; "
                    + "it is judged as if it came after\n")
        }
    }

    /// Tapes that tell no start keep their place behind the tape before them.
    private static func ordered(_ paths: [String]) throws(VerbFailure) -> [Part] {
        var parts: [Part] = []
        for path in paths {
            let input = try TapeInput(path)
            parts.append(Part(path: path, input: input, header: input.header))
        }
        var last: (Int64, Int32) = (Int64.min, 0)
        let starts = parts.map { part in
            last = part.header.map { ($0.wallSeconds, $0.wallNanoseconds) } ?? last
            return last
        }
        return parts.indices.sorted { (starts[$0].0, starts[$0].1, $0) < (starts[$1].0, starts[$1].1, $1) }
            .map { parts[$0] }
    }

    private static func check(
        _ parts: [Part], _ configuration: ContractConfiguration, _ marks: [TapeMark]
    ) throws(VerbFailure) {
        var paths: [String: String] = [:]
        for part in parts {
            guard let id = part.header?.id, let other = paths.updateValue(part.path, forKey: id) else { continue }
            throw VerbFailure(
                .usage, "\(other) and \(part.path) are the same recording", action: "name each recording once")
        }
        let bases = Set(parts.compactMap { $0.header?.baseURL })
        guard configuration.baseURL != nil || bases.count <= 1 else {
            throw VerbFailure(
                .usage, "the tapes name more than one base URL: \(bases.sorted().joined(separator: ", "))",
                action: "name the one to judge by with --base-url, or judge each tape for itself with --each")
        }
        let labels = parts.indices.map(JoinedTape.label)
        for mark in marks {
            guard let tape = mark.tape, !labels.contains(tape) else { continue }
            throw VerbFailure(
                .usage, "--mark \(tape):\(mark.mark.key): there is no tape \(tape)",
                action: "the tapes are \(labels.joined(separator: ", ")), in the order in which they began")
        }
    }
}

/// `--mark [TAPE:]KEY=VALUE`: what an operator says of a tape that is there already.
struct TapeMark {
    let tape: String?
    let mark: Mark

    init(_ text: String) throws(VerbFailure) {
        let label = text.prefix { $0.isASCII && $0.isUppercase }
        let rest = text[label.endIndex...]
        let isLabelled = !label.isEmpty && rest.first == ":"
        tape = isLabelled ? String(label) : nil
        let line = try MarkOption.parse(isLabelled ? String(rest.dropFirst()) : text)
        mark = Mark(time: 0, afterExchange: 0, key: line.key, value: line.value)
    }
}
