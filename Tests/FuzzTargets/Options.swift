/// What the driver is told to do.
struct Options {
    var targets: [String] = []
    var seconds: Double?
    var runs: Int?
    var seed: UInt64 = 1
    /// A file that is run once against the one target.
    var replay: String?
    /// Where findings are kept.
    var findings = ".build/fuzz/findings"
    /// Where to put the target's seeds, one a file.
    var seedFolder: String?
    /// Set in the process that runs the inputs: the file it tells its parent through.
    var page: String?
    var listsOnly = false

    static let usage = """
        usage: FuzzTargets [--target NAME]... [--seconds N] [--runs N] [--seed N] [--findings FOLDER]
               FuzzTargets --target NAME --replay FILE
               FuzzTargets --target NAME --write-seeds FOLDER
               FuzzTargets --list
        """

    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            if name == "--list" {
                listsOnly = true
                continue
            }
            guard let value = rest.popFirst() else { return nil }
            switch name {
            case "--target":
                guard FuzzTarget.named(value) != nil else { return nil }
                targets.append(value)
            case "--seconds":
                guard let number = Double(value) else { return nil }
                seconds = number
            case "--runs":
                guard let number = Int(value) else { return nil }
                runs = number
            case "--seed":
                guard let number = UInt64(value) else { return nil }
                seed = number
            case "--replay": replay = value
            case "--findings": findings = value
            case "--write-seeds": seedFolder = value
            case "--page": page = value
            default: return nil
            }
        }
        if targets.isEmpty { targets = FuzzTarget.all.map(\.name) }
        if replay != nil || seedFolder != nil, targets.count != 1 { return nil }
        if seconds == nil, runs == nil { seconds = 10 }
    }
}
