import Foundation
import Testing

/// A report held against a file of `Golden`; `FITA_GOLDEN=update` writes the file anew.
func expectGolden(_ text: String, _ name: String, _ location: SourceLocation = #_sourceLocation) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appending(path: "Golden").appending(path: name)
    if ProcessInfo.processInfo.environment["FITA_GOLDEN"] == "update" {
        try Data(text.utf8).write(to: file)
        return
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = golden.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, (line, wanted)) in zip(lines, expected).enumerated() where line != wanted {
        Issue.record("\(name):\(index + 1)\n- \(wanted)\n+ \(line)", sourceLocation: location)
        return
    }
    #expect(lines.count == expected.count, "\(name)", sourceLocation: location)
}
