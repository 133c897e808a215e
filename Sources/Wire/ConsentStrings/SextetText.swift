/// Text in the alphabet of RFC 4648 §5 without padding: each character stands for six bits.
///
/// Unlike base64 the bits need not fill bytes: encoders of GPP strings pad to six, those of TC strings mostly to eight.
struct SextetText {
    /// As far as the alphabet goes.
    let sextets: [UInt8]
    /// The first character that is not of the alphabet, in the string's bytes; nil where there is none but padding.
    let foreign: Int?
    /// `=` at the end, which has no meaning here.
    let padding: Range<Int>?

    init(_ bytes: [UInt8], in place: Range<Int>) {
        var end = place.upperBound
        while end > place.lowerBound, bytes[end - 1] == UInt8(ascii: "=") { end -= 1 }
        padding = end < place.upperBound ? end..<place.upperBound : nil
        var sextets: [UInt8] = []
        sextets.reserveCapacity(end - place.lowerBound)
        var foreign: Int?
        for index in place.lowerBound..<end {
            guard let value = Self.value(of: bytes[index]) else {
                foreign = index
                break
            }
            sextets.append(value)
        }
        self.sextets = sextets
        self.foreign = foreign
    }

    static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte + 4
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }

    static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
