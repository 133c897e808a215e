import HTTPModel

/// Reads the common parts of VAST and VMAP from a tree, and gathers the URLs on the way.
struct MarkupBuilder {
    let document: XMLDocument
    let limits: MarkupLimits
    var complaints: ComplaintList
    var urls: [MarkupURL] = []
    var path = MarkupPath()

    init(_ document: XMLDocument, limits: MarkupLimits) {
        self.document = document
        self.limits = limits
        complaints = document.complaintList
    }

    // MARK: Names

    /// The known element this is, by local name; another case is taken with a complaint.
    mutating func name(_ element: XMLElement) -> MarkupName? {
        guard let name = MarkupName(element.name.local) else { return nil }
        if !element.name.local.elementsEqual(name.rawValue.utf8) {
            complaints.add(
                .nameCase, element.name.range, "the element is spelled \(name.rawValue); it was taken as such")
        }
        return name
    }

    /// The value of an attribute; another case is taken with a complaint.
    mutating func attribute(_ name: StaticString, of element: XMLElement) -> [UInt8]? {
        find(name, of: element).map { document.value(of: $0) }
    }

    private mutating func find(_ name: StaticString, of element: XMLElement) -> XMLAttribute? {
        let attributes = element.attributes.filter { $0.name.prefix == nil }
        if let exact = attributes.first(where: { $0.name.local.elementsEqual(name.bytes) }) { return exact }
        guard let near = attributes.first(where: { ASCII.equalsIgnoringCase($0.name.local, name.bytes) }) else {
            return nil
        }
        complaints.add(.nameCase, near.name.range, "the attribute is spelled \(name); it was taken as such")
        return near
    }

    // MARK: Values

    /// A whole number that is not negative.
    mutating func integer(_ name: StaticString, of element: XMLElement) -> Int? {
        guard let attribute = find(name, of: element) else { return nil }
        let digits = document.value(of: attribute).trimmingXMLSpace
        let value = digits.allSatisfy(ASCII.isDigit) ? Int(String(decoding: digits, as: UTF8.self)) : nil
        if value == nil, !digits.isEmpty {
            complaints.add(.invalidNumber, attribute.valueRange, "\(name) is a whole number; it was left out")
        }
        return value
    }

    mutating func boolean(_ name: StaticString, of element: XMLElement) -> Bool? {
        guard let text = attribute(name, of: element) else { return nil }
        if ASCII.equalsIgnoringCase(text, "true") || text == [UInt8(ascii: "1")] { return true }
        if ASCII.equalsIgnoringCase(text, "false") || text == [UInt8(ascii: "0")] { return false }
        return nil
    }

    /// A moment, as written and as read.
    mutating func moment(_ name: StaticString, of element: XMLElement) -> (text: [UInt8]?, offset: MarkupOffset?) {
        guard let attribute = find(name, of: element) else { return (nil, nil) }
        let text = document.value(of: attribute)
        let offset = MarkupOffset(text.trimmingXMLSpace)
        if offset == nil {
            complaints.add(.unknownOffset, attribute.valueRange, "\(name) has none of the forms an offset can take")
        } else if case .time(let time) = offset, !time.isRegular {
            complainOfTime(time, attribute.valueRange)
        }
        return (text, offset)
    }

    mutating func time(_ name: StaticString, of element: XMLElement) -> MarkupTime? {
        guard let attribute = find(name, of: element) else { return nil }
        return time(document.value(of: attribute), at: attribute.valueRange)
    }

    mutating func time(_ text: [UInt8], at place: Range<Int>) -> MarkupTime? {
        let time = MarkupTime(text.trimmingXMLSpace)
        if time?.isRegular != true { complainOfTime(time, place) }
        return time
    }

    private mutating func complainOfTime(_ time: MarkupTime?, _ place: Range<Int>) {
        let reading = time.map { "it was read as \($0.duration)" } ?? "no length could be read"
        complaints.add(.irregularTime, place, "a length of time is written HH:MM:SS or HH:MM:SS.mmm; \(reading)")
    }

    func text(of element: XMLElement) -> [UInt8]? {
        let text = document.trimmedText(of: element)
        return text.bytes.isEmpty ? nil : text.bytes
    }

    // MARK: URLs

    /// The URL an element holds as its text.
    mutating func url(_ element: XMLElement, _ role: MarkupURLRole) -> MarkupURL? {
        let text = document.trimmedText(of: element)
        guard !text.bytes.isEmpty else {
            let name = String(decoding: element.name.local, as: UTF8.self)
            complaints.add(.emptyURL, element.range, "<\(name)> holds no URL")
            return nil
        }
        if text.bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F }) {
            complaints.add(.spaceInURL, text.place, "a URL holds no white space and no control character; it was kept")
        }
        let url = MarkupURL(
            bytes: text.bytes, place: text.place,
            line: complaints.lines.position(of: text.place.lowerBound, in: document.bytes).line, role: role, path: path,
            isPadded: text.isPadded)
        urls.append(url)
        return url
    }

    /// The URLs of an element: its text, or in VAST 1 those of its `URL` children.
    mutating func urls(_ element: XMLElement, _ role: MarkupURLRole) -> [MarkupURL] {
        let children = element.elements.filter { MarkupName($0.name.local) == .url }
        return (children.isEmpty ? [element] : children).compactMap { url($0, role) }
    }

    /// The events of `TrackingEvents`.
    mutating func tracking(_ element: XMLElement, _ role: ([UInt8]) -> MarkupURLRole) -> [VASTTracking] {
        var result: [VASTTracking] = []
        for child in element.elements where name(child) == .tracking {
            let event = attribute("event", of: child) ?? []
            let (offsetText, offset) = moment("offset", of: child)
            for url in urls(child, role(event)) {
                result.append(VASTTracking(event: event, offsetText: offsetText, offset: offset, url: url))
            }
        }
        return result
    }
}

extension StaticString {
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount) }
}

extension [UInt8] {
    var trimmingXMLSpace: [UInt8] {
        guard let first = firstIndex(where: { !$0.isXMLSpace }), let last = lastIndex(where: { !$0.isXMLSpace }) else {
            return []
        }
        return Array(self[first...last])
    }
}
