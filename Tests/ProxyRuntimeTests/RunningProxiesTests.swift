import Foundation
import Platform
import Sockets
import Testing

@testable import ProxyCore
@testable import ProxyRuntime

/// Several fitas of one machine, who know of each other.
@Suite struct RunningProxiesTests {
    private func proxy(
        _ folder: TemporaryFolder, _ port: UInt16, address: String = "127.0.0.1"
    ) throws -> RunningProxies {
        let proxies = try RunningProxies(folder: folder.path + "/run", name: "\(port)")
        try proxies.listens(on: [Endpoint(address: address, port: port)])
        return proxies
    }

    private let here = NetworkAddress("127.0.0.1")

    @Test func `of two that send to each other the one that comes second is refused, again and again`() throws {
        let folder = try TemporaryFolder()
        let here = try #require(here)
        let first = try proxy(folder, 8001)
        let second = try proxy(folder, 8002)
        for _ in 0..<3 {
            #expect(!first.leadsBack(here, 8002))
            #expect(second.leadsBack(here, 8001))
        }
        #expect(!first.leadsBack(here, 9000))
        #expect(!second.leadsBack(here, 9000))
    }

    @Test func `a circle of three is closed by the last one, a chain is none`() throws {
        let folder = try TemporaryFolder()
        let here = try #require(here)
        let proxies = try [8001, 8002, 8003].map { try proxy(folder, $0) }
        #expect(!proxies[0].leadsBack(here, 8002))
        #expect(!proxies[0].leadsBack(here, 8003))
        #expect(!proxies[1].leadsBack(here, 8003))
        #expect(proxies[2].leadsBack(here, 8001))
        #expect(proxies[2].leadsBack(here, 8002))
    }

    @Test func `one that listens everywhere is met at each address`() throws {
        let folder = try TemporaryFolder()
        let here = try #require(here)
        let first = try proxy(folder, 8001, address: "0.0.0.0")
        let second = try proxy(folder, 8002, address: "::1")
        let other = try #require(NetworkAddress("192.0.2.7"))
        #expect(!first.leadsBack(try #require(NetworkAddress("::1")), 8002))
        #expect(second.leadsBack(other, 8001))
        #expect(second.leadsBack(here, 8001))
    }

    @Test func `one that has ended, and what one that died left behind, leads nowhere`() throws {
        let folder = try TemporaryFolder()
        let here = try #require(here)
        let first = try proxy(folder, 8001)
        let second = try proxy(folder, 8002)
        #expect(!second.leadsBack(here, 8001))
        #expect(first.leadsBack(here, 8002))
        do {
            let third = try proxy(folder, 8003)
            #expect(!third.leadsBack(here, 8001))
            #expect(first.leadsBack(here, 8002))
        }
        #expect(!first.leadsBack(here, 8003))
        let left = try folder.file("run/left", Array("listen 127.0.0.1:8009\nto 127.0.0.1:8001\n".utf8))
        #expect(!first.leadsBack(here, 8009))
        #expect(!FileSystem.exists(left))
    }

    @Test func `what is no line of ours is passed over`() throws {
        let folder = try TemporaryFolder()
        let here = try #require(here)
        let first = try proxy(folder, 8001)
        let path = try folder.file(
            "run/odd", Array("listen\nlisten x:y\nto 1.2.3.4\n\u{0}\nlisten 127.0.0.1:8009\nto 127.0.0.1:8001\n".utf8))
        let odd = try File(path, for: .read)
        let isHeld = odd.lock()
        #expect(isHeld)
        #expect(first.leadsBack(here, 8009))
    }
}
