import Testing

struct RoomPageTests {
    /// Rooms of Swift without their page, or with a page that names another room.
    private func missing(_ rooms: [RoomTable.Room], page: (String) -> String?) -> [String] {
        rooms.filter { $0.storey != "C" }.compactMap { room in
            let path = "\(room.path)/\(room.name).docc/\(room.name).md"
            guard let text = page(path) else { return "\(path) is missing" }
            let title = text.prefix { $0 != "\n" }.filter { $0 != "`" }
            return title == "# \(room.name)" ? nil : "\(path) opens with \(title)"
        }
    }

    @Test func `each room says what it owns`() throws {
        let house = try House.own.get()
        let pages = Dictionary(uniqueKeysWithValues: house.texts.map { ($0.path, $0.text) })
        expectNone(missing(house.package.rooms) { pages[$0] })
    }

    @Test func `a missing page is seen, and a wrong one`() {
        let rooms = [
            RoomTable.Room(name: "CUV", storey: "C", dependencies: [], path: "Sources/C/CUV"),
            RoomTable.Room(name: "HTTPWire", storey: "Wire", dependencies: [], path: "Sources/Wire/HTTPWire"),
        ]
        #expect(missing(rooms) { _ in nil }.count == 1)
        #expect(missing(rooms) { _ in "# ``HTTPModel``\n" }.count == 1)
        #expect(missing(rooms) { _ in "# ``HTTPWire``\n" } == [])
    }

    @Test func `no room is a placeholder`() throws {
        expectNone(try House.own.get().sources.map(\.path).filter { $0.hasSuffix("/Room.swift") })
    }
}
