import InnerCodings
import LeakSearch

extension FuzzTarget {
    private static let value = Array("3f2b9c1e-7d44-4a7b-9e0f-5c6d7e8f9012".utf8)
    private static let search = DisguiseSearch(
        [SoughtValue("v", value)], locations: [SoughtLocation("l", latitude: -23.55, longitude: -46.63)],
        limits: SearchLimits(depth: 4, nodeCount: 200, nodeBytes: 64 << 10, totalBytes: 256 << 10))

    static let disguises = FuzzTarget(
        "disguises",
        words: ["%", "\\u00", "&#", "=3D", "H4sI", "eyJ", "[1,2,3,4,5,6,7,8]", String(decoding: value, as: UTF8.self)],
        seeds: { $0.badInputs("json.json") + $0.badInputs("bombs.json").map { Array($0.prefix(2_000)) } }
    ) { bytes in
        for coding in InnerCoding.allCases {
            guard let decoded = coding.decoded(bytes, limit: 1_000), !decoded.isEmpty else { continue }
            try must(decoded.count <= 1_000, "\(coding) gives \(decoded.count) bytes")
            let place = bytes.withUnsafeBufferPointer { coding.place(of: 0..<decoded.count, in: $0) }
            try must(place.upperBound <= bytes.count, "\(coding) comes from \(place)")
        }
        for isThorough in [true, false] {
            let report = search.search(bytes, isThorough: isThorough)
            for appearance in report.appearances {
                try must(appearance.range.upperBound <= bytes.count, "\(appearance.path) stands in \(appearance.range)")
                for layer in appearance.layers {
                    try must(layer.input.clamped(to: layer.place) == layer.place, "\(layer) is not within its input")
                }
            }
        }
    }
}
