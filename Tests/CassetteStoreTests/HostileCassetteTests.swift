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

    /// What the operations that are not on the bytes of a cassette ask for, and where it is held.
    private static let elsewhere: [String: HostileElsewhere] = [
        "cas-url-own-admin": .noSuchFeature("nothing of a tape is sent again to where it was recorded"),
        "cas-compressed-bomb": .test(suite: "ContentDecoderTests", "a content made to grow is stopped"),
        "cas-match-key-collisions": .test(
            suite: "AlikeRequestsTests", "so many candidates are looked at, and the nearest beyond is not seen"),
        "cas-regex-matcher-hostile": .noSuchFeature("a tape carries no patterns; a line of that kind is no line of it"),
        "cas-concurrent-writer": .test(
            suite: "TapeRecorderTests", "a second recorder on the same tape is refused and told who holds it"),
        "cas-secret-present": .test(
            suite: "AdmissionTests", "with them requests pass, and neither server nor tape sees them"),
    ]

    /// Operations on the place of the file, with a test of their own below.
    private static let ofPlaces: Set = [
        "cas-body-ref-symlink", "cas-file-is-directory", "cas-no-read-permission", "cas-200k-tiny-records",
    ]

    /// What is told, where it is one thing for the whole row.
    private static let codes: [String: Set<TapeError.Code>] = [
        "cas-cut-last-byte": [.cut], "cas-cut-middle-of-record": [.cut], "cas-cut-to-zero": [.empty],
        "cas-header-only": [.noEnd], "cas-duplicate-last-record": [.twice, .gap], "cas-record-out-of-order": [.order],
        "cas-record-missing": [.gap], "cas-two-cassettes-joined": [.afterEnd], "cas-garbage-prefix": [.notATape],
        "cas-garbage-between": [.checksum], "cas-version-next": [.version], "cas-version-negative": [.notATape],
        "cas-not-utf8-header": [],
    ]

    @Test func `each row about a cassette is judged, or says why not`() throws {
        let sound = try Self.sound.get()
        for row in Self.rows where row["format"] as? String == "any" {
            let id = row["id"] as? String ?? "?"
            let isDriven = try Self.variants(id, row["op"] as? [String: Any] ?? [:], sound)?.isEmpty == false
            let places = [isDriven, Self.elsewhere[id] != nil, Self.ofPlaces.contains(id)].filter(\.self).count
            #expect(places == 1, "\(id)")
        }
        let formats = Set(Self.rows.compactMap { $0["format"] as? String })
        #expect(formats == ["any", "har"], "HARMaterialTests judges the rows of HAR texts")
        for (id, reason) in Self.elsewhere { #expect(reason.isFounded, "\(id)") }
    }

    @Test(arguments: rows.filter { $0["format"] as? String == "any" }.compactMap { $0["id"] as? String })
    func `a damaged cassette loses what is damaged, says so, and nothing else`(id: String) throws {
        let row = try #require(Self.rows.first { $0["id"] as? String == id })
        let sound = try Self.sound.get()
        guard Self.elsewhere[id] == nil, !Self.ofPlaces.contains(id) else { return }
        let variants = try #require(try Self.variants(id, row["op"] as? [String: Any] ?? [:], sound))
        let expected = try #require(row["expected"] as? [String: Any])
        for (index, bytes) in variants.enumerated() {
            try judge(bytes, sound, expected, id, "variant \(index) of \(id)")
        }
    }

    /// The numbers of the exchanges whose blocks stand in the bytes as they were written.
    private static func undamaged(_ bytes: [UInt8], _ sound: Sound) -> Set<Int> {
        let text = Data(bytes)
        let whole = records(sound.bytes).enumerated().filter { text.range(of: Data(sound.bytes[$1])) != nil }
        return Set(whole.map { $0.offset + 1 }).intersection(sound.blocks.keys)
    }

    private func judge(
        _ bytes: [UInt8], _ sound: Sound, _ expected: [String: Any], _ id: String, _ what: String
    ) throws {
        let action = try #require(expected["action"] as? String)
        let folder = try TapeFolder()
        try FileSystem.write(bytes, to: folder.tape)
        try FileSystem.makeFolder(folder.blobs)
        for blob in sound.blobs { try FileSystem.write(blob.content, to: folder.blobs + "/" + blob.name) }

        let damage = try TapeFile.check(folder.tape)
        #expect(try FileSystem.read(folder.tape) == bytes, "\(what): the check has written")
        #expect(damage.allSatisfy { $0.path == folder.tape && !$0.action.isEmpty }, "\(what)")
        if let codes = Self.codes[id] { #expect(Set(damage.map(\.code)) == codes, "\(what): \(damage)") }
        if action == "reject" {
            #expect(damage.count == 1 && damage[0].offset ?? damage[0].line != nil, "\(what): \(damage)")
            #expect(throws: TapeError.self, "\(what)") { try TapeFile.repair(folder.tape) }
            #expect(try FileSystem.read(folder.tape) == bytes, "\(what): repair has written")
            return
        }
        // A bit of the first line may leave no cassette at all.
        guard let tape = try? TapeFile.open(folder.tape) else {
            #expect(damage.map(\.code) == [.notATape] || damage.map(\.code) == [.version], "\(what): \(damage)")
            #expect(id == "cas-bit-flip-each" || id == "cas-cut-every-offset", "\(what)")
            return
        }
        let undamaged = Self.undamaged(bytes, sound)
        let before = read(tape)
        let changed = before.filter { sound.blocks[$0.key] != $0.value && $0.value != nil }
        let mayDiffer = id == "cas-not-utf8-header" ? [2] : []
        #expect(changed.keys.sorted() == mayDiffer, "\(what): read otherwise than written")
        #expect(undamaged.isSubset(of: before.keys), "\(what): not read, but sound")
        if before.count < 20 || action == "recover" { #expect(!damage.isEmpty, "\(what): damage without a word") }
        let count = Self.counts[id] ?? (action == "reject_record" ? 19 : nil)
        if let count { #expect(before.count == count, "\(what): \(before.count)") }
        if action == "reject_record" {
            let lost = Set(1...20).subtracting(before.keys)
            #expect(damage.allSatisfy { $0.exchange.map(lost.contains) ?? false }, "\(what): \(damage)")
        }

        let report = try TapeFile.repair(folder.tape)
        guard let original = report.original else { return #expect(damage.isEmpty, "\(what)") }
        #expect(try FileSystem.read(original) == bytes, "\(what): the original is not kept")
        #expect(report.kept >= before.count - report.cut.count, "\(what): repair loses more")
        let left = try TapeFile.check(folder.tape).filter { $0.code != .gap }
        #expect(left.isEmpty, "\(what): \(left)")
        let after = read(try TapeFile.open(folder.tape))
        for (number, block) in after where !report.cut.contains(number) {
            #expect(block == before[number], "\(what): repair changes \(number)")
        }
        let kept = Set(after.keys.filter { after[$0] == sound.blocks[$0] })
        #expect(undamaged.isSubset(of: kept), "\(what): repair loses \(undamaged.subtracting(kept))")
        // Of a piece those are lost that had begun.
        let starts = Self.records(sound.bytes).prefix(20).map(\.lowerBound)
        let begun = id == "cas-cut-every-offset" ? starts.filter { $0 < bytes.count }.count : 20
        if let most = Self.lostMost[id] ?? expected["lost_max"] as? Int {
            #expect(begun - kept.count <= most, "\(what): \(begun - kept.count) lost")
        }
    }

    /// So many exchanges are read.
    private static let counts = [
        "cas-cut-last-byte": 20, "cas-header-only": 0, "cas-duplicate-last-record": 20, "cas-record-out-of-order": 20,
        "cas-record-missing": 19, "cas-two-cassettes-joined": 20, "cas-garbage-between": 20,
    ]

    /// Fewer than the file allows.
    private static let lostMost = ["cas-cut-last-byte": 0, "cas-garbage-between": 0]

    @Test func `a cassette that lost its last line feed is told, and made whole again`() throws {
        let sound = try Self.sound.get()
        let folder = try TapeFolder()
        try FileSystem.write(Array(sound.bytes.dropLast()), to: folder.tape)
        try FileSystem.makeFolder(folder.blobs)
        for blob in sound.blobs { try FileSystem.write(blob.content, to: folder.blobs + "/" + blob.name) }
        let damage = try TapeFile.check(folder.tape)
        #expect(damage.map(\.code) == [.cut] && damage.first?.offset == sound.bytes.count - 1)
        #expect(damage.first?.action.contains("fita repair") == true)
        let report = try TapeFile.repair(folder.tape)
        #expect(report.kept == 20 && report.cut.isEmpty)
        #expect(try TapeFile.check(folder.tape).isEmpty)
        // Nothing is new but the note of the repair and the end that counts it.
        let repaired = try FileSystem.read(folder.tape)
        let lastBlock = try #require(Self.records(sound.bytes).dropFirst(19).first)
        #expect(repaired.starts(with: sound.bytes[..<lastBlock.upperBound]))
    }

    // MARK: Places

    @Test func `a content that is a link is not followed, and its exchange alone is refused`() throws {
        let sound = try Self.sound.get()
        let folder = try TapeFolder()
        try FileSystem.write(sound.bytes, to: folder.tape)
        try FileSystem.makeFolder(folder.blobs)
        let name = try #require(sound.blobs.first?.name)
        // What it leads to is the right content: only that it is a link can be held against it.
        try FileSystem.write(sound.blobs[0].content, to: folder.path + "/elsewhere")
        let link = folder.blobs + "/" + name
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path + "/elsewhere")
        let damage = try TapeFile.check(folder.tape)
        #expect(damage.map(\.exchange) == [7], "\(damage)")
        #expect(read(try TapeFile.open(folder.tape)).count == 19)
    }

    @Test func `a folder in a tape's place is refused with its path`() throws {
        let folder = try TapeFolder()
        try FileSystem.makeFolder(folder.tape)
        let error = #expect(throws: (any Error).self) { try TapeFile.open(folder.tape) }
        #expect(error.map { "\($0)" }?.contains(folder.tape) == true, "\(error as Any)")
        #expect(throws: (any Error).self) { try TapeFile.repair(folder.tape) }
        #expect(try FileSystem.list(folder.path) == ["t.fita"])
    }

    @Test func `a tape that must not be read is refused with its path`() throws {
        guard getuid() != 0 else { return print("note: root may read every file; no tape is out of its reach") }
        let folder = try TapeFolder()
        try FileSystem.write(try Self.sound.get().bytes, to: folder.tape)
        try #require(chmod(folder.tape, 0) == 0)
        let error = #expect(throws: (any Error).self) { try TapeFile.open(folder.tape) }
        #expect(error.map { "\($0)" }?.contains(folder.tape) == true, "\(error as Any)")
    }

    @Test func `any number of copies of a block is one exchange, told within its limit`() throws {
        // As many as the row has only where the program is built to be fast.
        #if DEBUG
        let count = 20_000
        #else
        let count = 200_000
        #endif
        let sound = try Self.sound.get()
        let records = Self.records(sound.bytes)
        let folder = try TapeFolder()
        var bytes = Array(sound.bytes[..<records[0].upperBound])
        for _ in 1..<count { bytes += sound.bytes[records[0]] }
        try FileSystem.write(bytes, to: folder.tape)
        let start = ContinuousClock.now
        let tape = try TapeFile.open(folder.tape)
        let time = ContinuousClock.now - start
        #expect(time < .seconds(count == 200_000 ? 2 : 20), "\(time)")
        #expect(read(tape).keys.sorted() == [1])
        #expect(tape.remarks.count == TapeLimits().damages)
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
