/// What the three video formats tell their host (guide §3.3 to §3.5). Only ``onError(_:_:)`` is required.
package protocol MetrikeVideoDelegate: AnyObject {
    func onReady()
    func onStart()
    /// `firstQuartile`, `midpoint` or `thirdQuartile`.
    func onQuartile(_ name: String)
    func onComplete()
    func onSkip()
    func onClick()
    func onClose()
    func onError(_ code: Int, _ message: String)
}

extension MetrikeVideoDelegate {
    package func onReady() {}
    package func onStart() {}
    package func onQuartile(_ name: String) {}
    package func onComplete() {}
    package func onSkip() {}
    package func onClick() {}
    package func onClose() {}
}
