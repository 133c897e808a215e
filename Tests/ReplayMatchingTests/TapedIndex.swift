import CassetteFormat
import ReplayMatching

/// An index with the tape it is of.
struct TapedIndex {
    private var index = ReplayIndex()
    private var requests: [ComparableRequest] = []

    var unplayed: [Int] { index.unplayed }

    mutating func add(_ exchange: Exchange) -> Int? {
        guard let place = index.add(RecordedRequest(exchange)) else { return nil }
        if let request = ComparableRequest(exchange) { requests.append(request) }
        return place
    }

    mutating func match(_ request: ComparableRequest) -> ReplayIndex.Outcome {
        index.match(request) { requests[$0] }
    }
}
