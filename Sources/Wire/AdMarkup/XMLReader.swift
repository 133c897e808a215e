import HTTPModel

/// Reads XML as far as it goes: it never fails, and what is wrong becomes a complaint.
///
/// Document types are refused, so no entity but the five of XML exists. Line ends and attribute white space are not
/// normalised: values are the bytes of the document.
package struct XMLReader: Sendable {
    package let limits: MarkupLimits

    package init(limits: MarkupLimits = .standard) {
        self.limits = limits
    }

    package func read(_ bytes: [UInt8]) -> XMLDocument {
        let lines = LineIndex(bytes.count > limits.byteCount ? [] : bytes)
        let complaints = ComplaintList(bytes: bytes, lines: lines, limit: limits.complaintCount)
        return read(bytes, within: bytes.indices, complaints: complaints)
    }

    /// Reads a document that stands inside another one; its places are those of the outer document.
    func read(_ bytes: [UInt8], within range: Range<Int>, complaints: ComplaintList) -> XMLDocument {
        var scanner = XMLScanner(bytes: bytes, range: range, limits: limits, complaints: complaints)
        scanner.scan()
        return XMLDocument(
            bytes: bytes, root: scanner.root, isLatin1: scanner.isLatin1, complaintList: scanner.complaints)
    }
}

/// The state of one reading.
struct XMLScanner {
    let bytes: [UInt8]
    let range: Range<Int>
    let limits: MarkupLimits
    var complaints: ComplaintList

    var offset: Int
    var isLatin1 = false
    private(set) var root: XMLElement?
    private var stack: [OpenElement] = []
    private var nodeCount = 0
    private var isRefused = false
    /// How many open elements declare a prefix.
    private var declared: [[UInt8]: Int] = [Array("xml".utf8): 1, Array("xmlns".utf8): 1]
    private var undeclared: Set<[UInt8]> = []

    struct OpenElement {
        let name: XMLName
        let attributes: [XMLAttribute]
        let start: Int
        let prefixes: [[UInt8]]
        var content: [XMLContent] = []
    }

    init(bytes: [UInt8], range: Range<Int>, limits: MarkupLimits, complaints: ComplaintList) {
        self.bytes = bytes
        self.range = range
        self.limits = limits
        self.complaints = complaints
        offset = range.lowerBound
    }

    mutating func scan() {
        guard range.count <= limits.byteCount else {
            return refuse(.documentTooLong, "the limit is \(limits.byteCount) bytes")
        }
        startDocument()
        while offset < range.upperBound, !isRefused {
            if bytes[offset] == UInt8(ascii: "<") { markup() } else { text(from: offset) }
        }
        if isRefused {
            root = nil
        } else {
            endDocument()
        }
    }

    // MARK: Both ends of the document

    private mutating func startDocument() {
        if starts(with: [0xEF, 0xBB, 0xBF]) {
            complain(.byteOrderMark, offset..<offset + 3, "a byte order mark precedes the document; it was left out")
            offset += 3
        } else if starts(with: [0xFE, 0xFF]) || starts(with: [0xFF, 0xFE]) {
            refuse(.unsupportedCharset, "the document is UTF-16, and only UTF-8 and ISO-8859-1 are read")
        }
    }

    /// A name for a complaint: short, and safe for a terminal.
    private func shown(_ name: some Collection<UInt8>) -> String {
        SafeText.text(name.prefix(48)) + (name.count > 48 ? "…" : "")
    }

    private mutating func endDocument() {
        if let open = stack.last {
            let line = complaints.lines.position(of: open.start, in: bytes).line
            let name = shown(bytes[open.name.range])
            let end = range.upperBound..<range.upperBound
            complain(.cut, end, "the document ends inside <\(name)> of line \(line); all open elements were closed")
            while !stack.isEmpty { close(at: range.upperBound) }
        }
        guard root == nil else { return }
        if bytes[range].allSatisfy(\.isXMLSpace) {
            complain(.empty, range, "the document is empty")
        } else {
            complain(.noElement, range, "the document holds no element, so it is no markup")
        }
    }

    // MARK: The tree

