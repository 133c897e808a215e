/// How much of a consent string is read.
package struct ConsentLimits: Sendable, Equatable {
    /// Longer strings are not read at all. Of 85 public TC strings the longest has fewer than 2,000 bytes.
    package var byteCount: Int
    /// Segments of a TC string, subsections of a GPP section.
    package var segmentCount: Int
    /// Sections of a GPP string, and IDs of its header.
    package var sectionCount: Int
    /// More problems than these are graded and not listed.
    package var problemCount: Int

    package init(byteCount: Int = 16 << 10, segmentCount: Int = 8, sectionCount: Int = 32, problemCount: Int = 32) {
        self.byteCount = byteCount
        self.segmentCount = segmentCount
        self.sectionCount = sectionCount
        self.problemCount = problemCount
    }

    package static let standard = ConsentLimits()
}
