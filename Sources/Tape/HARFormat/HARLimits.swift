/// The bounds of reading one HAR file.
package struct HARLimits: Sendable {
    /// Entries of one file; more make it unreadable.
    package var entryCount = 1_000_000
    /// One entry's text, bytes; a longer one is refused and the others are read.
    package var entryBytes = 64 << 20
    /// Elements of one list of an entry: field lines of a head, cookies, pairs of a query.
    package var listCount = 10_000
    /// Refused entries that are listed with their reason, and places that are listed for one kind of loss.
    package var listed = 100
    /// The longest exchange that is believed, milliseconds; a longer time is taken for none.
    package var exchangeMilliseconds = 86_400_000.0
    /// Bytes of a comment that are kept.
    package var commentBytes = 200

    package init() {}
}
