import HTTPModel

extension MarkupBuilder {
    /// Reads a VMAP document from its root.
    mutating func vmap(_ root: XMLElement) -> VMAPDocument {
        let version = attribute("version", of: root)
        var breaks: [VMAPBreak] = []
        for child in root.elements where name(child) == .adBreak {
            path.breakIndex = breaks.count
            breaks.append(adBreak(child))
        }
        path = MarkupPath()
        return VMAPDocument(version: version, breaks: breaks, urls: urls, place: root.range)
    }

    private mutating func adBreak(_ element: XMLElement) -> VMAPBreak {
        var result = VMAPBreak(place: element.range)
        result.breakID = attribute("breakId", of: element)
        result.breakType = attribute("breakType", of: element)
        (result.timeOffsetText, result.timeOffset) = moment("timeOffset", of: element)
        if result.timeOffsetText == nil {
            complaints.add(.unknownOffset, element.name.range, "the break has no timeOffset, so no player can place it")
        }
        result.repeatAfter = time("repeatAfter", of: element)
        path.breakID = result.breakID
        for child in element.elements {
            switch name(child) {
            case .adSource: result.source = source(child)
            case .trackingEvents: result.tracking += tracking(child) { .breakTracking(event: $0) }
            default: break
            }
        }
        return result
    }

    private mutating func source(_ element: XMLElement) -> VMAPAdSource {
        var source = VMAPAdSource(place: element.range)
        source.id = attribute("id", of: element)
        source.allowMultipleAds = boolean("allowMultipleAds", of: element)
        source.followRedirects = boolean("followRedirects", of: element)
        for child in element.elements {
            switch name(child) {
            case .vastAdData:
                if let document = embedded(child) { source.kind = .vast(document) }
            case .adTagURI:
                let type = attribute("templateType", of: child)
                if let url = url(child, .adTag) { source.kind = .adTag(url, templateType: type) }
            case .customAdData:
                let type = attribute("templateType", of: child)
                let isVAST = ASCII.equalsIgnoringCase((type ?? []).prefix(4), "vast")
                source.kind = .custom(templateType: type, document: isVAST ? embedded(child) : nil)
            default: break
            }
        }
        return source
    }

    /// The VAST document in an element: as markup, or against the specification as text in one CDATA section.
    private mutating func embedded(_ element: XMLElement) -> VASTDocument? {
        for child in element.elements {
            let known = name(child)
            if known == .vast || known == .videoAdServingTemplate { return vast(child) }
        }
        let texts = element.texts.filter { !document.bytes[$0.range].allSatisfy(\.isXMLSpace) }
        guard let text = texts.first else { return nil }
        guard texts.count == 1, text.isCDATA else {
            complaints.add(.escapedDocument, text.range, "the ad data is text in place of markup; it was not read")
            return nil
        }
        complaints.add(.escapedDocument, text.range, "the ad data holds its document as text; most players see nothing")
        let inner = XMLReader(limits: limits).read(document.bytes, within: text.range, complaints: complaints)
        var builder = MarkupBuilder(inner, limits: limits)
        builder.path = path
        let root = inner.root.flatMap { MarkupName($0.name.local) == .vast ? $0 : nil }
        let result = root.map { builder.vast($0) }
        complaints = builder.complaints
        urls += builder.urls
        return result
    }
}
