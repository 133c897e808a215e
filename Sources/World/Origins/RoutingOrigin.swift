import HTTPModel
package import ProxyCore

/// Sends requests for fita's own host to its pages and all others on.
package final class RoutingOrigin: Origin {
    private let pages: any Origin
    package var others: any Origin

    package init(pages: any Origin, others: any Origin) {
        self.pages = pages
        self.others = others
    }

    package func ask(_ request: OriginRequest, answerTo sink: any AnswerSink) -> any RequestSink {
        request.origin.host == OwnHost.name ? pages.ask(request, answerTo: sink) : others.ask(request, answerTo: sink)
    }

    package func refused(_ refusal: RefusedRequest) {
        others.refused(refusal)
    }
}
