/// The rooms, storeys and arrows that `Package.swift` declares.
///
/// Reads the calls `room(name, storey, [dependencies])`, `library(name, ...)`, `.target(name: ...)` below `Sources/C`
/// and `.executableTarget(name: ...)`: the forms the manifest is written in. `RoomTableTests` holds them to it.
struct RoomTable {
    struct Room: Hashable {
        let name: String
        /// The folder of `Sources` it lies in; the tool lies in its own.
        let storey: String
        let dependencies: [String]
        /// Relative to the package root.
        let path: String
    }

    /// From the ground up.
    static let storeys = ["C", "Wire", "Tape", "Meaning", "Engine", "World", "Surfaces", "fita"]

    let rooms: [Room]

    init(rooms: [Room]) {
        self.rooms = rooms
    }

    init(_ manifest: String) {
        let uncommented = manifest.split(separator: "\n", omittingEmptySubsequences: false)
            .map(\.withoutComment)
            .joined(separator: "\n")
        var rooms: [Room] = []
        for call in Self.calls(in: uncommented) {
            let strings = Self.strings(in: call.arguments)
            switch call.function {
            case "room":
                guard strings.count >= 2 else { continue }
                rooms.append(
                    Room(
                        name: strings[0], storey: strings[1], dependencies: Array(strings.dropFirst(2)),
                        path: "Sources/\(strings[1])/\(strings[0])"))
            case "library":
                guard let name = strings.first else { continue }
                rooms.append(Room(name: name, storey: "C", dependencies: [], path: "Sources/C/\(name)"))
            case ".target":
                guard let name = strings.first, strings.contains("Sources/C/\(name)") else { continue }
                rooms.append(Room(name: name, storey: "C", dependencies: [], path: "Sources/C/\(name)"))
            case ".executableTarget":
                guard let name = strings.first, strings.contains("Sources/\(name)") else { continue }
                rooms.append(
                    Room(
                        name: name, storey: name, dependencies: strings.dropFirst().filter { !$0.contains("/") },
                        path: "Sources/\(name)"))
            default: continue
            }
        }
        self.rooms = rooms
    }

    func room(_ name: String) -> Room? { rooms.first { $0.name == name } }

    /// The room whose folder holds the file.
    func room(holding path: String) -> Room? { rooms.first { path.hasPrefix($0.path + "/") } }

    static func level(_ storey: String) -> Int? { storeys.firstIndex(of: storey) }

    private static let functions = ["room", "library", ".target", ".executableTarget"]

    /// The calls after `targets: [`, each with the text between its parentheses.
    private static func calls(in manifest: String) -> [(function: String, arguments: Substring)] {
        guard let start = manifest.ranges(of: "targets: [\n").last?.upperBound else { return [] }
        var calls: [(String, Substring)] = []
        var position = start
        while let open = manifest[position...].firstIndex(of: "(") {
            let word = manifest[position..<open].split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
            var depth = 0
            var close = open
            for index in manifest[open...].indices {
                if manifest[index] == "(" { depth += 1 }
                if manifest[index] == ")" { depth -= 1 }
                close = index
                if depth == 0 { break }
            }
            if functions.contains(word) { calls.append((word, manifest[open..<close])) }
            position = manifest.index(after: close)
        }
        return calls
    }

    private static func strings(in text: Substring) -> [String] {
        text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }
}

extension Substring {
    fileprivate var withoutComment: Substring {
        firstRange(of: "//").map { self[..<$0.lowerBound] } ?? self
    }
}
