enum ContractOption { static func check(_ n: String) throws(VerbFailure) {} }
import CassetteFormat
final class LiveView { init(_ h: TapeHeader) {} ; func see(_ f: JournalFrame) {} }
enum TapeFile { struct R { var exchanges = 0 }; static func pack(_ p: String) throws -> R { R() } }
