import HTTPModel
package import ProxyCore

/// Sends requests for fita itself to its own pages and all others on.
///
/// A request for the proxy's own address, by whatever spelling, must not be dialled: it would come back as another
/// request, and so on for ever.
package final class RoutingOrigin: Origin {
    private let pages: any Origin
    package var others: any Origin
    /// Ports that fita itself listens on.
    package var ownPorts: Set<UInt16> = []

    package init(pages: any Origin, others: any Origin) {
        self.pages = pages
        self.others = others
    }

    package func ask(_ request: OriginRequest, answerTo sink: any AnswerSink) -> any RequestSink {
        isOwn(request.origin) ? pages.ask(request, answerTo: sink) : others.ask(request, answerTo: sink)
    }

    package func refused(_ refusal: RefusedRequest) {
        others.refused(refusal)
    }

    private func isOwn(_ origin: ServerOrigin) -> Bool {
        if origin.host == OwnHost.name { return true }
        guard ownPorts.contains(origin.port) else { return false }
        return origin.host == "localhost" || origin.host == "::1" || origin.host.hasPrefix("127.")
            || origin.host == "0.0.0.0" || origin.host == "::"
    }
}
