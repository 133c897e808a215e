import CassetteFormat
import Disguises
import HARFormat
import LeakSearch
import Platform

/// How many disguises the search sees through, and whether it sees any where there is none.
///
///     LeakBench [SEED [COUNT]]
///     LeakBench --files SEED FILE...
///
/// The second form looks for 100 random UUIDs in real traffic: the exchanges of HAR files, any other file as it is.
/// Prints a line each figure, `name value of total`.
@main
struct LeakBench {
    private static let randomValues = 100

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "--files", arguments.count > 2, let seed = UInt64(arguments[1]) {
            return try strangers(seed, Array(arguments.dropFirst(2)))
        }
        let seed = arguments.first.flatMap { UInt64($0) } ?? 2_026
        let count = arguments.count > 1 ? Int(arguments[1]) ?? 0 : 10_000
        let salt = KnownSalt("app_bundle", DisguiseMatrix.bundle)
        matrix(DisguiseSearch([SoughtValue("visitor_id:1", DisguiseMatrix.value)], salts: [salt]))
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
        print("patterns \(search.patternCount) of 1 value")
        print("matrix \(found) of \(DisguiseMatrix.cases.count)")
        print("hinted \(weak) of \(DisguiseMatrix.cases.count)")
        print("plain \(plain) of \(DisguiseMatrix.cases.count)")
    }

    private static func random(_ seed: UInt64, _ count: Int, _ salt: KnownSalt) {
        var generator = DisguiseGenerator(seed: seed)
        var found = 0
        // A new value every hundred requests.
        for start in stride(from: 0, to: count, by: 100) {
            let value = generator.uuid()
            let search = DisguiseSearch([SoughtValue("value", value)], salts: [salt])
            for _ in start..<min(start + 100, count) {
                let request = generator.request(value, salt: salt.bytes)
                if let strength = best(search, request), strength > .weak {
                    found += 1
                } else {
                    print("missed: \(request.id)")
                }
            }
        }
        print("random \(found) of \(count)")
    }

    // MARK: Where there is none

    private static func strangers(_ seed: UInt64, _ paths: [String]) throws {
        var generator = DisguiseGenerator(seed: seed)
        let values = (0..<randomValues).map { SoughtValue("stranger:\($0)", generator.uuid()) }
        var limits = SearchLimits.standard
        limits.fullValueCount = randomValues
        let search = DisguiseSearch(
            values, salts: [KnownSalt("app_bundle", DisguiseMatrix.bundle)], limits: limits)
        var appearances: [(String, Appearance)] = []
        var messages = 0
        var bytes = 0
        for path in paths {
            try FileContent(path).withBytes { content in
                bytes += content.count
                guard HARReader.isHAR(UnsafeRawBufferPointer(rebasing: content.prefix(4_096))) else {
                    messages += 1
                    appearances += search.search(Array(content)).appearances.map { (path, $0) }
                    return
                }
                _ = try? HARReader().read(content) { item in
                    guard case .exchange(let exchange) = item else { return }
                    messages += 2
                    for report in [search.search(requestOf: exchange), search.search(answerOf: exchange)] {
                        appearances += report.found.map { (path, $0.appearance) }
                    }
                }
            }
        }
        for (path, appearance) in appearances { print("found: \(appearance.path) \(appearance.strength) in \(path)") }
        print("patterns \(search.patternCount) of \(randomValues) values")
        print("bytes \(bytes) of \(paths.count) files")
        print("false \(appearances.count { $0.1.strength > .weak }) of \(messages)")
        print("hints \(appearances.count { $0.1.strength == .weak }) of \(messages)")
    }

    private static func contains(_ bytes: [UInt8], _ needle: [UInt8]) -> Bool {
        guard bytes.count >= needle.count else { return false }
        return (0...(bytes.count - needle.count)).contains { bytes[$0..<$0 + needle.count].elementsEqual(needle) }
    }
}
