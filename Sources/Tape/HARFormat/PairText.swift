import CassetteFormat
import HTTPModel

/// `name=value` pairs written as a query or a form has them.
enum PairText {
    static func joined(_ pairs: [EntryValue]) throws(TapeError) -> [UInt8] {
        var bytes: [UInt8] = []
        for element in pairs {
            guard let pair = try element.object(), let name = try pair.bytes("name") else { continue }
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
            bytes += PercentCoding.encoded(name)
            bytes.append(UInt8(ascii: "="))
            if let value = try pair.bytes("value") { bytes += PercentCoding.encoded(value) }
        }
        return bytes
    }
}
