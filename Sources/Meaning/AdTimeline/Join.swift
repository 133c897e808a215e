package import HTTPModel

/// A request and the told URL that asked for it.
///
/// A class, though it never changes: every rule asks for it.
package final class Join: Sendable {
    package let request: Int
    package let told: ToldURL
    package let agreement: URLTemplate.Agreement
    /// Pairs of the request's target that the template does not have.
    package let added: [NameValuePair]
    package let expanded: [URLTemplate.Expansion]
    /// The break in whose tree the request is, through wrappers and redirects.
    package let breakReference: BreakReference?
    /// What the request is for, through redirects.
    package let purpose: ToldRole
    /// The first exchange of the chain of documents that led here: a `/serve`, `/vast` or `/vmap`.
    package let root: Int

    init(
        request: Int, told: ToldURL, agreement: URLTemplate.Agreement, added: [NameValuePair],
        expanded: [URLTemplate.Expansion], breakReference: BreakReference?, purpose: ToldRole, root: Int
    ) {
        self.request = request
        self.told = told
        self.agreement = agreement
        self.added = added
        self.expanded = expanded
        self.breakReference = breakReference
        self.purpose = purpose
        self.root = root
    }
}
