import Disguises
import LeakSearch
import Platform

/// How many disguises the search sees through.
///
///     LeakBench [SEED [COUNT]]
@main
struct LeakBench {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        let seed = arguments.first ?? 20_26
        let count = arguments.count > 1 ? Int(arguments[1]) : 10_000
        let salt = KnownSalt("app_bundle", DisguiseMatrix.bundle)
        let search = DisguiseSearch([SoughtValue("visitor_id:1", DisguiseMatrix.value)], salts: [salt])
        print("patterns of one value: \(search.patternCount)")
        matrix(search)
        random(seed, count, salt)
    }

    private static func best(_ search: DisguiseSearch, _ request: DisguisedRequest) -> MatchStrength? {
        search.search(requestOf: request.exchange).found.map(\.appearance.strength).max()
    }

    private static func matrix(_ search: DisguiseSearch) {
        var plain = 0
        var found = 0
        var weak = 0
        for request in DisguiseMatrix.cases {
            if contains(request.wire, DisguiseMatrix.value) { plain += 1 }
            switch best(search, request) {
            case .proven, .strong: found += 1
            case .weak: weak += 1
            case nil: print("missed: \(request.id)")
            }
        }
        print("matrix: found \(found) of \(DisguiseMatrix.cases.count), hinted \(weak), plain search \(plain)")
    }

    private static func random(_ seed: UInt64, _ count: Int, _ salt: KnownSalt) {
        var generator = DisguiseGenerator(seed: seed)
        var found = 0
        var missed: [String] = []
        // A new value every hundred requests.
        for _ in stride(from: 0, to: count, by: 100) {
            let value = generator.uuid()
            let search = DisguiseSearch([SoughtValue("value", value)], salts: [salt])
            for _ in 0..<min(100, count) {
                let request = generator.request(value, salt: salt.bytes)
                if let strength = best(search, request), strength > .weak {
                    found += 1
                } else {
                    missed.append(request.id)
                }
            }
        }
        for id in missed.prefix(60) { print("missed: \(id)") }
        print("random: found \(found) of \(found + missed.count), seed \(seed)")
    }

    private static func contains(_ bytes: [UInt8], _ needle: [UInt8]) -> Bool {
        guard bytes.count >= needle.count else { return false }
        return (0...(bytes.count - needle.count)).contains { bytes[$0..<$0 + needle.count].elementsEqual(needle) }
    }
}
