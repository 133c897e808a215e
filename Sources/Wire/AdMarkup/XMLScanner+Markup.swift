import HTTPModel

extension XMLScanner {
    /// Reads what begins with `<`.
    mutating func markup() {
        let next = offset + 1 < range.upperBound ? bytes[offset + 1] : 0
        if next.startsXMLName {
            startTag()
        } else if next == UInt8(ascii: "/") {
            endTag()
        } else if next == UInt8(ascii: "?") {
            instruction()
        } else if starts(with: "<!--") {
            comment()
        } else if starts(with: "<![CDATA[") {
            section()
        } else if isDocumentType {
            documentType()
        } else if offset + 1 == range.upperBound {
            complain(.cut, offset..<range.upperBound, "the document ends inside a tag")
            offset = range.upperBound
        } else {
            complain(.strayMarkup, offset..<offset + 1, "\"<\" begins no markup here; it was read as text")
            text(from: offset + 1)
        }
    }

    // MARK: Tags

    private mutating func startTag() {
        let start = offset
        offset += 1
        guard let name = name() else { return }
        var attributes: [XMLAttribute] = []
        var names: Set<[UInt8]> = []
        while true {
            let hadSpace = skipSpace()
            guard offset < range.upperBound else {
                return complain(.cut, start..<offset, "the document ends inside a tag; the tag was left out")
            }
            let byte = bytes[offset]
            let isEmptyTag = starts(with: "/>")
            if isEmptyTag || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "<") {
                if byte == UInt8(ascii: "<") {
                    complain(.malformedTag, start..<offset, "the tag does not end; it was ended before \"<\"")
                } else {
                    offset += isEmptyTag ? 2 : 1
                }
                open(OpenElement(name: name, attributes: attributes, start: start, prefixes: prefixes(attributes)))
                if isEmptyTag { close(at: offset) }
                return
            }
            guard byte.startsXMLName else {
                complain(.malformedTag, offset..<offset + 1, "no attribute begins so; the byte was left out")
                offset += 1
                continue
            }
            if !hadSpace {
                complain(.malformedTag, offset..<offset + 1, "white space must precede an attribute")
            }
            guard let attribute = attribute() else { return }
            attributes.append(attribute)
            if attributes.count > limits.attributeCount {
                return refuse(.tooManyAttributes, "the limit is \(limits.attributeCount) attributes of one element")
            }
            if !names.insert(Array(bytes[attribute.name.range])).inserted {
                complain(.duplicateAttribute, attribute.name.range, "an attribute may stand once; both were kept")
            }
        }
    }

    private mutating func attribute() -> XMLAttribute? {
        guard let name = name() else { return nil }
        let afterName = offset
        skipSpace()
        guard offset < range.upperBound, bytes[offset] == UInt8(ascii: "=") else {
            offset = afterName
            complain(.malformedAttribute, name.range, "the attribute has no value; it was read as empty")
            return XMLAttribute(name: name, valueRange: afterName..<afterName)
        }
        offset += 1
        skipSpace()
        let quote = offset < range.upperBound ? bytes[offset] : 0
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let start = offset
            while offset < range.upperBound, !bytes[offset].isXMLSpace, bytes[offset] != UInt8(ascii: ">") {
                offset += 1
            }
            complain(.malformedAttribute, start..<offset, "the value has no quotes; it was read up to the next space")
            checkCharacters(start..<offset, isCDATA: false)
            return XMLAttribute(name: name, valueRange: start..<offset)
        }
        let start = offset + 1
        guard let end = bytes[start..<range.upperBound].firstIndex(of: quote) else {
            complain(.cut, offset..<range.upperBound, "the document ends inside an attribute; its tag was left out")
            offset = range.upperBound
            return nil
        }
        if let angle = bytes[start..<end].firstIndex(of: UInt8(ascii: "<")) {
            complain(.malformedAttribute, angle..<angle + 1, "\"<\" may not stand in a value; it was kept")
        }
        offset = end + 1
        checkCharacters(start..<end, isCDATA: false)
        return XMLAttribute(name: name, valueRange: start..<end)
    }

    private mutating func endTag() {
        let start = offset
        offset += 2
        guard offset < range.upperBound, bytes[offset].startsXMLName else {
            complain(.malformedTag, start..<offset, "an end tag needs a name; it was read as text")
            return text(from: offset)
        }
        guard let name = name() else { return }
        skipSpace()
        if offset < range.upperBound, bytes[offset] == UInt8(ascii: ">") {
            offset += 1
        } else if offset < range.upperBound {
            complain(.malformedTag, start..<offset, "the end tag does not end with \">\"; it was ended here")
        } else {
            complain(.cut, start..<offset, "the document ends inside a tag")
        }
        close(name, tag: start..<offset)
    }

    /// Prefixes declared by `xmlns:…` attributes.
    private func prefixes(_ attributes: [XMLAttribute]) -> [[UInt8]] {
        attributes.compactMap { $0.name.prefix == Array("xmlns".utf8) ? $0.name.local : nil }
    }

    private mutating func name() -> XMLName? {
        let start = offset
        while offset < range.upperBound, bytes[offset].continuesXMLName { offset += 1 }
        guard offset - start <= limits.nameByteCount else {
            offset = start
            refuse(.nameTooLong, "the limit is \(limits.nameByteCount) bytes of one name")
            return nil
        }
        checkCharacters(start..<offset, isCDATA: true)
        let written = bytes[start..<offset]
        guard let colon = written.firstIndex(of: UInt8(ascii: ":")), colon > start, colon + 1 < offset else {
            return XMLName(prefix: nil, local: Array(written), range: start..<offset)
        }
        return XMLName(prefix: Array(written[..<colon]), local: Array(written[(colon + 1)...]), range: start..<offset)
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = offset
        while offset < range.upperBound, bytes[offset].isXMLSpace { offset += 1 }
        return offset > start
    }

    // MARK: Other markup

    private mutating func comment() {
        let start = offset
        guard let end = find("-->", from: start + 4) else { return cut("a comment") }
        if let hyphens = find("--", from: start + 4), hyphens < end {
            complain(.malformedComment, hyphens..<hyphens + 2, "\"--\" may not stand inside a comment")
        }
        checkCharacters(start..<end, isCDATA: true)
        offset = end + 3
    }

    private mutating func section() {
        let start = offset + 9
        guard let end = find("]]>", from: start) else {
            let rest = XMLText(range: start..<range.upperBound, isCDATA: true)
            cut("a CDATA section")
            checkCharacters(rest.range, isCDATA: true)
            return append(rest)
        }
        offset = end + 3
        checkCharacters(start..<end, isCDATA: true)
        append(XMLText(range: start..<end, isCDATA: true))
    }

    private mutating func instruction() {
        let start = offset
        guard let end = find("?>", from: start + 2) else { return cut("a processing instruction") }
        offset = end + 2
        let target = bytes[start + 2..<end].prefix { $0.continuesXMLName }
        if target.elementsEqual("xml".utf8) { declaration(start..<offset) }
    }

    private mutating func declaration(_ place: Range<Int>) {
        let hasMark = bytes[range.lowerBound..<place.lowerBound].elementsEqual([0xEF, 0xBB, 0xBF])
        if place.lowerBound != range.lowerBound, !hasMark {
            complain(
                .declarationNotFirst, place,
                "nothing may precede the XML declaration (XML 1.0 §2.8); it was read all the same")
        }
        guard let encoding = encoding(in: bytes[place]) else { return }
        if ASCII.equalsIgnoringCase(encoding, "utf-8") || ASCII.equalsIgnoringCase(encoding, "us-ascii") { return }
        if ASCII.equalsIgnoringCase(encoding, "iso-8859-1") {
            isLatin1 = true
        } else if ASCII.equalsIgnoringCase(encoding, "utf-16") {
            complain(.charsetMismatch, place, "UTF-16 is declared, yet the bytes are not; they were read as UTF-8")
        } else {
            offset = place.lowerBound
            refuse(.unsupportedCharset, "only UTF-8 and ISO-8859-1 are read")
        }
    }

    private func encoding(in declaration: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let name = Array("encoding".utf8)
        guard let start = declaration.indices.first(where: { declaration[$0...].starts(with: name) }) else {
            return nil
        }
        let rest = declaration[(start + name.count)...].drop { $0.isXMLSpace || $0 == UInt8(ascii: "=") }
        guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        return rest.dropFirst().prefix { $0 != quote }
    }

    private var isDocumentType: Bool {
        ASCII.equalsIgnoringCase(bytes[offset..<range.upperBound].prefix(9), "<!doctype")
    }

    private mutating func documentType() {
        let words = bytes[offset..<range.upperBound].dropFirst(9).drop { $0.isXMLSpace }
        if ASCII.equalsIgnoringCase(words.prefix(4), "html") {
            complain(.webPage, offset..<offset + 9, "a web page came in place of markup")
        }
        refuse(.documentType, "a document type can name entities and outside files, so none is read")
    }

    private mutating func cut(_ what: String) {
        complain(.cut, offset..<range.upperBound, "the document ends inside \(what)")
        offset = range.upperBound
    }

    // MARK: Text

    /// Reads text that starts at the current place; the bytes before `from` are taken as they are.
    mutating func text(from: Int) {
        let start = offset
        offset = bytes[from..<range.upperBound].firstIndex(of: UInt8(ascii: "<")) ?? range.upperBound
        checkCharacters(start..<offset, isCDATA: false)
        append(XMLText(range: start..<offset, isCDATA: false))
    }

    /// Complains of what may not stand in character data; the bytes stay as they are.
    private mutating func checkCharacters(_ place: Range<Int>, isCDATA: Bool) {
        var index = place.lowerBound
        while index < place.upperBound {
            let byte = bytes[index]
            var length = 1
            if byte == UInt8(ascii: "&"), !isCDATA {
                length = checkReference(at: index, before: place.upperBound)
            } else if byte < 0x20, !byte.isXMLSpace {
                complain(.controlCharacter, index..<index + 1, "XML has no such character (XML 1.0 §2.2); it was kept")
            } else if byte >= 0x80, !isLatin1 {
                if let valid = sequenceLength(at: index, before: place.upperBound) {
                    length = valid
                } else {
                    complain(.invalidUTF8, index..<index + 1, "the byte belongs to no UTF-8 sequence; it was kept")
                }
            } else if byte == UInt8(ascii: ">"), !isCDATA, bytes[place.lowerBound..<index].hasSuffix("]]") {
                complain(.strayMarkup, index - 2..<index + 1, "\"]]>\" ends no CDATA section here; it was read as text")
            }
            index += length
        }
    }

    private mutating func checkReference(at start: Int, before end: Int) -> Int {
        switch XMLReference(bytes, at: start, before: end) {
        case .character(_, let length):
            return length
        case .undeclared(let length):
            complain(.undeclaredEntity, start..<start + length, "XML has no such entity; the text was kept as written")
            return length
        case .invalid(let length):
            complain(
                .invalidReference, start..<start + length, "XML has no such character; the text was kept as written")
            return length
        case .bare:
            complain(
                .bareAmpersand, start..<min(start + 16, end), "\"&\" must be written \"&amp;\"; it was kept as written")
            return 1
        }
    }

    private func sequenceLength(at index: Int, before end: Int) -> Int? {
        var iterator = bytes[index..<end].makeIterator()
        var parser = UTF8.ForwardParser()
        if case .valid(let sequence) = parser.parseScalar(from: &iterator) { return sequence.count }
        return nil
    }
}

extension ArraySlice<UInt8> {
    fileprivate func hasSuffix(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        return count >= length && (0..<length).allSatisfy { self[endIndex - length + $0] == text.utf8Start[$0] }
    }
}
