/// How far content may grow while it is decoded.
package struct ContentCodingLimits: Sendable, Equatable {
    /// Bytes that any layer may give.
    package var byteCount: Int
    /// Bytes given for each byte of content, once ``freeByteCount`` is passed.
    package var ratio: Int
    /// Bytes that may be given whatever the ratio.
    package var freeByteCount: Int
    /// Codings applied one over the other.
    package var layerCount: Int
    /// Base-2 logarithm of the window a zstd frame may ask for.
    package var zstdWindowLog: Int

    package init(
        byteCount: Int = 64 << 20, ratio: Int = 1000, freeByteCount: Int = 1 << 20, layerCount: Int = 5,
        zstdWindowLog: Int = 23
    ) {
        self.byteCount = byteCount
        self.ratio = ratio
        self.freeByteCount = freeByteCount
        self.layerCount = layerCount
        self.zstdWindowLog = zstdWindowLog
    }

    /// 64 MiB, 1000:1 past 1 MiB, 5 layers, and the 8 MiB window of RFC 9659.
    package static let standard = ContentCodingLimits()
}
