/// What is read of each block; the rest is passed over and not verified.
package enum BlockPart: Sendable, Hashable {
    case whole
    /// All but the contents of answers.
    case withoutAnswerContents
}
