/// The files of one tape: the cassette, the journal while it is recorded, the folder of its blobs.
package struct TapePaths: Hashable, Sendable {
    package let cassette: String
    package let journal: String
    package let blobs: String

    /// - Parameter path: the name of the cassette or of the journal, or what both have before `.fita`.
    package init(_ path: String) {
        var name = path
        if name.hasSuffix(".fitaj") { name.removeLast(6) } else if name.hasSuffix(".fita") { name.removeLast(5) }
        cassette = name + ".fita"
        journal = name + ".fitaj"
        blobs = name + ".blobs"
    }

    package func blob(_ digest: String) -> String { blobs + "/" + digest }
}
