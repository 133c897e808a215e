#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The process this program runs in.
package enum CurrentProcess {
    package static var identifier: Int32 { getpid() }

    /// A closed pipe or socket, and a file as large as the process may write, become errors of the write instead of
    /// the end of the process.
    package static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Whether another process runs, be it another user's.
    package static func isRunning(_ identifier: Int32) -> Bool {
        kill(identifier, 0) == 0 || System.errorNumber != ESRCH
    }

    /// Ends the process at once.
    package static func exit(_ status: Int32) -> Never { System.exit(status) }
}

extension CurrentProcess {
    /// The path of this program's file, for running it again.
    package static var executablePath: String {
        #if os(Linux)
        (try? FileSystem.realPath("/proc/self/exe")) ?? CommandLine.arguments[0]
        #else
        (try? FileSystem.realPath(CommandLine.arguments[0])) ?? CommandLine.arguments[0]
        #endif
    }
}
