package import CassetteFormat
import Platform

/// What repairing a cassette kept.
package struct RepairReport: Sendable {
    package let cassette: String
    /// Where the damaged file is now; nil when there was nothing to repair.
    package var original: String?
    package var kept = 0
    /// Numbers of the exchanges that are kept in part, marked as cut.
    package var cut: [Int] = []
    /// What could not be kept, and what was put right.
    package var damage: [TapeError] = []
}

extension TapeFile {
    /// Everything that is wrong with a tape, blobs included; empty when it is sound.
    package static func check(_ path: String, limits: TapeLimits = TapeLimits()) throws -> [TapeError] {
        var damage: [TapeError] = []
        let tape: TapeFile
        do { tape = try open(path, limits: limits) } catch let error as TapeError { return [error] }
        let paths = TapePaths(tape.path)
        var verified: Set<String> = []
        while true {
            do {
                guard let item = try tape.next() else { break }
                guard case .exchange(let exchange) = item, tape.kind == .cassette else { continue }
                for body in [exchange.request.body, exchange.response?.body].compactMap(\.self)
                where body.isExternal && !body.isAbsent && verified.insert(body.digest).inserted {
                    guard try BlobFolder.digest(paths, body.digest) != body.digest else { continue }
                    damage.append(
                        TapeError(
                            .digest, "a content does not match its digest", path: tape.path, exchange: exchange.number,
                            saw: paths.blob(body.digest), why: "the file has changed since it was written",
                            action: "restore it from where the tape came from"))
                }
            } catch let error as TapeError {
                damage.append(error)
            }
        }
        return damage + tape.remarks
    }

    /// Writes a damaged cassette anew with all that is whole, and keeps the damaged file as `NAME.fita.damaged`.
    ///
    /// A block in which the file ends is kept as far as it goes and marked as cut; a block whose content is missing is
    /// kept without it and marked likewise. A journal is packed instead. Blobs are left as they are.
    package static func repair(_ path: String, limits: TapeLimits = TapeLimits()) throws -> RepairReport {
        let missing = MissingContents()
        let tape = try TapeFile(open(path, limits: limits).path, limits, missing: missing)
        let paths = TapePaths(tape.path)
        guard tape.kind == .cassette else {
            let packed = try pack(path, limits: limits)
            return RepairReport(
                cassette: packed.cassette, original: packed.damage.isEmpty ? nil : paths.journal + ".damaged",
                kept: packed.exchanges - packed.cut, cut: [], damage: packed.damage)
        }
        var report = RepairReport(cassette: tape.path)
        let cassette = try CassetteFile(paths, header: tape.header ?? .unknown, limits: limits)
        while true {
            do {
                guard let item = try tape.next() else { break }
                guard case .exchange(var exchange) = item else {
                    try cassette.add(item)
                    continue
                }
                let losses = exchange.removeContents { missing.errors[$0] }
                if losses.isEmpty { report.kept += 1 } else { report.cut.append(exchange.number) }
                report.damage += losses.map { $0.at(tape.path) }
                try cassette.add(.exchange(exchange))
            } catch let error as TapeError {
                report.damage.append(error)
            }
        }
        report.damage += tape.remarks
        guard !report.damage.isEmpty else { return report }
        if let cut = tape.cutExchange() {
            report.cut.append(cut.number)
            try cassette.add(.exchange(cut))
        }
        let losses = report.damage.map { "repaired: \($0.summary)" + ($0.exchange.map { ", exchange \($0)" } ?? "") }
        for loss in losses { try cassette.add(.note(time: 0, text: loss)) }
        try cassette.finish()
        let original = tape.path + ".damaged"
        try FileSystem.rename(tape.path, to: original)
        try cassette.place()
        report.original = original
        return report
    }
}

extension Exchange {
    /// Takes contents out that cannot be had, and marks the exchange as cut.
    fileprivate mutating func removeContents(_ missing: (String) -> TapeError?) -> [TapeError] {
        var losses: [TapeError] = []
        func remove(_ body: inout TapedBody) {
            guard body.isExternal, var error = missing(body.digest) else { return }
            error.exchange = number
            losses.append(error)
            notes.append("a content of \(body.payloadSize) bytes, sha256:\(body.digest), was lost")
            body = .none
            end = .recorderDied
        }
        var body = request.body
        remove(&body)
        request.body = body
        if var body = response?.body {
            remove(&body)
            response?.body = body
        }
        return losses
    }
}

extension TapeHeader {
    /// Stands for a header that was lost.
    static let unknown = TapeHeader(
        id: "unknown", tool: "unknown", wallSeconds: 0, wallNanoseconds: 0, mode: "unknown", listen: "unknown",
        contract: nil, baseURL: nil)
}
