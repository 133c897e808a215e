import CassetteFormat
import HARFormat
import HTTPModel

extension FuzzTarget {
    /// The first byte chooses whether checksums and lengths are put right: else hardly a changed frame is read at all.
    static let journal = FuzzTarget(
        "journal", longestInput: 8_192,
        seeds: { files in
            files.cassettes.flatMap { Journals.of($0, longest: 8_000) }.flatMap { journal in
                [0, 1].map { [$0] + journal }
            }
        }
    ) { bytes in
        guard let choice = bytes.first else { return }
        let content = choice & 1 == 0 ? Array(bytes[1...]) : Journals.mended(Array(bytes[1...]))
        var items: [TapeItem] = []
        try content.withUnsafeBytes { content in
            var limits = TapeLimits()
            limits.damages = 32
            var reader = JournalReader(content, limits: limits)
            var assembler = JournalAssembler(limits: limits)
            var steps = 0
            var position = 0
            while let event = reader.next() {
                switch event {
                case .frame(let frame): assembler.feed(frame, into: &items)
                case .damage(let damage):
                    try must(damage.offset >= 0 && damage.offset <= content.count, "damage at \(damage.offset)")
                    try must(damage.count > 0, "damage of nothing")
                    assembler.damage(damage, into: &items)
                }
                try must(reader.position >= position && reader.position <= content.count, "the reader goes back")
                position = reader.position
                steps += 1
                try must(steps <= 2 * content.count + 2, "the reader does not come to an end")
            }
            assembler.finish(into: &items)
        }
        try Tapes.judge(items)
    }

    /// The first byte chooses whether checksums, sizes and digests are put right.
    static let cassette = FuzzTarget(
        "cassette", longestInput: 8_192,
        words: [
            "fita 1\n", ". 00000000\n", "end 1 00000000\n", "\n",
            "@ 2 client=1 via=connect origin=http://a t=0 took=0 end=",
            "complete", "refused why=x", "tunnel sent=1 received=2", "response t=0\n", "interim t=0\n", "> ", "< ",
            "^ ",
            "|", "= chunked 3 sha256:", " blob", " chunks=3,0", " cut=%0d", " wire=9", " arrivals=1@0,2@0", "! \"x\"\n",
            "client 1 t=0 address=a\n", "upstream 1 t=0 origin=http://a local=b address=c\n", "mark t=0 after=0 a=b\n",
            "note t=0 \"x\"\n", "\\u{0}", ">% a%0d%0a\n", ">%\n", "t=18446744073.709551615", "took=99999999999",
        ],
        seeds: { files in
            files.cassettes.filter { $0.count < 8_000 }.flatMap { text in [0, 1].map { [$0] + text } }
        }
    ) { bytes in
        guard let choice = bytes.first else { return }
        try Tapes.judge(text: choice & 1 == 0 ? Array(bytes[1...]) : CassetteMending.mended(Array(bytes[1...])))
    }

    static let har = FuzzTarget(
        "har", longestInput: 8_192,
        words: [
            "{", "}", "[", "]", "\"", ":", ",", "null", "\"\"", "-1", "1e400", "\\r\\n", "\\ud800",
            "\"encoding\":\"base64\"",
            "\"name\":", "\"value\":", "\"Content-Length\"", "\"Transfer-Encoding\"", "\"chunked\"", "\"HTTP/2\"",
            "\"status\":0", "\"_error\":\"x\"", "\"2026-01-01T00:00:00.000Z\"", "9999-99-99T", "\"text\":",
        ],
        seeds: {
            $0.corpus("har").filter { $0.count < 65_536 }.map { Array($0.prefix(8_192)) }
                + HARTexts.badInputs
        }
    ) { bytes in
        var items: [TapeItem] = []
        do throws(TapeError) {
            _ = try bytes.withBytes { (bytes) throws(TapeError) in try HARReader().read(bytes) { items.append($0) } }
        } catch { return }
        _ = bytes.withUnsafeBytes { HARReader.isHAR($0) }
        try Tapes.judge(items)
    }
}

extension SeedFiles {
    fileprivate var cassettes: [[UInt8]] { files(under: "Cassettes", [".fita"]) }
}

/// What must hold of a tape that was read, by whatever way: its text is read without complaint, and written again it is
/// the same.
enum Tapes {
    private final class Blobs {
        var contents: [String: [UInt8]] = [:]
    }

    static func judge(_ items: [TapeItem]) throws {
        let numbers = items.compactMap { if case .exchange(let exchange) = $0 { exchange.number } else { nil } }
        // One number given twice is for people to settle; the reader says so.
        guard Set(numbers).count == numbers.count, numbers.allSatisfy({ $0 > 0 }) else { return }
        guard let first = text(items) else { return }
        let read = try self.items(first.text, first.blobs, isStrict: true)
        guard let second = text(read) else { throw Violation(description: "the header is lost") }
        try must(read.count == items.count, "\(items.count) items are written and \(read.count) read")
        let again = try self.items(second.text, second.blobs, isStrict: true)
        guard let third = text(again) else { throw Violation(description: "the header is lost") }
        try must(second.text == third.text, "read and written again, the text is another")
        if numbers == numbers.sorted() { try must(first.text == second.text, "the text read and written is another") }
    }

    /// Reads over damage, and judges what there is.
    static func judge(text: [UInt8]) throws {
        try judge(try self.items(text, Blobs(), isStrict: false))
    }

    private static func text(_ items: [TapeItem]) -> (text: [UInt8], blobs: Blobs)? {
        guard case .header(let header)? = items.first else { return nil }
        var writer = CassetteWriter(header: header)
        let blobs = Blobs()
        for item in items { writer.add(item) { blobs.contents[$0] = Array($1) } }
        writer.finish()
        return (writer.takeAll(), blobs)
    }

    private static func items(_ text: [UInt8], _ blobs: Blobs, isStrict: Bool) throws -> [TapeItem] {
        try text.withUnsafeBytes { bytes in
            let reader: CassetteReader?
            do throws(TapeError) {
                reader = try CassetteReader(bytes) { (digest, size) throws(TapeError) in blobs.contents[digest] }
            } catch {
                try must(!isStrict, "our own text is refused: \(error)")
                reader = nil
            }
            guard let reader, let header = reader.header else { return [] }
            var items = [TapeItem.header(header)]
            var errors = 0
            while true {
                do throws(TapeError) {
                    guard let item = try reader.next() else { break }
                    items.append(item)
                } catch {
                    try must(!isStrict, "our own text has a fault: \(error)")
                    errors += 1
                    try must(errors <= bytes.count + 2, "the reader does not come to an end")
                }
            }
            let cut = reader.cutExchange()
            if isStrict { try must(cut == nil, "our own text is cut") }
            return items
        }
    }
}

extension [UInt8] {
    fileprivate func withBytes<T>(_ body: (UnsafeRawBufferPointer) throws(TapeError) -> T) throws(TapeError) -> T {
        let result = withUnsafeBytes { bytes -> Result<T, TapeError> in
            do throws(TapeError) { return .success(try body(bytes)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
