import ContentCoding
import LeakSearch
import Testing

struct SearchLimitsTests {
    private static let uuid = Array("3f2b9c1e-7d44-4a7b-9e0f-5c6d7e8f9012".utf8)

    private func search(_ limits: SearchLimits, values: [SoughtValue] = [SoughtValue("v", uuid)]) -> DisguiseSearch {
        DisguiseSearch(values, limits: limits)
    }

    /// The value under so many layers of percent-encoding.
    private func layered(_ count: Int) -> [UInt8] {
        (0..<count).reduce(Self.uuid) { inner, level in
            level == 0
                ? inner.flatMap { Array("%\(String($0, radix: 16))".utf8) }
                : Array(
                    String(decoding: inner, as: UTF8.self).replacing("%", with: "%25").utf8)
        }
    }

    @Test func `layers are undone down to the depth`() {
        let search = search(SearchLimits(depth: 3))
        let just = search.search(layered(3))
        #expect(just.appearances.map(\.path) == ["percent > percent > percent > plain"])
        #expect(just.gaps == [])
        let over = search.search(layered(4))
        #expect(over.appearances.isEmpty)
        #expect(over.gaps == [.tooDeep(limit: 3)])
    }

    @Test func `pieces are decoded up to their number`() {
        let bytes = Array((0..<20).map { "%41\($0)" }.joined(separator: " aaaaaaaa").utf8)
        let whole = search(.standard).search(bytes)
        #expect(whole.gaps == [])
        let granted = bytes.count / SearchLimits.bytesPerNode
        #expect(search(SearchLimits(nodeCount: whole.pieceCount + 1 - granted)).search(bytes).gaps == [])
        let cut = search(SearchLimits(nodeCount: whole.pieceCount - 1 - granted)).search(bytes)
        #expect(cut.gaps == [.tooManyPieces(limit: whole.pieceCount - 1)])
    }

    @Test func `a piece that grows past its limit is searched as far as it goes, and said`() throws {
        let zeros = [UInt8](repeating: 0x61, count: 5_000)
        let tape = Self.uuid + zeros
        let coded = tape.flatMap { Array("%\(String($0, radix: 16))".utf8) }
        let cut = search(SearchLimits(nodeBytes: 5_036)).search(coded)
        #expect(cut.gaps == [.pieceTooLong(limit: 5_036)])
        #expect(cut.appearances.count == 1)
        #expect(search(SearchLimits(nodeBytes: 5_037)).search(coded).gaps == [])
    }

    @Test func `all pieces together are decoded up to their bytes`() {
        let coded = layered(1)
        #expect(search(SearchLimits(totalBytes: 36)).search(coded).gaps == [])
        #expect(search(SearchLimits(totalBytes: 35)).search(coded).gaps == [.tooManyBytes(limit: 35)])
    }

    @Test func `appearances are told up to their number`() {
        let bytes = Array((0..<5).map { _ in String(decoding: Self.uuid, as: UTF8.self) }.joined(separator: " ").utf8)
        let whole = search(.standard).search(bytes)
        #expect(whole.appearances.count == 5)
        let cut = search(SearchLimits(appearanceCount: 3)).search(bytes)
        #expect(cut.gaps == [.tooManyAppearances(limit: 3)])
        #expect(!cut.appearances.isEmpty)
    }

    @Test func `values beyond the limit are told`() {
        let values = (0..<3).map { SoughtValue("v:\($0)", Array("value-number-\($0)-of-many".utf8)) }
        #expect(search(SearchLimits(valueCount: 3), values: values).gaps == [])
        let cut = search(SearchLimits(valueCount: 2), values: values)
        #expect(cut.gaps == [.tooManyValues(limit: 2)])
        #expect(cut.search(values[1].bytes).appearances.count == 1)
        #expect(cut.search(values[2].bytes).appearances.isEmpty)
    }

    @Test func `values beyond the full ones are sought in their common disguises`() {
        let values = [SoughtValue("a", Array("some-other-value-1".utf8)), SoughtValue("b", Self.uuid)]
        let few = search(SearchLimits(fullValueCount: 1), values: values)
        #expect(few.partlySoughtCount == 1)
        let reversed = Array(Self.uuid.reversed())
        #expect(few.search(reversed).appearances.isEmpty)
        #expect(few.search(Self.uuid).appearances.count == 1)
        #expect(search(SearchLimits(fullValueCount: 2), values: values).search(reversed).appearances.count == 1)
    }

    @Test func `a message coding that cannot be undone is told`() {
        let report = search(.standard).search(Array("no gzip at all".utf8), codings: [.gzip])
        guard case .unreadable(let coding, _)? = report.gaps.first else {
            Issue.record("no gap")
            return
        }
        #expect(coding == "gzip")
    }
}
