import CassetteFormat
import CassetteStore
import Platform
import ReferenceSDK
import StandInServer
import TestTape

/// Makes a long cassette for measuring: an app that is launched again and again and shows every format each time.
///
///     TapeMill PATH MEGABYTES [PAGE-KILOBYTES]
///
/// The engine and the stand-in talk in memory. With PAGE-KILOBYTES each launch also loads so much of a third party's
/// page, as creatives do.
@main
struct TapeMill {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 2, let megabytes = Int(arguments[1]), let story = Scenario.named("full-run") else {
            StandardStream.error.write("usage: TapeMill PATH MEGABYTES [PAGE-KILOBYTES]\n")
            return
        }
        let page = (arguments.count > 2 ? Int(arguments[2]) ?? 0 : 0) << 10
        let trial = try LongTape(to: nil, page: page)
        try trial.live(story)
        let launches = (megabytes << 20) / trial.size + 1
        let tape = try LongTape(to: arguments[0], page: page)
        try tape.live(story.repeated(launches))
        try tape.finish()
        StandardStream.output.write("\(tape.size) bytes, \(tape.count) exchanges, \(launches) launches\n")
    }
}

/// A cassette that is written while the engine runs.
final class LongTape {
    private let transport: TapingTransport
    private let clock = VirtualClock()
    private let paths: TapePaths?
    private let file: File?
    private var writer: CassetteWriter
    private let page: Int
    private var stored: Set<String> = []
    private(set) var size = 0
    var count: Int { transport.count }

    init(to path: String?, page: Int) throws {
        transport = TapingTransport(StandIn(), clock: clock)
        writer = CassetteWriter(header: TapingTransport.header)
        self.page = page
        paths = path.map { TapePaths($0) }
        file = try paths.map { try File($0.cassette, for: .replace) }
        if let paths, !FileSystem.exists(paths.blobs) { try FileSystem.makeFolder(paths.blobs) }
    }

    func live(_ story: Scenario) throws {
        var failure: (any Error)?
        transport.take = { item in
            do { try self.add(item) } catch { failure = error }
        }
        transport.pageSize = page
        _ = ReferenceSDKRun.run(story, transport: transport, clock: clock, mark: transport.mark)
        transport.take = nil
        if let failure { throw failure }
        try drain(writer.take())
    }

    func finish() throws {
        writer.finish()
        try drain(writer.takeAll())
    }

    private func add(_ item: TapeItem) throws {
        var failure: (any Error)?
        writer.add(item) { digest, content in
            do { try store(digest, content) } catch { failure = error }
        }
        if let failure { throw failure }
        if writer.count > 1 << 20 { try drain(writer.take()) }
    }

    private func store(_ digest: String, _ content: UnsafeRawBufferPointer) throws {
        guard let paths, stored.insert(digest).inserted else { return }
        try File(paths.blob(digest), for: .replace).write(content)
    }

    private func drain(_ bytes: [UInt8]) throws {
        size += bytes.count
        try file?.write(bytes)
    }
}
