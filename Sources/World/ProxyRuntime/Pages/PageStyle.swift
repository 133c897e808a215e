import Cryptography
import HTTPModel

/// The one style of fita's own pages, which their Content-Security-Policy names by its digest.
enum PageStyle {
    /// What stands between the tags, to the byte.
    static let text = """

        :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
        body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; }
        code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
        h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
        a { font-weight: 600; }

        """

    /// A source of `style-src` (CSP Level 3 §2.3.1).
    static let source =
        "'sha256-" + String(decoding: Base64Text.encoded(SHA256.digest(Array(text.utf8))), as: UTF8.self) + "'"
}
