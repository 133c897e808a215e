import Foundation

// libFuzzer brings a main of its own.
#if !FITA_LIBFUZZER
@main struct FuzzTargets {
    static func main() throws {
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
            print(Options.usage)
            exit(2)
        }
        if options.listsOnly {
            for target in FuzzTarget.all { print(target.name) }
            return
        }
        let first = options.targets.first.flatMap(FuzzTarget.named)
        if let folder = options.seedFolder, let target = first { return try SeedFiles().write(target, to: folder) }
        if let file = options.replay, let target = first {
            do { try target.run(Array(try Data(contentsOf: URL(filePath: file)))) } catch {
                print("violation: \(error)")
                exit(1)
            }
            print("nothing found")
            return
        }
        if let path = options.page, let target = first, let page = SharedPage(path, creating: false) {
            Runner(target: target, page: page, options: options).run()
        }
        let rows = try Campaign(options: options).run()
        print("seed \(options.seed)\n\n| target | executions | executions/s | findings |\n|---|--:|--:|--:|")
        for row in rows {
            let rate = Int(Double(row.executions) / max(row.seconds, 0.001))
            print("| \(row.target) | \(row.executions) | \(rate) | \(row.findings.count) |")
        }
        let findings = rows.flatMap(\.findings)
        for finding in findings { print("\n\(finding)") }
        exit(findings.isEmpty ? 0 : 1)
    }
}
#endif
