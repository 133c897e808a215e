import Testing

struct RoomTableTests {
    @Test func `the forms of the manifest are read`() {
        let table = RoomTable(
            """
            func room(_ name: String) -> Target { .target(name: name) }
            let package = Package(
                products: [.executable(name: "fita", targets: ["fita"])],
                targets: [
                    library("CUV", "libuv", apt: "libuv1-dev", brew: "libuv"),
                    .target(name: "CCurl", path: "Sources/C/CCurl"),
                    room("HTTPModel", "Wire"),  // room("Commented", "Wire")
                    room(
                        "HTTPWire", "Wire",
                        [
                            "HTTPModel",
                        ]),
                    .executableTarget(
                        name: "fita", dependencies: ["HTTPWire"], path: "Sources/fita", swiftSettings: settings),
                    .target(name: "TestMaterial", path: "Tests/TestMaterial"),
                    .executableTarget(name: "FuzzTargets", dependencies: ["HTTPWire"], path: "Tests/FuzzTargets"),
                    tests("HTTPModelTests", ["HTTPModel"]),
                ]
            )
            """)
        #expect(table.rooms.map(\.name) == ["CUV", "CCurl", "HTTPModel", "HTTPWire", "fita"])
        #expect(table.rooms.map(\.storey) == ["C", "C", "Wire", "Wire", "fita"])
        #expect(table.room("HTTPWire")?.dependencies == ["HTTPModel"])
        #expect(table.room("fita")?.dependencies == ["HTTPWire"])
        #expect(table.room("CUV")?.dependencies == [])
    }

    @Test func `every folder of Sources is a room, and every room a folder`() throws {
        let house = try House.own.get()
        var folders: Set<String> = ["Sources/fita"]
        for storey in house.names(in: "Sources") where storey != "fita" {
            folders.formUnion(house.names(in: "Sources/\(storey)").map { "Sources/\(storey)/\($0)" })
        }
        #expect(Set(house.package.rooms.map(\.path)) == folders)
        #expect(house.package.rooms.allSatisfy { RoomTable.level($0.storey) != nil })
    }
}
