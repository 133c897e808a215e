import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-183")
struct InstallAttributionSubstituteTests {
    private func tape(_ url: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve()
        tape.post(url, json: "{}")
        return tape
    }

    @Test(arguments: [
        "https://shop.example/", "https://shop.example/.well-known/apple-app-site-association",
        "https://notfpjs.io/a", "https://fpjs.io.example/a", "https://shop.example/skadnetwork/report-attribution/",
    ])
    func `other addresses hold`(url: String) {
        #expect(tape(url).outcome("MK-183") == .pass)
        #expect(tape(url).failing() == [])
    }

    @Test(arguments: [
        "https://shop.example/.well-known/skadnetwork/report-attribution/",
        "https://shop.example/.well-known/appattribution/report-attribution/",
        "https://api-adservices.apple.com/api/v1/", "https://eu.api.fpjs.io/x",
        "https://h.online-metrix.net/fp/tags.js", "https://mpsnare.iesnare.com/snare.js",
    ])
    func `a postback or a collector of fingerprints breaks`(url: String) {
        #expect(tape(url).failing() == ["MK-183"])
    }

    @Test func `a host that the app is known to talk to is its own affair`() {
        let configuration = ContractConfiguration(["hosts.expected": .texts(["EU.api.fpjs.io"])])
        #expect(tape("https://eu.api.fpjs.io/x").failing(configuration) == [])
        #expect(tape("https://api.fpjs.io/x").failing(configuration) == ["MK-052", "MK-183"])
    }

    @Test func `a service that attributes installations is a remark, unless the app is known to talk to it`() {
        let url = "https://api2.branch.io/v1/open"
        #expect(tape(url).failing() == [])
        #expect(tape(url).verdict("MK-183")?.remarks.count == 1)
        #expect(tape("https://notbranch.io/v1/open").verdict("MK-183")?.remarks == [])
        let configuration = ContractConfiguration(["hosts.expected": .texts(["api2.branch.io"])])
        #expect(tape(url).verdict("MK-183", configuration)?.remarks == [])
    }
}
