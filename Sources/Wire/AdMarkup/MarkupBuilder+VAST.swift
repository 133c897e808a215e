import HTTPModel

extension MarkupBuilder {
    /// Reads a VAST document from its root, with the URLs met in it.
    mutating func vast(_ root: XMLElement) -> VASTDocument {
        let firstURL = urls.count
        let version = attribute("version", of: root)
        if MarkupName(root.name.local) == .videoAdServingTemplate {
            complaints.add(.oldVersion, root.name.range, "this is VAST 1; players of today refuse it (error 102)")
        }
        var ads: [VASTAd] = []
        var errors: [MarkupURL] = []
        for child in root.elements {
            switch name(child) {
            case .ad:
                path.adIndex = ads.count
                ads.append(ad(child))
                path.adIndex = nil
            case .error: errors += urls(child, .error)
            default: break
            }
        }
        return VASTDocument(
            version: version, ads: ads, errors: errors, urls: Array(urls[firstURL...]), place: root.range)
    }

    private mutating func ad(_ element: XMLElement) -> VASTAd {
        var ad = VASTAd(place: element.range)
        ad.id = attribute("id", of: element)
        ad.sequence = integer("sequence", of: element)
        for child in element.elements {
            switch name(child) {
            case .inLine:
                ad.body = .inline
                readBody(child, into: &ad)
            case .wrapper:
                ad.body = .wrapper(
                    VASTWrapper(
                        followAdditionalWrappers: boolean("followAdditionalWrappers", of: child),
                        allowMultipleAds: boolean("allowMultipleAds", of: child),
                        fallbackOnNoAd: boolean("fallbackOnNoAd", of: child)))
                readBody(child, into: &ad)
            default: break
            }
        }
        if case .missing = ad.body {
            complaints.add(.missingAdBody, element.name.range, "the ad holds neither InLine nor Wrapper")
        }
        return ad
    }

    private mutating func readBody(_ body: XMLElement, into ad: inout VASTAd) {
        for child in body.elements {
            switch name(child) {
            case .adSystem: ad.adSystem = text(of: child)
            case .adTitle: ad.adTitle = text(of: child)
            case .impression: ad.impressions += urls(child, .impression)
            case .error: ad.errors += urls(child, .error)
            case .survey: _ = urls(child, .survey)
            case .vastAdTagURI, .vastAdTagURL:
                guard var wrapper = ad.wrapper, let url = urls(child, .wrapper).first else { break }
                wrapper.adTag = url
                ad.body = .wrapper(wrapper)
            case .viewableImpression: ad.viewability += viewability(child)
            case .adVerifications: ad.verifications += verifications(child)
            case .creatives:
                for grandchild in child.elements where name(grandchild) == .creative {
                    append(grandchild, to: &ad)
                }
            // VAST 1 has no creatives: their parts stand in the ad itself.
            case .video, .linear, .nonLinearAds, .companionAds, .trackingEvents:
                appendLegacy(child, to: &ad)
            case .extensions:
                for grandchild in child.elements where name(grandchild) == .extension {
                    ad.extensions.append(
                        VASTExtension(
                            type: attribute("type", of: grandchild), text: text(of: grandchild),
                            place: grandchild.range))
                    readVendor(grandchild, into: &ad)
                }
            default: break
            }
        }
    }

    private mutating func viewability(_ element: XMLElement) -> [MarkupURL] {
        var result: [MarkupURL] = []
        for child in element.elements {
            switch name(child) {
            case .viewable: result += urls(child, .viewable)
            case .notViewable: result += urls(child, .notViewable)
            case .viewUndetermined: result += urls(child, .viewUndetermined)
            default: break
            }
        }
        return result
    }

    private mutating func verifications(_ element: XMLElement) -> [VASTVerification] {
        var result: [VASTVerification] = []
        for child in element.elements where name(child) == .verification {
            var verification = VASTVerification(place: child.range)
            verification.vendor = attribute("vendor", of: child)
            for grandchild in child.elements {
                switch name(grandchild) {
                case .javaScriptResource, .executableResource:
                    verification.resources += urls(grandchild, .verification)
                case .trackingEvents:
                    verification.tracking += tracking(grandchild) { .verificationTracking(event: $0) }
                case .verificationParameters: verification.parameters = text(of: grandchild)
                default: break
                }
            }
            result.append(verification)
        }
        return result
    }

    /// Before VAST 4.1 verifications stood in an extension. Of anything else only the URLs are known.
    private mutating func readVendor(_ element: XMLElement, into ad: inout VASTAd) {
        for child in element.elements {
            if MarkupName(child.name.local) == .adVerifications {
                ad.verifications += verifications(child)
            } else {
                readVendor(child, into: &ad)
            }
        }
        guard document.trimmedText(of: element).bytes.looksLikeURL else { return }
        let event = MarkupName(element.name.local) == .tracking ? attribute("event", of: element) : nil
        _ = url(element, event.map { .vendorTracking(event: $0) } ?? .vendor)
    }

    // MARK: Creatives

