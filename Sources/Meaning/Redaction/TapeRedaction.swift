package import CassetteFormat
package import LeakSearch
package import SDKContracts
import HTTPModel
import IdentityTrace
import Verification

/// Makes the tape that can be shown to others of one that cannot.
package struct TapeRedaction {
    /// What to replace, and how.
    package struct Wish: Sendable {
        /// Secret bytes; the same ones give the same fakes.
        package var key: [UInt8]
        /// The app's bundle is replaced too.
        package var replacesBundle = false
        /// Values besides those that the tape teaches.
        package var values: [SoughtValue] = []
        /// What digests may be mixed with, besides the app's own.
        package var salts: [KnownSalt] = []

        package init(key: [UInt8]) { self.key = key }
    }

    package let header: TapeHeader
    package let items: [TapeItem]
    package let report: RedactionReport

    /// Replaces and proves: no replaced value is found in what this holds, and the verifier says the same of it.
    ///
    /// Throws where a proof does not hold, or the tape cannot be written anew.
    /// - Parameter items: all of the tape, with the contents.
    package init(
        of header: TapeHeader, _ items: [TapeItem], configuration: ContractConfiguration, wish: Wish
    ) throws(RedactionError) {
        let before = Self.judged(header, items, configuration)
        let values = try PersonalValues(items, before, wish)
        var redactor = ExchangeRedactor(search: values.search, rewriter: values.rewriter)
        var redacted: [TapeItem] = []
        for item in items { redacted.append(try redactor.redacted(item)) }
        var seal = TapeSeal()
        for item in redacted { seal.add(item) }
        var redactedHeader = redactor.redacted(header)
        redactedHeader.redacted = seal.rootBehindHeader
        self.header = redactedHeader
        self.items = redacted
        var report = redactor.report
        report.valueCount = values.search.givenCount
        report.locationCount = values.rewriter.locations.count
        report.keptShort = values.keptShort
        report.gaps = try RedactionProof.nothingIsLeft(in: redacted, values.search)
        report.findingCount = before.findings.count
        try RedactionProof.sameIsSaid(before, Self.judged(self.header, redacted, configuration))
        self.report = report
    }

    private static func judged(
        _ header: TapeHeader, _ items: [TapeItem], _ configuration: ContractConfiguration
    ) -> Judgement {
        Verifier.judge(configuration: configuration, keepsSightings: true) { _, take in
            take(.header(header))
            for item in items { take(item) }
        }
    }
}
