/// Who may import whom. Each check gives the breaches it finds, one line each.
struct Layering {
    let table: RoomTable
    let sources: [SourceFile]

    private static let libc: Set = ["Glibc", "Musl", "Darwin"]
    /// Modules of the toolchain that any room may use: they are part of the static runtime and do no I/O.
    private static let toolchain: Set = ["Synchronization"]

    /// Arrows of the manifest that climb.
    var climbingArrows: [String] {
        table.rooms.flatMap { room in
            room.dependencies.compactMap { name in
                guard let target = table.room(name) else { return "\(room.name) depends on \(name), which is no room" }
                guard let from = RoomTable.level(room.storey), let to = RoomTable.level(target.storey), to <= from
                else {
                    return "\(room.name) (\(room.storey)) depends on \(name) (\(target.storey)) above it"
                }
                return nil
            }
        }
    }

    /// Imports without an arrow of the manifest, of libc outside `Platform`, and of anything unknown.
    var undeclaredImports: [String] {
        sources.filter { $0.path.hasSuffix(".swift") }.flatMap { file -> [String] in
            guard let room = table.room(holding: file.path) else { return ["\(file.path) lies in no room"] }
            return file.imports.compactMap { module in
                if Self.toolchain.contains(module) || room.dependencies.contains(module) { return nil }
                if Self.libc.contains(module), room.name == "Platform" { return nil }
                return "\(file.path) imports \(module), to which \(room.name) has no arrow"
            }
        }
    }

    /// Arrows that no import uses.
    var unusedArrows: [String] {
        let imported = importsByRoom
        return table.rooms.flatMap { room in
            room.dependencies.filter { imported[room.name]?.contains($0) != true }
                .map { "\(room.name) never imports \($0)" }
        }
    }

    /// C modules that have no importing room, or several.
    var sharedCModules: [String] {
        let imported = importsByRoom
        return table.rooms.filter { $0.storey == "C" }.compactMap { module in
            let owners = imported.filter { $0.value.contains(module.name) }.keys.sorted()
            return owners.count == 1 ? nil : "\(module.name) is imported by \(owners)"
        }
    }

    /// Files of the lower storeys that reach the world.
    var worldlyImports: [String] {
        sources.filter { file in
            guard let storey = table.room(holding: file.path)?.storey else { return false }
            return ["Wire", "Tape", "Meaning", "Engine"].contains(storey)
        }.flatMap { file in
            file.imports.filter { Self.libc.contains($0) || $0 == "Platform" }.map { "\(file.path) imports \($0)" }
        }
    }

    /// Foundation in any form: it would cost start-up time and twice the binary.
    var foundationImports: [String] {
        sources.flatMap { file in
            file.imports.filter { $0.hasPrefix("Foundation") || $0 == "Dispatch" }
                .map { "\(file.path) imports \($0)" }
        }
    }

    private var importsByRoom: [String: Set<String>] {
        var imports: [String: Set<String>] = [:]
        for file in sources where file.path.hasSuffix(".swift") {
            guard let room = table.room(holding: file.path) else { continue }
            imports[room.name, default: []].formUnion(file.imports)
        }
        return imports
    }
}
