import Disguises
import LeakSearch
import Testing

struct DisguiseGeneratorTests {
    private func missed(seed: UInt64, count: Int) -> [String] {
        var generator = DisguiseGenerator(seed: seed)
        let value = generator.uuid()
        let salt = KnownSalt("app_bundle", DisguiseMatrix.bundle)
        let search = DisguiseSearch([SoughtValue("value", value)], salts: [salt])
        return (0..<count).map { _ in generator.request(value, salt: salt.bytes) }.filter { request in
            !search.search(requestOf: request.exchange).found.contains { $0.appearance.strength > .weak }
        }.map(\.id)
    }

    @Test func `made-up disguises are seen through`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        let missed = missed(seed: seed, count: 600)
        // 99 in 100, with room for the chance of a short series.
        #expect(missed.count <= 12, "seed \(seed): \(missed)")
    }

    @Test func `a seed makes the same requests`() {
        var first = DisguiseGenerator(seed: 5)
        var second = DisguiseGenerator(seed: 5)
        let value = first.uuid()
        #expect(second.uuid() == value)
        for _ in 0..<50 {
            let salt = DisguiseMatrix.bundle
            #expect(first.request(value, salt: salt).wire == second.request(value, salt: salt).wire)
        }
    }
}
