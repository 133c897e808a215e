/// A configuration profile by which an iPhone or iPad takes up the authority (Apple, "Configuration Profile Reference",
/// payload `com.apple.security.root`).
///
/// The device asks its owner, who must then also trust the authority under Settings, General, About, Certificate Trust
/// Settings. The same authority always gives the same bytes, so that installing twice replaces.
package struct MobileConfig: Hashable, Sendable {
    /// The media type to serve it as.
    package static let contentType = "application/x-apple-aspen-config"

    /// The property list in UTF-8.
    package let bytes: [UInt8]

    package init(authority: CertificateAuthority) {
        let name = Self.escaped(authority.subject)
        let fingerprint = authority.fingerprintSHA256
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
                <key>PayloadType</key><string>Configuration</string>
                <key>PayloadVersion</key><integer>1</integer>
                <key>PayloadIdentifier</key><string>fita.authority.\(hex(fingerprint.prefix(8)))</string>
                <key>PayloadUUID</key><string>\(Self.identifier("profile", fingerprint))</string>
                <key>PayloadDisplayName</key><string>fita: \(name)</string>
                <key>PayloadDescription</key>
                <string>Lets the fita proxy that made it read TLS traffic. Remove it after testing.</string>
                <key>PayloadRemovalDisallowed</key><false/>
                <key>PayloadContent</key>
                <array>
                    <dict>
                        <key>PayloadType</key><string>com.apple.security.root</string>
                        <key>PayloadVersion</key><integer>1</integer>
                        <key>PayloadIdentifier</key><string>fita.authority.\(hex(fingerprint.prefix(8))).root</string>
                        <key>PayloadUUID</key><string>\(Self.identifier("root", fingerprint))</string>
                        <key>PayloadDisplayName</key><string>\(name)</string>
                        <key>PayloadCertificateFileName</key><string>fita-ca.cer</string>
                        <key>PayloadContent</key>
                        <data>
            \(Self.base64(ofPEM: authority.certificatePEM))
                        </data>
                    </dict>
                </array>
            </dict>
            </plist>

            """
        bytes = [UInt8](text.utf8)
    }

    /// A UUID of version 8 (RFC 9562 §5.8) made of a digest.
    private static func identifier(_ purpose: String, _ fingerprint: [UInt8]) -> String {
        var bytes = [UInt8](SHA256.digest([[UInt8](purpose.utf8), fingerprint]).prefix(16))
        bytes[6] = bytes[6] & 0x0f | 0x80
        bytes[8] = bytes[8] & 0x3f | 0x80
        let digits = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { hex(bytes[$0]) }
        return digits.joined(separator: "-").uppercased()
    }

    /// The lines between the first pair of PEM's marks are base64 already.
    private static func base64(ofPEM pem: [UInt8]) -> String {
        let lines = pem.split(separator: UInt8(ascii: "\n")).drop { $0.first != UInt8(ascii: "-") }.dropFirst()
        let content = lines.prefix { $0.first != UInt8(ascii: "-") }
        return content.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
        return result
    }
}
