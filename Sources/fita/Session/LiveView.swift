import SDKContracts
import CassetteFormat
import Platform
import Reports
import Verification

/// A line on the terminal for each exchange that ends while a recording runs.
///
/// It reads the journal's own frames, so what it shows is what is on the tape.
final class LiveView {
    private var assembler = JournalAssembler()
    private var verifier: Verifier
    private var items: [TapeItem] = []

    init(_ header: TapeHeader, _ configuration: ContractConfiguration) {
        verifier = Verifier(configuration: configuration)
        verifier.see(.header(header))
    }

    func see(_ frame: JournalFrame) {
        assembler.feed(frame, into: &items)
        for item in items {
            let glimpse = verifier.see(item)
            if case .exchange(let exchange) = item {
                StandardStream.error.write(LiveLine(exchange, glimpse).text + "\n")
            }
        }
        items.removeAll(keepingCapacity: true)
    }
}
