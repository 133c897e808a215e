package import CassetteFormat
import Platform

/// A tape that is read: a cassette, or a journal that is being written or was left over, told by its content.
///
/// Items come in the order of the cassette, from a journal too. Belongs to one thread.
package final class TapeFile {
    package enum Kind: Sendable {
        case cassette, journal
    }

    private enum Source {
        case cassette(CassetteReader)
        case journal(JournalSource)
    }

    package let kind: Kind
    package let path: String
    /// Nil where it is damaged.
    package let header: TapeHeader?
    private let content: FileContent
    private let limits: TapeLimits
    private var source: Source
    /// Memory of the file before it has been let go.
    private var released = 0

    /// So many bytes are read before their memory is let go.
    private static let releaseStep = 1 << 20

    /// Opens the tape at `path`. Where that names a cassette that is not there and its journal is, it is the journal.
    ///
    /// Throws a ``TapeError`` when the content is no tape, and a `PlatformError` when the file cannot be read.
    /// - Parameter limits: contents over `bodyBytes` are not loaded.
    package static func open(_ path: String, limits: TapeLimits = TapeLimits()) throws -> TapeFile {
        let paths = TapePaths(path)
        let isLeft = path == paths.cassette && !FileSystem.exists(path) && FileSystem.exists(paths.journal)
        return try TapeFile(isLeft ? paths.journal : path, limits, missing: nil)
    }

    /// - Parameter missing: takes note of contents that cannot be had, which then stay outside; without it they are
    ///   errors.
    init(_ path: String, _ limits: TapeLimits, missing: MissingContents?) throws {
        self.path = path
        self.limits = limits
        let content = try FileContent(path)
        self.content = content
        do throws(TapeError) {
            if JournalReader.isJournal(content.bytes) {
                let journal = try JournalSource(content.bytes, limits)
                kind = .journal
                header = journal.header
                source = .journal(journal)
            } else {
                let paths = TapePaths(path)
                let reader = try CassetteReader(content.bytes, limits: limits) { (digest, size) throws(TapeError) in
                    do throws(TapeError) {
                        return try BlobFolder.load(paths, digest, size, limit: limits.bodyBytes)
                    } catch {
                        guard let missing else { throw error }
                        missing.errors[digest] = error
                        return nil
                    }
                } passed: {
                    content.release(before: $0)
                }
                kind = .cassette
                header = reader.header
                source = .cassette(reader)
            }
        } catch {
            throw error.at(path)
        }
    }

    /// What is odd but loses nothing that is here; of a journal, the damage found so far.
    package var remarks: [TapeError] {
        switch source {
        case .cassette(let reader): reader.remarks.map { $0.at(path) }
        case .journal(let journal): journal.remarks.map { $0.at(path) }
        }
    }

    /// The next item, nil at the end. Throws where the tape is damaged; the call after it goes on behind the damage.
    package func next() throws -> TapeItem? {
        do throws(TapeError) {
            switch source {
            case .cassette(let reader):
                release(before: reader.offset)
                return try reader.next()
            case .journal(let journal): return journal.next()
            }
        } catch {
            throw error.at(path)
        }
    }

    /// The request of a cassette's next exchange, and where its block stands; nil at the end, and for a journal.
    package func nextRequest() throws -> (request: RecordedRequest, block: BlockPlace?)? {
        guard case .cassette(let reader) = source else { return nil }
        release(before: reader.offset)
        do throws(TapeError) { return try reader.nextRequest() } catch { throw error.at(path) }
    }

    private func release(before offset: Int) {
        guard offset - released >= Self.releaseStep else { return }
        released = offset
        content.release(before: offset)
    }

    /// Begins again behind the header.
    ///
    /// - Parameter part: what is wanted of a cassette's blocks; a journal is read whole.
    package func rewind(reading part: BlockPart = .whole) throws {
        released = 0
        switch source {
        case .cassette(let reader): reader.rewind(reading: part)
        case .journal:
            do throws(TapeError) { source = .journal(try JournalSource(content.bytes, limits)) } catch {
                throw error.at(path)
            }
        }
    }

    /// Exchanges of a cassette that are whole; 0 for a journal, where they are not counted beforehand.
    package var blockCount: Int {
        if case .cassette(let reader) = source { reader.blockCount } else { 0 }
    }

    /// All items; throws at the first damage.
    package func items() throws -> [TapeItem] {
        var items: [TapeItem] = []
        while let item = try next() { items.append(item) }
        return items
    }

    /// What can be read of the block in which a cassette ends.
    func cutExchange() -> Exchange? {
        if case .cassette(let reader) = source { reader.cutExchange() } else { nil }
    }
}

/// Contents of a tape that could not be had, by their digests.
final class MissingContents {
    var errors: [String: TapeError] = [:]
}
