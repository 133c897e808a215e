import Testing

@testable import Platform

@Suite struct SeededGeneratorTests {
    @Test func `the numbers are those of SplitMix64`() {
        var generator = SeededGenerator(seed: 1_234_567)
        let numbers = (0..<5).map { _ in generator.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    @Test func `a UUID is of version 4 and in capitals`() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<200 {
            let uuid = generator.uuid()
            #expect(uuid.wholeMatch(of: #/[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}/#) != nil)
        }
    }

    @Test func `tokens and digits have the length asked for`() {
        var generator = SeededGenerator(seed: 1)
        #expect(generator.token(20).wholeMatch(of: #/[a-z2-9]{20}/#) != nil)
        #expect(generator.digits(8).wholeMatch(of: #/[0-9]{8}/#) != nil)
        #expect(generator.token(0).isEmpty)
    }
}
