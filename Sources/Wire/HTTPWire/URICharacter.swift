/// The bytes a URI is made of: unreserved and reserved characters, and the percent sign (RFC 3986 §2).
enum URICharacter {
    private static let table: [Bool] = {
        var table = [Bool](repeating: false, count: 256)
        let all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=%"
        for byte in all.utf8 { table[Int(byte)] = true }
        return table
    }()

    static func contains(_ byte: UInt8) -> Bool { table[Int(byte)] }
}
