/// One parser or machine, and what must hold of it whatever bytes it is given.
struct FuzzTarget: Sendable {
    let name: String
    /// Bytes; longer inputs are cut to it.
    let longestInput: Int
    /// Words of the grammar, to be put into inputs.
    let words: [[UInt8]]
    let seeds: @Sendable (SeedFiles) -> [[UInt8]]
    private let body: @Sendable ([UInt8]) throws -> Void

    init(
        _ name: String, longestInput: Int = 4_096, words: [String] = [],
        seeds: @escaping @Sendable (SeedFiles) -> [[UInt8]], run: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        self.name = name
        self.longestInput = longestInput
        self.words = words.map { Array($0.utf8) }
        self.seeds = seeds
        body = run
    }

    /// Runs one input. Everything it does follows from the input alone. Throws a ``Violation``; traps where the code
    /// under test does.
    func run(_ input: [UInt8]) throws { try body(Array(input.prefix(longestInput))) }

    static let all: [FuzzTarget] = [
        .requestHead, .responseHead, .messageBody, .serverMachine, .upstreamMachine, .http2Session, .socks, .webSocket,
        .clientHello, .journal, .cassette, .json, .markup, .url, .links, .har, .configuration, .contentCoding, .media,
        .packets, .consent, .disguises, .evidence, .conversation,
    ]

    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// Something that must hold did not.
struct Violation: Error, CustomStringConvertible {
    let description: String
}

/// Says that a condition must hold.
func must(_ condition: Bool, _ text: @autoclosure () -> String) throws {
    if !condition { throw Violation(description: text()) }
}
