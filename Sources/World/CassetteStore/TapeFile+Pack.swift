package import CassetteFormat
import Platform

/// What packing made of a journal.
package struct PackReport: Sendable {
    package let cassette: String
    package var exchanges = 0
    /// Exchanges that had not ended, or were not whole.
    package var cut = 0
    package var blobs = 0
    /// The damage of the journal. Where there is any, the journal is kept as `NAME.fitaj.damaged`.
    package var damage: [TapeError] = []
}

extension TapeFile {
    /// Makes the cassette of a journal and removes the journal. Memory does not grow with the bodies.
    ///
    /// Throws a ``TapeError`` when the journal is no journal or is still being written, or when another tape has the
    /// cassette's name; the journal then stays. Packing that was interrupted is simply done again.
    /// - Parameters:
    ///   - path: of the journal or of its tape.
    ///   - gap: what the recorder could not write into the journal any more; it stands at the end of the cassette.
    ///   - heldBytes: texts of exchanges that wait for earlier ones, kept in memory.
    @discardableResult
    package static func pack(
        _ path: String, gap: TapeGap? = nil, limits: TapeLimits = TapeLimits(), heldBytes: Int = 32 << 20
    ) throws -> PackReport {
        let paths = TapePaths(path)
        let lock = try File(paths.journal, for: .update, followsLinks: false)
        guard lock.lock() else {
            throw TapeError(
                .locked, "the tape is still being recorded", path: paths.journal, saw: "a lock held by its recorder",
                action: "stop the recorder first")
        }
        let content = try FileContent(paths.journal, followsLinks: false)
        let report = try content.withBytes { bytes in
            var packing = try Packing(paths, bytes, limits, heldBytes: heldBytes)
            return try packing.run(gap: gap) { content.release(before: $0) }
        }
        if report.damage.isEmpty {
            try FileSystem.remove(paths.journal)
        } else {
            try FileSystem.rename(paths.journal, to: paths.journal + ".damaged")
        }
        FileSystem.syncFolder(of: paths.journal)
        return report
    }
}

/// One run of packing.
private struct Packing {
    private let paths: TapePaths
    private let bytes: UnsafeRawBufferPointer
    private let limits: TapeLimits
    private let header: TapeHeader
    private let held: HeldBlocks
    private let cassette: CassetteFile
    private let spill: BlobSpill
    private var order = TapeOrder<HeldBlocks.Held>()
    private var report: PackReport

    init(_ paths: TapePaths, _ bytes: UnsafeRawBufferPointer, _ limits: TapeLimits, heldBytes: Int) throws {
        self.paths = paths
        self.bytes = bytes
        self.limits = limits
        guard !bytes.isEmpty else {
            throw TapeError(
                .empty, "the journal is empty", path: paths.journal, saw: "a file of no bytes",
                action: "remove it; nothing was recorded")
        }
        guard JournalReader.isJournal(bytes) else {
            throw TapeError(
                .notATape, "this is not a journal", path: paths.journal, offset: 0,
                why: "a journal begins with the bytes F1 7A 01", action: "name a .fitaj file")
        }
        // A header that is damaged loses only itself; the damage is reported with the rest.
        header = try JournalSource.header(bytes, limits) ?? .unknown
        try Packing.refuseOtherTape(paths, header)
        held = HeldBlocks(paths.cassette + ".held", limit: heldBytes)
        cassette = try CassetteFile(paths, header: header, limits: limits)
        spill = BlobSpill(cassette.blobs)
        report = PackReport(cassette: paths.cassette)
    }

    /// A cassette that is there may only be this tape's own, from packing that was interrupted.
    private static func refuseOtherTape(_ paths: TapePaths, _ header: TapeHeader) throws {
        guard FileSystem.exists(paths.cassette), try FileSystem.status(paths.cassette).size > 0 else { return }
        if let tape = try? TapeFile.open(paths.cassette), tape.header?.id == header.id { return }
        throw TapeError(
            .existing, "another tape has the cassette's name", path: paths.cassette,
            action: "move it away, then pack again")
    }

    /// - Parameter passed: told now and then up to where the journal is not needed any more.
    mutating func run(gap: TapeGap?, passed: (Int) -> Void) throws -> PackReport {
        defer { spill.removeUnfinished() }
        var reading = limits
        reading.bodyBytes = limits.inlineBytes
        var reader = JournalReader(bytes, limits: limits)
        var assembler = JournalAssembler(limits: reading, spill: spill)
        var items: [TapeItem] = []
        var lastPassed = 0
        while let event = reader.next() {
            if reader.position - lastPassed > 32 << 20 {
                lastPassed = reader.position
                passed(lastPassed - limits.frameBytes * 2)
            }
            switch event {
            case .frame(let frame): assembler.feed(frame, into: &items)
            case .damage(let damage):
                if report.damage.count < limits.damages {
                    report.damage.append(TapeError(damage).at(paths.journal))
                }
                assembler.damage(damage, into: &items)
            }
            if !items.isEmpty {
                try take(items, begun: assembler.begun)
                items.removeAll(keepingCapacity: true)
            }
        }
        assembler.finish(into: &items)
        if let gap { items.append(.gap(gap)) }
        try take(items, begun: assembler.begun)
        var elements: [TapeOrder<HeldBlocks.Held>.Element] = []
        order.finish(into: &elements)
        try write(elements)
        try cassette.finish()
        try cassette.place()
        report.blobs = cassette.blobs.written
        return report
    }

    private mutating func take(_ items: [TapeItem], begun: Int) throws {
        if let failure = spill.failure { throw failure }
        var elements: [TapeOrder<HeldBlocks.Held>.Element] = []
        for item in items {
            guard case .exchange(let exchange) = item else {
                order.add(item, begun: begun, into: &elements)
                continue
            }
            report.exchanges += 1
            if exchange.end == .recorderDied { report.cut += 1 }
            var failure: (any Error)?
            let block = CassetteWriter.block(of: exchange, limits: limits) { digest, content in
                do { try cassette.blobs.store(digest, content) } catch { failure = failure ?? error }
            }
            if let failure { throw failure }
            order.add(
                exchange: exchange.number, client: exchange.connection, upstream: exchange.upstream,
                try held.hold(block), into: &elements)
        }
        try write(elements)
    }

    private func write(_ elements: [TapeOrder<HeldBlocks.Held>.Element]) throws {
        for element in elements {
            switch element {
            case .item(let item): try cassette.add(item)
            case .exchange(let block): try cassette.add(block: held.take(block))
            }
        }
    }
}
