import Testing

@testable import Verification

@Suite struct RecentAdsTests {
    @Test func `so many are kept, and the oldest goes for the next`() {
        var ads = RecentAds<Int, String>(limit: 3)
        for key in 1...3 { ads[key] = "\(key)" }
        #expect(ads.all == ["1", "2", "3"])
        ads[4] = "4"
        #expect(ads.all == ["2", "3", "4"] && ads[1] == nil)
        #expect(ads.first()?.key == 2)
    }

    @Test func `a new value of a known key takes no room`() {
        var ads = RecentAds<Int, Int>(limit: 2)
        ads[1] = 1
        ads[2] = 2
        for value in 3...9 { ads[1] = value }
        #expect(ads.all == [9, 2])
        ads[2, default: 0] += 1
        #expect(ads[2] == 3)
    }

    @Test func `what was taken away is passed over`() {
        var ads = RecentAds<Int, Int>(limit: 2)
        ads[1] = 1
        ads[2] = 2
        ads[1] = nil
        #expect(ads.first()?.key == 2)
        ads[1] = 7
        #expect(ads.pairs.map(\.key) == [2, 1])
    }

    @Test func `keys that come and go leave nothing behind`() {
        var ads = RecentAds<Int, Int>(limit: 4)
        ads[0] = 0
        for key in 1...10_000 {
            ads[key] = key
            ads[key] = nil
        }
        #expect(ads.places <= 3 * 4)
    }
}
