import CassetteFormat
package import ConsentStrings
import HTTPModel
import JSONText

/// A consent string decoded, with its three verdicts (`fita consent`).
package struct ConsentReport {
    private let string: ConsentString
    private let byteCount: Int
    package let verdicts: ConsentVerdicts

    /// - Parameter now: seconds since 1970, for the age of the string.
    package init(_ bytes: [UInt8], now: Int64?) {
        string = ConsentString(bytes)
        byteCount = bytes.count
        verdicts = string.verdicts(at: now)
    }

    /// Whether a verdict is an error.
    package var hasErrors: Bool { ConsentAspect.allCases.contains { verdicts[$0] == .error } }

    // MARK: Text

    package var text: String {
        var lines = ["\(kind), \(byteCount) bytes"]
        for aspect in ConsentAspect.allCases {
            lines.append("\(Columns.padded(aspect.rawValue, 11))\(verdicts[aspect]?.rawValue ?? "none is stated")")
        }
        for problem in verdicts.problems {
            lines.append(
                "  \(Columns.padded(problem.grade.rawValue, 9))\(Columns.padded(problem.code.rawValue, 22))"
                    + "\(problem.message) (bytes \(problem.place.lowerBound)..<\(problem.place.upperBound))")
        }
        if verdicts.unlisted > 0 { lines.append("  and \(verdicts.unlisted) more") }
        let facts = facts
        let width = (facts.map(\.name.count).max() ?? 0) + 2
        lines += facts.map { "\(Columns.padded($0.name, width))\($0.value)" }
        return lines.joined(separator: "\n") + "\n"
    }

    private var kind: String {
        switch string {
        case .tc(let string): "TC string of version \(string.version.map(String.init) ?? "unknown")"
        case .gpp: "GPP string"
        case .usPrivacy: "US Privacy string"
        case .unknown: "no consent string"
        }
    }

    // MARK: JSON

    package var json: [UInt8] {
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            writer.field("format", "fita.consent/1")
            writer.field("kind", kind)
            writer.field("verdicts") { writer in
                writer.object { writer in
                    for aspect in ConsentAspect.allCases {
                        if let grade = verdicts[aspect] { writer.field(aspect.rawValue, grade.rawValue) }
                    }
                }
            }
            writer.field("problems", each: verdicts.problems) { writer, problem in
                writer.object { writer in
                    writer.field("code", problem.code.rawValue)
                    writer.field("aspect", problem.aspect.rawValue)
                    writer.field("grade", problem.grade.rawValue)
                    writer.field("message", problem.message)
                    writer.field("start", problem.place.lowerBound)
                    writer.field("end", problem.place.upperBound)
                }
            }
            writer.field("fields", each: facts) { writer, fact in
                writer.object { writer in
                    writer.field("name", fact.name)
                    writer.field("value", fact.value)
                }
            }
        }
        return writer.bytes + [0x0A]
    }

    // MARK: Fields

    private struct Fact {
        let name: String
        let value: String
    }

    private var facts: [Fact] {
        switch string {
        case .tc(let string): facts(of: string)
        case .usPrivacy(let string): facts(of: string)
        case .gpp(let string): facts(of: string)
        case .unknown: []
        }
    }

    private func facts(of string: TCString, _ prefix: String = "") -> [Fact] {
        var facts: [Fact] = []
        func add(_ name: String, _ value: String) { facts.append(Fact(name: prefix + name, value: value)) }
        if let old = string.version1 {
            add("Created", moment(old.created))
            add("CmpId", "\(old.cmpID)")
            add("VendorListVersion", "\(old.vendorListVersion)")
            add("PurposesAllowed", list(old.purposesAllowed))
        }
        guard let core = string.core else { return facts }
        add("Created", moment(core.created))
        add("LastUpdated", moment(core.lastUpdated))
        add("CmpId", "\(core.cmpID), version \(core.cmpVersion), screen \(core.consentScreen)")
        add("ConsentLanguage", TCCore.letters(core.language) ?? "no letters")
        add("VendorListVersion", "\(core.vendorListVersion)")
        add("TcfPolicyVersion", "\(core.policyVersion)")
        add("IsServiceSpecific", core.isServiceSpecific ? "1" : "0")
        add("UseNonStandardTexts", core.usesNonStandardTexts ? "1" : "0")
        add("SpecialFeatureOptIns", list(core.specialFeatureOptIns))
        add("PurposesConsent", list(core.purposeConsents))
        add("PurposesLITransparency", list(core.purposeInterests))
        add("PurposeOneTreatment", core.purposeOneTreatment ? "1" : "0")
        add("PublisherCC", TCCore.letters(core.publisherCountry) ?? "no letters")
        add("VendorConsents", vendors(core.vendorConsents))
        add("VendorLegitimateInterests", vendors(core.vendorInterests))
        for restriction in core.restrictions {
            add(
                "PubRestriction",
                "purpose \(restriction.purpose), type \(restriction.kind): vendors \(text(of: restriction.vendors))")
        }
        if let disclosed = string.disclosedVendors { add("DisclosedVendors", vendors(disclosed)) }
        if let allowed = string.allowedVendors { add("AllowedVendors", vendors(allowed)) }
        if let publisher = string.publisher {
            add("PubPurposesConsent", list(publisher.purposeConsents))
            add("PubPurposesLITransparency", list(publisher.purposeInterests))
            add("NumCustomPurposes", "\(publisher.customPurposeCount)")
        }
        return facts
    }

    private func facts(of string: USPrivacyString, _ prefix: String = "") -> [Fact] {
        let answers = [
            ("Notice", string.notice), ("OptOutOfSale", string.optedOutOfSale),
            ("LimitedServiceProvider", string.limitedServiceProvider),
        ]
        return answers.compactMap { name, answer in
            answer.map { Fact(name: prefix + name, value: String($0.rawValue)) }
        }
    }

    private func facts(of string: GPPString) -> [Fact] {
        var facts = [Fact(name: "Sections", value: list(string.sectionIDs))]
        for section in string.sections {
            let prefix = section.name + "."
            switch section.content {
            case .europe(let inner): facts += self.facts(of: inner, prefix)
            case .usPrivacy(let inner): facts += self.facts(of: inner, prefix)
            case .canada(let core):
                facts.append(Fact(name: prefix + "PurposesExpressConsent", value: list(core.expressConsents)))
                facts.append(Fact(name: prefix + "PurposesImpliedConsent", value: list(core.impliedConsents)))
            case .us(let inner):
                facts += inner.values.map { Fact(name: prefix + $0.name, value: list($0.values)) }
                if let control = inner.globalPrivacyControl {
                    facts.append(Fact(name: prefix + "Gpc", value: control ? "1" : "0"))
                }
            case .unread: facts.append(Fact(name: section.name, value: "not read"))
            }
        }
        return facts
    }

    private func moment(_ tenths: Int) -> String { CivilTime.text(seconds: Int64(tenths / 10)) }

    private func list(_ numbers: [Int]) -> String {
        numbers.isEmpty ? "none" : numbers.map(String.init).joined(separator: ", ")
    }

    /// Longer lists are cut, and say so.
    private static let longestList = 24

    private func text(of ids: IDRanges) -> String {
        let shown = IDRanges(Array(ids.ranges.prefix(Self.longestList))).text
        let rest = ids.ranges.count - Self.longestList
        return rest > 0 ? "\(shown), and \(rest) more ranges" : shown.isEmpty ? "none" : shown
    }

    private func vendors(_ list: VendorList) -> String {
        list.ids.isEmpty ? "none" : "\(list.ids.count): \(text(of: list.ids))"
    }
}
