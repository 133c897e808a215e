import ContentCoding
import Testing

/// The messages of RFC 7692 §7.2.3, and what may go wrong with them.
@Suite struct MessageInflaterTests {
    private static let hello = Array("Hello".utf8)
    private static let fixed: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
    /// Points back to the message before it.
    private static let again: [UInt8] = [0xF2, 0x00, 0x11, 0x00, 0x00]

    @Test(arguments: [
        fixed,
        [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00],
        [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00],
        [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00],
    ])
    func `a message in any of the blocks is inflated, once and again`(_ payload: [UInt8]) throws {
        for keepsContext in [true, false] {
            var inflater = MessageInflater(keepsContext: keepsContext)
            for _ in 0..<3 { #expect(try inflater.message(payload) == Self.hello) }
        }
    }

    @Test func `a message may point back to the one before it, where that was agreed on`() throws {
        var keeping = MessageInflater(keepsContext: true)
        #expect(try keeping.message(Self.fixed) == Self.hello)
        #expect(try keeping.message(Self.again) == Self.hello)
        var fresh = MessageInflater(keepsContext: false)
        _ = try fresh.message(Self.fixed)
        #expect(Self.failure(&fresh, Self.again) == .corrupt)
        #expect(try fresh.message(Self.fixed) == Self.hello)
    }

    @Test func `after a message that is not to be had, none is guessed at`() throws {
        var keeping = MessageInflater(keepsContext: true)
        keeping.skip()
        #expect(Self.failure(&keeping, Self.fixed) == .dictionaryNeeded)
        var broken = MessageInflater(keepsContext: true)
        #expect(Self.failure(&broken, [0x07]) == .corrupt)
        #expect(Self.failure(&broken, Self.fixed) == .dictionaryNeeded)
        var fresh = MessageInflater(keepsContext: false)
        fresh.skip()
        #expect(try fresh.message(Self.fixed) == Self.hello)
    }

    @Test func `a message at the limit is inflated, one over it is not`() throws {
        var atLimit = MessageInflater(keepsContext: true, limits: ContentCodingLimits(byteCount: 5))
        #expect(try atLimit.message(Self.fixed) == Self.hello)
        var over = MessageInflater(keepsContext: true, limits: ContentCodingLimits(byteCount: 4))
        #expect(Self.failure(&over, Self.fixed) == .tooLong(limit: 4))
    }

    private static func failure(
        _ inflater: inout MessageInflater, _ payload: [UInt8]
    ) -> ContentCodingError.Cause? {
        do throws(ContentCodingError) {
            _ = try inflater.message(payload)
            return nil
        } catch {
            return error.cause
        }
    }
}
