import CassetteFormat
import CassetteStore
import Foundation
import Platform
import TestMaterial
import Testing

/// The bad inputs' damage to a cassette, through `check` and `repair`.
@Suite struct HostileCassetteTests {
    /// A cassette of twenty exchanges, one of them with a content in a blob, and what its blocks say.
    private struct Sound {
        let bytes: [UInt8]
        let blobs: [(name: String, content: [UInt8])]
        /// The canonical block of each exchange.
        let blocks: [Int: [UInt8]]
    }

    private static func make(_ seed: Int) throws -> Sound {
        let folder = try TapeFolder()
        let recorder = try TapeRecorder(path: folder.tape, header: testHeader)
        for number in 1...20 {
            let body =
                number == 7
                ? (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* seed) } : Array("{\"n\":\(number * seed)}\nx".utf8)
            recorder.exchange(
                "GET /serve?n=\(number) HTTP/1.1\r\nHost: ads.example\r\n\r\n",
                response: "HTTP/1.1 200 OK\r\nX-A: first\r\nContent-Length: \(body.count)\r\n\r\n", body: body,
                at: TapeTime(number) * 1_000)
        }
        try recorder.close(at: 90_000)
        try TapeFile.pack(folder.tape)
        let tape = try TapeFile.open(folder.tape)
        var blocks: [Int: [UInt8]] = [:]
        for case .exchange(let exchange) in try tape.items() { blocks[exchange.number] = block(exchange) }
        let blobs = try FileSystem.list(folder.blobs).map { ($0, try FileSystem.read(folder.blobs + "/" + $0)) }
        return Sound(bytes: try FileSystem.read(folder.tape), blobs: blobs, blocks: blocks)
    }

    private static func block(_ exchange: Exchange) -> [UInt8] { CassetteWriter.block(of: exchange) { _, _ in } }

    private static let sound = Result { try make(3) }
    private static let older = Result { try make(5) }
    private static var rows: [[String: Any]] { BadInput.objects(of: "cassette.json") }

    // MARK: Operations

    /// Where each block is: from behind one checksum line to behind the next.
    private static func records(_ bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        var lineStart = 0
        for index in bytes.indices where bytes[index] == 0x0A {
            if bytes[lineStart] == UInt8(ascii: ".") {
                ranges.append(start..<index + 1)
                start = index + 1
            }
            lineStart = index + 1
        }
        return Array(ranges.dropFirst())
    }

    /// The text with each checksum as it must be: hostile, not damaged.
    private static func mended(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var start = 0
        func checksum() -> String {
            let text = String(Array(result[start...]).withUnsafeBytes { CRC32C.checksum($0) }, radix: 16)
            return String(repeating: "0", count: 8 - text.count) + text
        }
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            if line.first == UInt8(ascii: ".") {
                result += Array(". \(checksum())\n".utf8)
                start = result.count
            } else if line.starts(with: "end ".utf8) {
                result += Array("end 20 ".utf8)
                result += Array("\(checksum())\n".utf8)
            } else {
                result += line + [0x0A]
            }
        }
        return result
    }

    private static func replacing(_ old: String, _ new: String, in bytes: [UInt8], at record: Int) -> [UInt8] {
        let range = records(bytes)[record - 1]
        let text = String(decoding: bytes[range], as: UTF8.self).replacingOccurrences(of: old, with: new)
        return mended(Array(bytes[..<range.lowerBound]) + Array(text.utf8) + Array(bytes[range.upperBound...]))
    }

    /// The variants that an operation makes; nil where it is not one on the bytes of a cassette.
    private static func variants(_ id: String, _ op: [String: Any], _ sound: Sound) throws -> [[UInt8]]? {
        let bytes = sound.bytes
        let count = bytes.count
        let records = records(bytes)
        func at(_ fraction: String) -> Int { Int(Double(count) * (op[fraction] as? Double ?? 0)) }
        switch op["op"] as? String {
        case "truncate":
            if let keep = op["keep"] as? Int { return [Array(bytes.prefix(keep < 0 ? count + keep : keep))] }
            if op["keep"] as? String == "header" { return [Array(bytes.prefix(records[0].lowerBound))] }
            return [Array(bytes.prefix(at("keep_fraction")))]
        case "truncate_each": return stride(from: 1, to: count, by: 211).map { Array(bytes.prefix($0)) }
        case "zero_fill":
            var damaged = bytes
            let end = (op["length"] as? Int).map { min(count, at("from_fraction") + $0) } ?? count
            for index in at("from_fraction")..<end { damaged[index] = 0 }
            return [damaged]
        case "swap_blocks":
            // The file is shorter than the row's blocks: smaller ones, in the same places.
            let size = count / 5
            var damaged = bytes
            damaged.replaceSubrange(size..<2 * size, with: bytes[3 * size..<4 * size])
            damaged.replaceSubrange(3 * size..<4 * size, with: bytes[size..<2 * size])
            return [damaged]
        case "restore_block_from_older_copy":
            var damaged = bytes
            // A stale block that holds whole records of the older copy is as sound as it was then (decision 0025).
            let range = at("at_fraction")..<at("at_fraction") + 100
            damaged.replaceSubrange(range, with: try older.get().bytes[range])
            return [damaged]
        case "flip_bit_each":
            return stride(from: 0, to: count * 8, by: 97 * 29).map { bit in
                var damaged = bytes
                damaged[bit / 8] ^= 1 << UInt8(bit % 8)
                return damaged
            }
        case "duplicate_record":
            return [Array(bytes[..<records[19].upperBound]) + bytes[records[19]] + bytes[records[19].upperBound...]]
        case "swap_records":
            let (a, b) = (records[2], records[8])
            return [
                Array(bytes[..<a.lowerBound]) + bytes[b] + bytes[a.upperBound..<b.lowerBound] + bytes[a]
                    + bytes[b.upperBound...]
            ]
        case "drop_record": return [Array(bytes[..<records[6].lowerBound]) + bytes[records[6].upperBound...]]
        case "concat_self": return [bytes + bytes]
        case "insert":
            let piece = Array(Data(base64Encoded: op["b64"] as? String ?? "") ?? Data())
            let place = op["at"] as? Int ?? records[4].upperBound
            return [Array(bytes[..<place]) + piece + bytes[place...]]
        case "set_header":
            let text = String(decoding: bytes, as: UTF8.self)
            return [Array(text.replacingOccurrences(of: "fita 1\n", with: "fita \(op["value"] ?? 0)\n").utf8)]
        case "set_record_length":
            let value = op["value"] as? Int
            let line = "= length 10 "
            return [replacing(line, value.map { "= length \($0) " } ?? "= length 11 ", in: bytes, at: 4)]
        case "set_field": return try hostile(id, bytes)
        default: return nil
        }
    }

    private static func hostile(_ id: String, _ bytes: [UInt8]) throws -> [[UInt8]]? {
        switch id {
        case "cas-body-length-lies":
            return [replacing("= length 9 ", "= length 9223372036854775807 ", in: bytes, at: 2)]
        case "cas-not-utf8-header":
            return [replacing("< X-A: first\n", "<%X-A:%20Co%E7%E3o%20%FF%0D%0A\n", in: bytes, at: 2)]
        case "cas-header-crlf":
            return [
                replacing(
                    "< X-A: first\n", "<%X-A:%20a%0D%0ASet-Cookie:%20evil=1%0D%0A%0D%0A<script>%0D%0A\n", in: bytes,
                    at: 2)
            ]
        case "cas-status-out-of-range": return [replacing("< HTTP/1.1 200", "< HTTP/1.1 -200", in: bytes, at: 2)]
        case "cas-url-file":
            return [replacing("origin=https://ads.example", "origin=file:///etc/passwd", in: bytes, at: 2)]
        case "cas-body-ref-traversal":
            let range = records(bytes)[6]
            let text = String(decoding: bytes[range], as: UTF8.self)
            let digest = try #require(text.firstRange(of: "sha256:")).upperBound
            return [replacing(String(text[digest...].prefix(64)), "../../../../etc/passwd", in: bytes, at: 7)]
        default: return nil
        }
    }

    // MARK: What must come of it

    @Test(arguments: rows.compactMap { $0["id"] as? String })
    func `a damaged cassette loses what is damaged, says so, and nothing else`(id: String) throws {
        let row = try #require(Self.rows.first { $0["id"] as? String == id })
        let sound = try Self.sound.get()
        guard row["format"] as? String == "any", let op = row["op"] as? [String: Any],
            let variants = try Self.variants(id, op, sound),
            let action = (row["expected"] as? [String: Any])?["action"] as? String
        else { return }
        for (index, bytes) in variants.enumerated() {
            try judge(bytes, sound, action, id, "variant \(index) of \(id)")
        }
    }

    private func judge(_ bytes: [UInt8], _ sound: Sound, _ action: String, _ id: String, _ what: String) throws {
        let folder = try TapeFolder()
        try FileSystem.write(bytes, to: folder.tape)
        try FileSystem.makeFolder(folder.blobs)
        for blob in sound.blobs { try FileSystem.write(blob.content, to: folder.blobs + "/" + blob.name) }

        let damage = try TapeFile.check(folder.tape)
        #expect(try FileSystem.read(folder.tape) == bytes, "\(what): the check has written")
        if action == "reject" {
            #expect(damage.count == 1 && damage.first?.path == folder.tape, "\(what): \(damage.map(\.code))")
            #expect(throws: TapeError.self, "\(what)") { try TapeFile.repair(folder.tape) }
            #expect(try FileSystem.read(folder.tape) == bytes, "\(what): repair has written")
            return
        }
        // A bit of the first line may leave no cassette at all.
        guard let tape = try? TapeFile.open(folder.tape) else { return #expect(!damage.isEmpty, "\(what)") }
        let before = read(tape)
        let changed = before.filter { sound.blocks[$0.key] != $0.value && $0.value != nil }
        let mayDiffer = id == "cas-not-utf8-header" ? [2] : []
        #expect(changed.keys.sorted() == mayDiffer, "\(what): read otherwise than written")
        if before.count < 20 { #expect(!damage.isEmpty, "\(what): something is lost without a word") }
        switch id {
        case "cas-not-utf8-header": #expect(damage.isEmpty, "\(what)")
        case "cas-duplicate-last-record", "cas-record-out-of-order": #expect(before.count == 20, "\(what)")
        case "cas-record-missing": #expect(before.count == 19 && damage.contains { $0.code == .gap }, "\(what)")
        case "cas-cut-last-byte", "cas-garbage-between": #expect(before.count >= 19, "\(what)")
        case "cas-header-only": #expect(before.isEmpty, "\(what)")
        default: if action == "reject_record" { #expect(before.count == 19, "\(what): \(before.count)") }
        }

        let report = try TapeFile.repair(folder.tape)
        guard let original = report.original else { return #expect(damage.isEmpty, "\(what)") }
        #expect(try FileSystem.read(original) == bytes, "\(what): the original is not kept")
        #expect(report.kept >= before.count - report.cut.count, "\(what): repair loses more")
        let left = try TapeFile.check(folder.tape).filter { $0.code != .gap }
        #expect(left.isEmpty, "\(what): \(left)")
        for (number, block) in read(try TapeFile.open(folder.tape)) where !report.cut.contains(number) {
            #expect(block == before[number], "\(what): repair changes \(number)")
        }
    }

    /// The blocks that can be read, by number.
    private func read(_ tape: TapeFile) -> [Int: [UInt8]?] {
        var blocks: [Int: [UInt8]?] = [:]
        while true {
            do {
                guard let item = try tape.next() else { return blocks }
                if case .exchange(let exchange) = item { blocks[exchange.number] = Self.block(exchange) }
            } catch {}
        }
    }

    @Test func `a cassette cut anywhere gives whole exchanges only, and never fewer for a longer piece`() throws {
        let sound = try Self.sound.get()
        var last = 0
        for count in 1..<sound.bytes.count {
            let piece = Array(sound.bytes.prefix(count))
            let numbers = piece.withUnsafeBytes { bytes -> [Int] in
                guard let reader = try? CassetteReader(bytes) else { return [] }
                var numbers: [Int] = []
                for _ in 0..<60 {
                    guard let item = try? reader.next() else { continue }
                    guard case .exchange(let exchange) = item else { continue }
                    numbers.append(exchange.number)
                }
                return numbers
            }
            #expect(numbers == Array(1..<numbers.count + 1), "\(count) bytes")
            #expect(numbers.count >= last, "\(count) bytes")
            last = numbers.count
        }
        #expect(last == 20)
    }

    @Test func `no name of the bad inputs leads out of the folder of blobs`() throws {
        let sound = try Self.sound.get()
        for row in BadInput.objects(of: "names.json") {
            let name = Array(Data(base64Encoded: row["name_b64"] as? String ?? "") ?? Data())
            let range = Self.records(sound.bytes)[6]
            let digest = try #require(sound.bytes[range].firstRange(of: Array("sha256:".utf8))).upperBound
            let text = Self.mended(
                Array(sound.bytes[..<digest]) + name + Array(sound.bytes[(digest + 64)...]))
            let folder = try TapeFolder()
            try FileSystem.write(text, to: folder.tape)
            try FileSystem.makeFolder(folder.blobs)
            let damage = try TapeFile.check(folder.tape)
            // It is refused as text: no such file was looked for.
            #expect(damage.contains { $0.exchange == 7 || $0.code == .checksum }, "\(row["id"] ?? "")")
            #expect(!damage.contains { $0.code == .blobMissing || $0.code == .blobName }, "\(row["id"] ?? "")")
        }
    }
}