    mutating func open(_ element: OpenElement) {
        guard countNode(at: element.start) else { return }
        guard stack.count < limits.depth else {
            return refuse(.tooDeep, "the limit is \(limits.depth) open elements")
        }
        if stack.isEmpty, root != nil {
            complain(.secondRoot, element.name.range, "a document has one outermost element; this one was left out")
        }
        for prefix in element.prefixes { declared[prefix, default: 0] += 1 }
        checkPrefix(of: element.name)
        for attribute in element.attributes { checkPrefix(of: attribute.name) }
        stack.append(element)
    }

    mutating func close(at end: Int) {
        guard let open = stack.popLast() else { return }
        for prefix in open.prefixes { declared[prefix, default: 1] -= 1 }
        let element = XMLElement(
            name: open.name, attributes: open.attributes, content: open.content, range: open.start..<end)
        if stack.isEmpty {
            if root == nil { root = element }
        } else {
            stack[stack.count - 1].content.append(.element(element))
        }
    }

    /// Closes the element an end tag names, and every one left open inside it.
    mutating func close(_ name: XMLName, tag: Range<Int>) {
        let written = bytes[name.range]
        guard let index = stack.lastIndex(where: { bytes[$0.name.range] == written }) else {
            complain(.mismatchedEndTag, tag, "no element of that name is open; the tag was left out")
            // Each one costs a look through the open elements, so they count against the limit.
            _ = countNode(at: tag.lowerBound)
            return
        }
        while stack.count - 1 > index, let open = stack.last {
            let line = complaints.lines.position(of: open.start, in: bytes).line
            let inner = shown(bytes[open.name.range])
            complain(.mismatchedEndTag, tag, "<\(inner)> of line \(line) is still open; it was closed here")
            close(at: tag.lowerBound)
        }
        close(at: tag.upperBound)
    }

    mutating func append(_ text: XMLText) {
        guard !text.range.isEmpty else { return }
        if stack.isEmpty {
            // Text that no element follows makes no document at all, which is said at the end.
            let isAll = root == nil && offset == range.upperBound
            if !isAll, text.isCDATA || !bytes[text.range].allSatisfy(\.isXMLSpace) {
                complain(.textOutsideRoot, text.range, "text may not stand outside the outermost element")
            }
        } else if countNode(at: text.range.lowerBound) {
            stack[stack.count - 1].content.append(.text(text))
        }
    }

    private mutating func countNode(at start: Int) -> Bool {
        nodeCount += 1
        if nodeCount > limits.nodeCount {
            offset = start
            refuse(.tooManyNodes, "the limit is \(limits.nodeCount) elements and pieces of text")
        }
        return nodeCount <= limits.nodeCount
    }

    private mutating func checkPrefix(of name: XMLName) {
        guard let prefix = name.prefix, declared[prefix, default: 0] == 0, undeclared.insert(prefix).inserted else {
            return
        }
        complain(
            .undeclaredPrefix, name.range,
            "no xmlns:\(shown(prefix)) declares the prefix (Namespaces in XML §5); names are matched without it")
    }

    // MARK: Places

    func starts(with prefix: [UInt8]) -> Bool { bytes[offset..<range.upperBound].starts(with: prefix) }

    func starts(with prefix: StaticString) -> Bool {
        let count = prefix.utf8CodeUnitCount
        guard range.upperBound - offset >= count else { return false }
        return (0..<count).allSatisfy { bytes[offset + $0] == prefix.utf8Start[$0] }
    }

    /// Where `mark` stands next, from `start` on.
    func find(_ mark: StaticString, from start: Int) -> Int? {
        let count = mark.utf8CodeUnitCount
        var index = start
        while index + count <= range.upperBound {
            if (0..<count).allSatisfy({ bytes[index + $0] == mark.utf8Start[$0] }) { return index }
            index += 1
        }
        return nil
    }

    mutating func complain(_ code: MarkupComplaint.Code, _ place: Range<Int>, _ why: String) {
        complaints.add(code, place, why)
    }

    /// Ends the reading: no tree is given.
    mutating func refuse(_ code: MarkupComplaint.Code, _ why: String) {
        complaints.add(code, offset..<range.upperBound, why)
        isRefused = true
    }
}
