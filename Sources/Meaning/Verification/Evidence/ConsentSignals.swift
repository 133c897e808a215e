import ConsentStrings
import SDKContracts

/// Privacy signals of a request, whoever it went to.
extension Sighting {
    /// The TC strings that it carries under their name, and where.
    var consentParameters: [Parameter] { fields(.gdprConsent).filter { !$0.value.isEmpty } }

    func parameters(named names: [String]) -> [Parameter] {
        parameters.filter { parameter in names.contains { parameter.name.elementsEqual($0.utf8) } }
    }

    /// Whether it says that the GDPR applies.
    var saysGDPR: Bool { value(.gdpr)?.elementsEqual("1".utf8) == true }
}

extension ConsentVerdicts {
    /// The worst problem of an aspect, for people; nil where it is clean.
    func worst(_ aspect: ConsentAspect, from grade: ConsentGrade) -> ConsentProblem? {
        problems.filter { $0.aspect == aspect && $0.grade >= grade }.max { $0.grade < $1.grade }
    }
}

extension ConsentProblem {
    var text: String { "\(code.rawValue): \(message)" }
}