    private mutating func append(_ element: XMLElement, to ad: inout VASTAd) {
        path.creativeIndex = ad.creatives.count
        var creative = VASTCreative(place: element.range)
        creative.id = attribute("id", of: element)
        creative.adID = attribute("adID", of: element)
        creative.sequence = integer("sequence", of: element)
        for child in element.elements { read(child, into: &creative) }
        ad.creatives.append(creative)
        path.creativeIndex = nil
    }

    private mutating func appendLegacy(_ element: XMLElement, to ad: inout VASTAd) {
        path.creativeIndex = ad.creatives.count
        var creative = VASTCreative(place: element.range)
        if name(element) == .trackingEvents {
            creative.linear = VASTLinear(tracking: tracking(element) { .tracking(event: $0) })
        } else {
            read(element, into: &creative)
        }
        ad.creatives.append(creative)
        path.creativeIndex = nil
    }

    private mutating func read(_ element: XMLElement, into creative: inout VASTCreative) {
        switch name(element) {
        case .linear, .video: creative.linear = linear(element)
        case .nonLinearAds:
            for child in element.elements {
                switch name(child) {
                case .nonLinear: creative.displays.append(display(child, .nonLinear))
                case .trackingEvents: creative.nonLinearTracking += tracking(child) { .tracking(event: $0) }
                default: break
                }
            }
        case .companionAds:
            for child in element.elements where name(child) == .companion {
                creative.displays.append(display(child, .companion))
            }
        default: break
        }
    }

    private mutating func linear(_ element: XMLElement) -> VASTLinear {
        var linear = VASTLinear()
        (linear.skipOffsetText, linear.skipOffset) = moment("skipoffset", of: element)
        for child in element.elements {
            switch name(child) {
            case .duration:
                let text = document.trimmedText(of: child)
                linear.durationText = text.bytes
                linear.duration = time(text.bytes, at: text.place)
            case .trackingEvents: linear.tracking += tracking(child) { .tracking(event: $0) }
            case .videoClicks: readClicks(child, into: &linear)
            case .mediaFiles: readMediaFiles(child, into: &linear)
            case .icons:
                for grandchild in child.elements where name(grandchild) == .icon {
                    linear.icons.append(display(grandchild, .icon))
                }
            default: break
            }
        }
        return linear
    }

    private mutating func readClicks(_ element: XMLElement, into linear: inout VASTLinear) {
        for child in element.elements {
            switch name(child) {
            case .clickThrough:
                for url in urls(child, .clickThrough) { linear.clickThrough = linear.clickThrough ?? url }
            case .clickTracking: linear.clickTracking += urls(child, .clickTracking)
            case .customClick: linear.customClicks += urls(child, .customClick)
            default: break
            }
        }
    }

    private mutating func readMediaFiles(_ element: XMLElement, into linear: inout VASTLinear) {
        for child in element.elements {
            switch name(child) {
            case .mediaFile:
                for url in urls(child, .media) {
                    linear.mediaFiles.append(
                        VASTMediaFile(
                            url: url, type: attribute("type", of: child), delivery: attribute("delivery", of: child),
                            width: integer("width", of: child), height: integer("height", of: child),
                            bitrate: integer("bitrate", of: child), apiFramework: attribute("apiFramework", of: child)))
                }
            case .mezzanine: _ = urls(child, .mezzanine)
            case .interactiveCreativeFile: _ = urls(child, .interactiveCreative)
            case .closedCaptionFiles:
                for grandchild in child.elements where name(grandchild) == .closedCaptionFile {
                    _ = urls(grandchild, .closedCaptions)
                }
            default: break
            }
        }
    }

    private mutating func display(_ element: XMLElement, _ kind: VASTDisplay.Kind) -> VASTDisplay {
        var display = VASTDisplay(kind: kind, place: element.range)
        display.id = attribute("id", of: element)
        display.width = integer("width", of: element)
        display.height = integer("height", of: element)
        for child in element.elements { read(child, into: &display) }
        return display
    }

    private mutating func read(_ element: XMLElement, into display: inout VASTDisplay) {
        let kind = display.kind
        switch name(element) {
        case .staticResource, .iFrameResource: display.resources += urls(element, .displayResource(kind))
        case .htmlResource: display.htmlResources.append(document.trimmedText(of: element).place)
        case .nonLinearClickThrough, .companionClickThrough, .iconClickThrough:
            for url in urls(element, .displayClickThrough(kind)) { display.clickThrough = display.clickThrough ?? url }
        case .nonLinearClickTracking, .companionClickTracking, .iconClickTracking:
            display.clickTracking += urls(element, .displayClickTracking(kind))
        case .iconViewTracking: display.viewTracking += urls(element, .iconView)
        case .iconClicks:
            for child in element.elements { read(child, into: &display) }
        case .trackingEvents:
            display.tracking += tracking(element) {
                kind == .companion ? .companionTracking(event: $0) : .tracking(event: $0)
            }
        default: break
        }
    }
}

extension [UInt8] {
    /// Whether the text begins as a web address does, with or without a scheme.
    fileprivate var looksLikeURL: Bool {
        ASCII.equalsIgnoringCase(prefix(7), "http://") || ASCII.equalsIgnoringCase(prefix(8), "https://")
            || starts(with: "//".utf8)
    }
}
