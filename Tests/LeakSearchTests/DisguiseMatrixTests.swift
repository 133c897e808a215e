import Disguises
import LeakSearch
import Testing

struct DisguiseMatrixTests {
    static let search = DisguiseSearch(
        [SoughtValue("visitor_id:1", DisguiseMatrix.value)],
        salts: [KnownSalt("app_bundle", DisguiseMatrix.bundle)])

    @Test func `there are 102 disguises, each with its own name`() {
        #expect(DisguiseMatrix.cases.count == 102)
        #expect(Set(DisguiseMatrix.cases.map(\.id)).count == 102)
    }

    @Test(arguments: DisguiseMatrix.cases) func `a disguise is seen through`(_ disguised: DisguisedRequest) {
        let report = Self.search.search(requestOf: disguised.exchange)
        let best = report.found.map(\.appearance.strength).max()
        #expect(best == (DisguiseMatrix.weak.contains(disguised.id) ? .weak : best))
        #expect(best.map { $0 > .weak || DisguiseMatrix.weak.contains(disguised.id) } == true, "\(report.found)")
    }
}
