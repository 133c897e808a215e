package import CassetteFormat
import Platform

/// A journal that is being written, read as it grows.
///
/// Belongs to one thread. Takes no lock: the recorder, and the packing after it, never notice it.
package final class JournalTail {
    private let file: File
    private let limits: TapeLimits
    private let path: String
    private var offset = 0
    /// What follows the last whole frame.
    private var rest: [UInt8] = []
    private var sequence: UInt32 = 0
    private var recorder: Int32?
    private static let chunk = 1 << 20

    /// The recorder has ended the journal, or is no more: nothing will follow.
    package private(set) var isOver = false

    /// Opens the journal of the tape at `path`. Throws a ``TapeError`` where none is there.
    package init(_ path: String, limits: TapeLimits = TapeLimits()) throws {
        let paths = TapePaths(path)
        guard FileSystem.exists(paths.journal) else {
            throw TapeError(
                .notATape, "nothing is being recorded there", path: paths.journal, saw: "no such file",
                action: FileSystem.exists(path)
                    ? "read the finished tape: fita verify \(path)" : "start fita record -o \(paths.cassette) first")
        }
        file = try File(paths.journal, for: .read)
        self.path = paths.journal
        self.limits = limits
    }

    /// Gives what has been written since the last call, frame by frame; a frame's payload is valid during the call
    /// only. Bytes that are no frame, and the end of a journal whose recorder is gone, are damage.
    package func poll(
        _ take: (JournalFrame) -> Void, damaged: (JournalReader.Damage) -> Void
    ) throws {
        guard !isOver else { return }
        // Looked at first: what such a recorder wrote is all there.
        let isGone = recorder.map { !CurrentProcess.isRunning($0) } ?? false
        while try readMore() { read(isEnd: false, take, damaged) }
        guard isGone, !isOver else { return }
        isOver = true
        read(isEnd: true, take, damaged)
    }

    private func readMore() throws -> Bool {
        let new = try [UInt8](unsafeUninitializedCapacity: Self.chunk) { bytes, count in
            count = try file.read(at: offset, into: UnsafeMutableRawBufferPointer(bytes))
        }
        rest += new
        offset += new.count
        return !new.isEmpty
    }

    private func read(isEnd: Bool, _ take: (JournalFrame) -> Void, _ damaged: (JournalReader.Damage) -> Void) {
        let before = offset - rest.count
        let done = rest.withUnsafeBytes { bytes -> Int in
            var reader = JournalReader(bytes, limits: limits, expecting: sequence)
            defer { sequence = reader.expected }
            while true {
                let position = reader.position
                guard let event = reader.next() else { return position }
                switch event {
                case .frame(let frame):
                    see(frame)
                    take(frame)
                case .damage(let damage):
                    // What looks broken may be whole when the rest of it is there.
                    if !isEnd, damage.kind != .missing, reader.position == bytes.count,
                        bytes.count - position <= limits.frameBytes
                    {
                        return position
                    }
                    damaged(
                        JournalReader.Damage(kind: damage.kind, offset: before + damage.offset, count: damage.count))
                }
            }
        }
        rest.removeFirst(done)
    }

    private func see(_ frame: JournalFrame) {
        switch frame.type {
        case .tapeOpen: recorder = TapeHeader.journalProcess(frame.payload)
        case .tapeClose: isOver = true
        default: break
        }
    }
}
