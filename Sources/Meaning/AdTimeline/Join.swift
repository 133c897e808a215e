package import HTTPModel

/// A request and the told URL that asked for it.
package struct Join: Sendable {
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
}
