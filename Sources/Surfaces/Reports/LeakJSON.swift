import HTTPModel
import IdentityTrace
import JSONText
import LeakSearch
package import Verification

/// What a search for leaks found, for programs.
package struct LeakJSON {
    private let report: LeakReport
    private let showsValues: Bool

    package init(_ report: LeakReport, showsValues: Bool = false) {
        self.report = report
        self.showsValues = showsValues
    }

    package var bytes: [UInt8] {
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            writer.field("exchanges", report.exchangeCount)
            writer.field("third_party_requests", report.thirdPartyCount)
            writer.field("connection_names", report.nameCount)
            writer.field("websocket_messages", report.messageCount)
            writer.field("values_learned", report.learned.all.count)
            writer.field("values_given", report.givenCount)
            if let host = report.firstParty { writer.field("first_party", host) }
            writer.field("leak_count", report.leakCount)
            writer.field("gap_count", report.gaps.count + report.moreGaps)
            if let state = report.redaction {
                writer.field("redaction", state.manner.rawValue)
                writer.field("may_be_shown", state.mayBeShown)
                writer.field("fake_leak_count", report.fakeLeakCount)
                writer.field("exposed", each: state.exposures) { writer, exposure in
                    writer.object { writer in
                        writer.field("name", exposure.name)
                        writer.field("values", exposure.valueCount)
                        writer.field("first_exchange", exposure.exchange)
                    }
                }
            }
            writer.field("leaks", each: report.leaks) { writer, finding in leak(&writer, finding) }
            writer.field("not_searched", each: report.gaps) { writer, gap in
                writer.object { writer in
                    writer.field("exchange", gap.exchange)
                    writer.field("part", gap.part)
                    writer.field("why", gap.gap.text)
                }
            }
        }
        return writer.bytes
    }

    private func leak(_ writer: inout JSONWriter, _ finding: LeakFinding) {
        writer.object { writer in
            writer.field("value", finding.value)
            writer.field("exchange", finding.exchange)
            if let connection = finding.connection { writer.field("connection", connection) }
            writer.field("host", LeakNames(showsValues: showsValues).host(finding.host))
            writer.field("part", finding.part)
            writer.field("place", LeakNames(showsValues: showsValues).place(finding.place))
            writer.field("start", finding.range.lowerBound)
            writer.field("end", finding.range.upperBound)
            writer.field("path", finding.path)
            writer.field("layers", each: finding.layers) { writer, layer in
                writer.object { writer in
                    writer.field("name", layer.name)
                    writer.field("start", layer.input.lowerBound)
                    writer.field("end", layer.input.upperBound)
                    writer.field("place_start", layer.place.lowerBound)
                    writer.field("place_end", layer.place.upperBound)
                }
            }
            writer.field("innermost_start", finding.innermost.lowerBound)
            writer.field("innermost_end", finding.innermost.upperBound)
            writer.field("cause", finding.cause.kind)
            writer.field("cause_text", finding.cause.text)
            if showsValues {
                writer.field("request", finding.request)
                writer.field("saw", SafeText.text(finding.shown))
            }
        }
    }
}
