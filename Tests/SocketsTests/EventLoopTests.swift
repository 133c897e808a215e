import Foundation
import Sockets
import Testing

@Suite struct EventLoopTests {
    @Test func `a loop with nothing to wait for ends at once`() {
        EventLoop().runToItsEnd()
    }

    @Test func `a timer calls once, or again and again until it is let go`() {
        let loop = EventLoop()
        var calls: [String] = []
        let once = Sockets.Timer(loop, after: 1, keepsLoopAlive: true) { calls.append("once") }
        var again: Sockets.Timer?
        again = Sockets.Timer(loop, after: 5, every: 5, keepsLoopAlive: true) {
            calls.append("again")
            if calls.count == 4 { again = nil }
        }
        loop.runToItsEnd()
        #expect(calls == ["once", "again", "again", "again"])
        withExtendedLifetime((once, again)) {}
    }

    @Test func `a timer that keeps no loop alive does not, and one let go never calls`() {
        let loop = EventLoop()
        var calls = 0
        let idle = Sockets.Timer(loop, after: 20_000) { calls += 1 }
        _ = Sockets.Timer(loop, after: 1, keepsLoopAlive: true) { calls += 1 }
        loop.runToItsEnd()
        #expect(calls == 0)
        withExtendedLifetime(idle) {}
    }

    @Test func `the clock goes forward`() {
        let loop = EventLoop()
        let before = loop.now
        #expect(loop.now >= before)
    }

    @Test func `a signal is heard`() {
        let loop = EventLoop()
        var heard: [Int32] = []
        let timer = Sockets.Timer(loop, after: 1, keepsLoopAlive: true) { kill(getpid(), SIGWINCH) }
        let patience = Sockets.Timer(loop, after: 5_000, keepsLoopAlive: true) { loop.stop() }
        let watch = SignalWatch(loop, SIGWINCH) { number in
            heard.append(number)
            loop.stop()
        }
        loop.run()
        #expect(heard == [SIGWINCH])
        withExtendedLifetime((timer, patience, watch)) {}
    }
}

@Suite struct ChildProcessTests {
    private func run(_ arguments: [String], _ environment: [String] = []) throws -> ChildProcess.Exit? {
        let loop = EventLoop()
        var exit: ChildProcess.Exit?
        let child = try ChildProcess(loop, arguments, environment: ["PATH=/usr/bin:/bin"] + environment) { exit = $0 }
        loop.runToItsEnd()
        withExtendedLifetime(child) {}
        return exit
    }

    @Test func `a command's status is told, and its environment is what it was given`() throws {
        #expect(try run(["true"]) == .status(0))
        #expect(try run(["sh", "-c", "exit 7"]) == .status(7))
        #expect(try run(["sh", "-c", "test \"$A\" = 'b c' && test -z \"$HOME\""], ["A=b c"]) == .status(0))
    }

    @Test func `a command ended by a signal is told apart`() throws {
        #expect(try run(["sh", "-c", "kill -TERM $$"]) == .signal(15))
        let loop = EventLoop()
        var exit: ChildProcess.Exit?
        let child = try ChildProcess(loop, ["sleep", "60"], environment: ["PATH=/usr/bin:/bin"]) { exit = $0 }
        child.signal(SignalWatch.interrupt)
        loop.runToItsEnd()
        #expect(exit == .signal(2))
    }

    @Test func `a command that is not there is an error that names it`() {
        let loop = EventLoop()
        do throws(SocketError) {
            _ = try ChildProcess(loop, ["fita-no-such-command"], environment: ["PATH=/usr/bin:/bin"]) { _ in }
            Issue.record("it ran")
        } catch {
            #expect(error.description.contains("fita-no-such-command"))
        }
        loop.runToItsEnd()
    }
}
