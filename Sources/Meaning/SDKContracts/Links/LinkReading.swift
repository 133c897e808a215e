import HTTPModel

/// A link on the way of a click, read twice: by a browser's rules (WHATWG URL) and by the generic ones (RFC 3986).
package struct LinkReading: Sendable {
    /// What the two readers disagree about.
    package enum Disagreement: Sendable, Hashable {
        /// Where the link leads.
        case destination
        /// The click ID's value: one of them takes `+` for a space.
        case clickID
    }

    /// As a browser would ask for it; a fragment of `base` is inherited where the link has none (RFC 9110 §10.2.2).
    package let destination: [UInt8]
    package let disagreement: Disagreement?

    /// - Parameters:
    ///   - base: the URL of the request whose answer holds the link, with the fragment it stands for.
    ///   - name: the click ID's.
    package init(_ link: [UInt8], base: [UInt8], name: String) {
        let browser = BrowserURL.resolved(link, base: base)
        let parts = URLBytes(browser)
        if parts.fragment == nil, parts.webScheme != nil, let inherited = URLBytes(base).fragment {
            destination = browser + [LinkSyntax.hash] + base[inherited]
        } else {
            destination = browser
        }
        let generic = GenericURL.resolved(link, base: base)
        if !Self.isSame(browser, generic) {
            disagreement = .destination
        } else {
            disagreement = Self.isSameID(browser, name) ? nil : .clickID
        }
    }

    /// Whether both lead to one place, whatever the coding of bytes that should have been encoded.
    private static func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        let (one, other) = (URLBytes(a), URLBytes(b))
        guard one.webScheme == other.webScheme else { return false }
        guard one.webScheme != nil else { return a == b }
        // Read again by the browser's rules, the generic reading changes in its coding only.
        let again = BrowserURL.resolved(b, base: [])
        return again == a && !other.bytes[..<other.path.upperBound].contains(LinkSyntax.backslash)
            && other.host?.isEmpty == false
    }

    private static func isSameID(_ url: [UInt8], _ name: String) -> Bool {
        let parts = URLBytes(url)
        return parts.queryPairs.allSatisfy { pair in
            guard parts.bytes[pair.name].elementsEqual(name.utf8), let value = pair.value else { return true }
            return !parts.bytes[value].contains(UInt8(ascii: "+"))
        }
    }
}
