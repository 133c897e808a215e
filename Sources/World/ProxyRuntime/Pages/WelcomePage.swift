/// The page a person opens on the device to set it up.
enum WelcomePage {
    static func html(_ content: OwnPagesContent) -> String {
        let address = "http://\(content.address)/"
        let picture = QRCode(Array(address.utf8))?.svg ?? ""
        let status = content.status().map { "<li>\(escaped($0))</li>" }.joined()
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>fita</title>
            <style>\(PageStyle.text)</style>
            <h1>This connection goes through fita</h1>
            <p>fita records what apps on this device tell ad servers. You see this page, so the proxy is set.</p>
            <h2>Now</h2>
            <ul>\(status)</ul>
            <h2>Trust its certificate</h2>
            <p>Without it, https traffic cannot be read. Made on this machine, for this machine alone. SHA-256:<br>
            <code>\(escaped(content.fingerprint))</code></p>
            <ul>
            <li>iPhone, iPad: <a href="/fita.mobileconfig">profile</a>. Then Settings → General → VPN &amp; Device
            Management → install; then Settings → General → About → Certificate Trust Settings → switch fita on.
            Both steps are needed.</li>
            <li>Other systems: <a href="/ca.pem">PEM</a> or <a href="/ca.der">DER</a>.</li>
            </ul>
            <h2>Set another device's proxy</h2>
            <p>Wi-Fi settings → the network → Configure Proxy → Manual → <code>\(escaped(content.address))</code>, or
            Automatic → <code>\(escaped(address))proxy.pac</code>. This page for its camera:</p>
            \(picture)
            <p>Take the proxy out again when you are done, and remove the profile.</p>
            <h2>Marks</h2>
            <p>Tell the recording what the app's state is:
            <code>curl -x http://\(escaped(content.listen)) -H 'Content-Type: text/plain' --data 'tracking=off'
            http://fita.internal/marks</code></p>
            </html>

            """
    }

    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
