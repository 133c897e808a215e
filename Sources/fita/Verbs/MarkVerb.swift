import CommandLineSyntax
import Dialing
import Platform
import ProxyRuntime

/// Marks as options and arguments give them.
enum MarkOption {
    static func parse(_ text: String) throws(VerbFailure) -> MarkLine {
        switch MarkLine.parse(text) {
        case .success(let mark): return mark
        case .failure(let error): throw VerbFailure(.usage, error.text, action: "such as tracking=off")
        }
    }
}

/// `fita mark KEY=VALUE...`: tells a recording under way what the app's state is.
enum MarkVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let marks = try command.positionals.map { text throws(VerbFailure) in try MarkOption.parse(text) }
        guard !marks.isEmpty else {
            throw VerbFailure(.usage, "mark needs KEY=VALUE", action: "such as fita mark tracking=off")
        }
        let proxy = command.value("proxy") ?? Environment.value("FITA_PROXY") ?? Environment.value("http_proxy")
        try post(marks, through: proxy ?? "http://127.0.0.1:8080")
        return ExitStatus.clean.rawValue
    }

    static func post(_ marks: [MarkLine], through proxy: String) throws(VerbFailure) {
        let lines = marks.map { "\($0.key)=\($0.value)\n" }.joined()
        let call = HTTPCall(
            method: "POST", url: Array("http://fita.internal/marks".utf8),
            fields: [HTTPCallField("Content-Type", "text/plain")],
            body: Array(lines.utf8))
        let reply: HTTPReply
        do throws(HTTPCallError) {
            var settings = HTTPCaller.Settings()
            settings.proxy = proxy
            reply = try HTTPCaller(settings).call(call)
        } catch {
            throw VerbFailure(
                .environment, "no recording answers at \(proxy): \(error)",
                action: "start fita record, or name its address with --proxy http://ADDR:PORT")
        }
        guard reply.status == 204 else {
            throw VerbFailure(
                .environment,
                "\(proxy) did not take the mark: \(String(decoding: reply.body.prefix(300), as: UTF8.self))",
                action: "make sure that the address is a fita that records")
        }
    }
}
