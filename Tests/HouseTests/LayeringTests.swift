import Testing

struct LayeringTests {
    private func own() throws -> Layering {
        let house = try House.own.get()
        return Layering(table: house.package, sources: house.sources)
    }

    /// A small house with one breach of each kind planted by the test.
    private func planted(_ files: [String: String], wire dependencies: [String] = []) -> Layering {
        let table = RoomTable(rooms: [
            .init(name: "CUV", storey: "C", dependencies: [], path: "Sources/C/CUV"),
            .init(name: "HTTPWire", storey: "Wire", dependencies: dependencies, path: "Sources/Wire/HTTPWire"),
            .init(name: "Platform", storey: "World", dependencies: [], path: "Sources/World/Platform"),
            .init(name: "Sockets", storey: "World", dependencies: ["CUV"], path: "Sources/World/Sockets"),
        ])
        return Layering(table: table, sources: files.map { SourceFile(path: $0.key, text: $0.value) })
    }

    @Test func `arrows go down or along`() throws {
        expectNone(try own().climbingArrows)
        #expect(planted([:], wire: ["Platform"]).climbingArrows.count == 1)
        #expect(planted([:], wire: ["CUV"]).climbingArrows == [])
    }

    @Test func `imports follow declared arrows`() throws {
        expectNone(try own().undeclaredImports)
        #expect(planted(["Sources/World/Sockets/A.swift": "package import HTTPWire\n"]).undeclaredImports.count == 1)
        #expect(planted(["Sources/World/Sockets/A.swift": "import Glibc\n"]).undeclaredImports.count == 1)
        #expect(planted(["Sources/World/Platform/A.swift": "import Glibc\n"]).undeclaredImports == [])
    }

    @Test func `every arrow is used`() throws {
        expectNone(try own().unusedArrows)
        #expect(planted([:]).unusedArrows == ["Sockets never imports CUV"])
        #expect(planted(["Sources/World/Sockets/A.swift": "internal import CUV\n"]).unusedArrows == [])
    }

    @Test func `each C module has one importing room`() throws {
        expectNone(try own().sharedCModules)
        let twice = planted([
            "Sources/World/Sockets/A.swift": "internal import CUV\n",
            "Sources/World/Platform/B.swift": "import CUV\n",
        ])
        #expect(twice.sharedCModules.count == 1)
        #expect(planted([:]).sharedCModules.count == 1)
    }

    @Test func `the lower storeys reach no operating system`() throws {
        expectNone(try own().worldlyImports)
        #expect(planted(["Sources/Wire/HTTPWire/A.swift": "  import Darwin\n"]).worldlyImports.count == 1)
        #expect(planted(["Sources/Wire/HTTPWire/A.swift": "import Platform\n"]).worldlyImports.count == 1)
    }

    @Test func `no Foundation in Sources`() throws {
        expectNone(try own().foundationImports)
        for line in ["import Foundation", "import struct Foundation.Data", "@testable import FoundationEssentials"] {
            #expect(planted(["Sources/World/Sockets/A.swift": line]).foundationImports.count == 1, "\(line)")
        }
    }
}
