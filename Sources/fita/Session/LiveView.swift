import CassetteFormat
import Platform
import Reports
import SDKContracts
import Verification

/// What can be said of a recording while it runs, from the journal's own frames: what is shown is what is on the tape.
final class LiveView {
    /// What is printed as it happens.
    struct Shows {
        /// A line on the terminal for each exchange that ends.
        var exchanges = false
        /// Each finding on standard output, as it is first seen.
        var findings = false
        var reveals = false
    }

    private let shows: Shows
    private var assembler = JournalAssembler()
    private var verifier: Verifier
    private var items: [TapeItem] = []

    init(_ configuration: ContractConfiguration, _ shows: Shows) {
        verifier = Verifier(configuration: configuration)
        self.shows = shows
    }

    /// For a journal whose first frame was written before anyone looked.
    func see(_ item: TapeItem) {
        items.append(item)
        show()
    }

    func see(_ frame: JournalFrame) {
        assembler.feed(frame, into: &items)
        show()
    }

    func see(_ damage: JournalReader.Damage) {
        assembler.damage(damage, into: &items)
        show()
    }

    /// The judgement of the whole, with everything known.
    func finish() -> Judgement {
        assembler.finish(into: &items)
        show()
        return verifier.finish()
    }

    private func show() {
        for item in items {
            let glimpse = verifier.see(item)
            if shows.exchanges, case .exchange(let exchange) = item {
                StandardStream.error.write(LiveLine(exchange, glimpse, reveals: shows.reveals).text + "\n")
            }
            guard shows.findings else { continue }
            for finding in glimpse.findings {
                StandardStream.output.write(
                    FindingText(glimpse.values, reveals: shows.reveals).lines(finding).joined(separator: "\n")
                        + "\n\n")
            }
        }
        items.removeAll(keepingCapacity: true)
    }
}
