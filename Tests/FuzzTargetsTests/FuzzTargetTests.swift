import Testing

@testable import FuzzTargets

@Suite struct FuzzTargetTests {
    @Test(arguments: FuzzTarget.all.map(\.name))
    func `a target holds for its seeds, for what broke it once, and for some changed inputs`(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let files = SeedFiles()
        let seeds = target.seeds(files)
        #expect(!seeds.isEmpty)
        let kept = files.kept(name)
        for input in seeds.prefix(200) + kept { try target.run(input) }
        let seed: UInt64 = .random(in: .min ... .max)
        var mutator = Mutator(
            seeds: seeds + kept, words: target.words, longest: target.longestInput, seed: seed)
        for _ in 0..<300 {
            let input = mutator.next()
            #expect(throws: Never.self, "seed \(seed), input \(input)") { try target.run(input) }
        }
    }

    @Test func `names are told apart`() {
        #expect(Set(FuzzTarget.all.map(\.name)).count == FuzzTarget.all.count)
        #expect(FuzzTarget.named("nothing") == nil)
    }

    @Test func `the same seed makes the same inputs, none over the limit`() {
        let seeds = [Array("GET / HTTP/1.1\r\n".utf8), [], Array(repeating: 7, count: 90)]
        var one = Mutator(seeds: seeds, words: [[1, 2]], longest: 100, seed: 5)
        var other = Mutator(seeds: seeds, words: [[1, 2]], longest: 100, seed: 5)
        for _ in 0..<5_000 {
            let input = one.next()
            #expect(input == other.next())
            #expect(input.count <= 100)
        }
    }

    @Test func `pieces make up the whole, and a changed checksum is put right`() {
        for count in [0, 1, 2, 300] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            #expect(Pieces.of(bytes).flatMap { bytes[$0] } == bytes)
        }
        let text = Array("fita 1\n. 00000000\n\nend 0 00000000\n".utf8)
        let mended = CassetteMending.mended(text)
        #expect(mended != text)
        #expect(CassetteMending.mended(mended) == mended)
    }
}
