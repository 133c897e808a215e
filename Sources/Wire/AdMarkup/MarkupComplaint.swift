/// Something a document has that it should not, and where.
package struct MarkupComplaint: Sendable, Equatable, CustomStringConvertible {
    package enum Gravity: Sendable {
        /// Well-formed, but against VAST, VMAP or common practice.
        case departure
        /// Not well-formed XML: strict players refuse the document. It was read on as said.
        case malformed
        /// The reader went no further.
        case refused
    }

    package enum Code: String, Sendable, CaseIterable {
        // Departures
        case empty
        case byteOrderMark
        case undeclaredPrefix
        case nameCase
        case irregularTime
        case unknownOffset
        case invalidNumber
        case emptyURL
        case spaceInURL
        case escapedDocument
        case unknownRoot
        case missingAdBody
        case oldVersion
        case furtherComplaints

        // Malformed
        case noElement
        case webPage
        case declarationNotFirst
        case charsetMismatch
        case invalidUTF8
        case controlCharacter
        case bareAmpersand
        case undeclaredEntity
        case invalidReference
        case strayMarkup
        case malformedTag
        case malformedAttribute
        case duplicateAttribute
        case malformedComment
        case mismatchedEndTag
        case unclosedElement
        case cut
        case textOutsideRoot
        case secondRoot

        // Refused
        case documentType
        case unsupportedCharset
        case documentTooLong
        case tooDeep
        case tooManyAttributes
        case tooManyNodes
        case nameTooLong
    }

    package let code: Code
    /// The bytes complained of.
    package let place: Range<Int>
    /// Line of the first of them, from 1; a line ends at a line feed.
    package let line: Int
    /// Column of the first of them in bytes, from 1.
    package let column: Int
    /// What stands there, cut short, safe for a terminal.
    package let saw: String
    /// The rule, and how the document was read on.
    package let why: String

    package var gravity: Gravity { code.gravity }

    package var description: String { "line \(line), column \(column): saw \(saw); \(why)" }
}

extension MarkupComplaint.Code {
    package var gravity: MarkupComplaint.Gravity {
        switch self {
        case .empty, .byteOrderMark, .undeclaredPrefix, .nameCase, .irregularTime, .unknownOffset, .invalidNumber,
            .emptyURL, .spaceInURL, .escapedDocument, .unknownRoot, .missingAdBody, .oldVersion, .furtherComplaints:
            .departure
        case .noElement, .webPage, .declarationNotFirst, .charsetMismatch, .invalidUTF8, .controlCharacter,
            .bareAmpersand, .undeclaredEntity, .invalidReference, .strayMarkup, .malformedTag, .malformedAttribute,
            .duplicateAttribute, .malformedComment, .mismatchedEndTag, .unclosedElement, .cut, .textOutsideRoot,
            .secondRoot:
            .malformed
        case .documentType, .unsupportedCharset, .documentTooLong, .tooDeep, .tooManyAttributes, .tooManyNodes,
            .nameTooLong:
            .refused
        }
    }
}

/// The complaints of one reading, kept in the order they were found and bounded in number.
struct ComplaintList: Sendable {
    let bytes: [UInt8]
    let lines: LineIndex
    let limit: Int
    private(set) var complaints: [MarkupComplaint] = []

    init(bytes: [UInt8], lines: LineIndex, limit: Int) {
        self.bytes = bytes
        self.lines = lines
        self.limit = limit
    }

    /// The first refusal is always kept: it says why there is no document. Documents within this one may be refused
    /// each, and those count like other complaints.
    mutating func add(_ code: MarkupComplaint.Code, _ place: Range<Int>, _ why: String) {
        let isKept = code.gravity == .refused && !complaints.contains { $0.gravity == .refused }
        if complaints.count > limit, !isKept { return }
        let isLast = complaints.count == limit && !isKept
        let (line, column) = lines.position(of: place.lowerBound, in: bytes)
        complaints.append(
            MarkupComplaint(
                code: isLast ? .furtherComplaints : code, place: place, line: line, column: column,
                saw: seen(place), why: isLast ? "this and all further complaints are left out" : why))
    }

    private func seen(_ place: Range<Int>) -> String {
        guard place.lowerBound < bytes.count else { return "the end of the document" }
        let shown = bytes[place.prefix(48)]
        if shown.isEmpty { return "nothing" }
        var text = ""
        for scalar in String(decoding: shown, as: UTF8.self).unicodeScalars {
            let isPlain = (0x20...0x7E).contains(scalar.value)
            text += isPlain ? String(scalar) : "\\u{" + String(scalar.value, radix: 16) + "}"
        }
        return "\"" + text + (place.count > 48 ? "…\"" : "\"")
    }
}
