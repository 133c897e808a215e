// swift-tools-version: 6.2
// The house: a room is a target, a storey is a folder of `Sources`. Imports go down, or along the arrows below.
// `Tests/HouseTests` holds the code against this file.
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func room(_ name: String, _ storey: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(storey)/\(name)", swiftSettings: settings)
}

/// A C library found by pkg-config.
func library(_ name: String, _ pkgConfig: String, apt: String, brew: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude, swiftSettings: settings)
}

let package = Package(
    name: "fita",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "fita", targets: ["fita"])],
    targets: [
        // C libraries, each with one owner. CCurl, CPcap and CPSL load theirs on first use: most verbs need none.
        library("CUV", "libuv", apt: "libuv1-dev", brew: "libuv"),
        library("COpenSSL", "openssl", apt: "libssl-dev", brew: "openssl@3"),
        library("CNGHTTP2", "libnghttp2", apt: "libnghttp2-dev", brew: "libnghttp2"),
        library("CZlib", "zlib", apt: "zlib1g-dev", brew: "zlib"),
        library("CBrotli", "libbrotlidec", apt: "libbrotli-dev", brew: "brotli"),
        library("CZstd", "libzstd", apt: "libzstd-dev", brew: "zstd"),
        .target(name: "CCurl", path: "Sources/C/CCurl"),
        .target(name: "CPcap", path: "Sources/C/CPcap"),
        .target(name: "CPSL", path: "Sources/C/CPSL"),

        room("HTTPModel", "Wire"),
        room("HTTPWire", "Wire", ["HTTPModel"]),
        room("HTTP2Wire", "Wire", ["CNGHTTP2"]),
        room("Cryptography", "Wire", ["COpenSSL"]),
        room("ContentCoding", "Wire", ["HTTPModel", "CZlib", "CBrotli", "CZstd"]),
        room("JSONText", "Wire", ["HTTPModel"]),
        room("InnerCodings", "Wire", ["HTTPModel"]),
        room("AdMarkup", "Wire", ["HTTPModel"]),
        room("PacketWire", "Wire", ["HTTPModel", "Cryptography"]),
        room("MediaTiming", "Wire"),
        room("ConsentStrings", "Wire", ["JSONText"]),

        .target(name: "CTapeBytes", path: "Sources/C/CTapeBytes"),
        room("CassetteFormat", "Tape", ["CTapeBytes", "HTTPModel", "HTTPWire", "ContentCoding", "Cryptography"]),
        room("HARFormat", "Tape", ["HTTPModel", "HTTPWire", "CassetteFormat", "JSONText", "Cryptography"]),

        room(
            "SDKContracts", "Meaning",
            ["HTTPModel", "CassetteFormat", "ContentCoding", "JSONText", "MediaTiming", "ConsentStrings"]),
        room("ContractLearning", "Meaning", ["HTTPModel", "CassetteFormat", "SDKContracts"]),
        room("IdentityTrace", "Meaning", ["HTTPModel", "SDKContracts"]),
        room(
            "LeakSearch", "Meaning",
            ["HTTPModel", "CassetteFormat", "IdentityTrace", "ContentCoding", "InnerCodings", "Cryptography"]),
        room("AdTimeline", "Meaning", ["HTTPModel", "CassetteFormat", "SDKContracts", "JSONText", "AdMarkup"]),
        room("ReplayMatching", "Meaning", ["HTTPModel", "HTTPWire", "CassetteFormat"]),
        room(
            "DifferentialReplay", "Meaning",
            ["HTTPModel", "CassetteFormat", "SDKContracts", "LeakSearch", "ReplayMatching"]),
        room(
            "Verification", "Meaning",
            [
                "HTTPModel", "AdMarkup", "CassetteFormat", "SDKContracts", "IdentityTrace", "LeakSearch", "AdTimeline",
                "ConsentStrings",
            ]),
        room(
            "Redaction", "Meaning",
            [
                "HTTPModel", "HTTPWire", "CassetteFormat", "ContentCoding", "InnerCodings", "Cryptography",
                "SDKContracts", "IdentityTrace", "LeakSearch", "Verification",
            ]),

        room("ProxyCore", "Engine", ["HTTPModel", "HTTPWire", "HTTP2Wire"]),

        room("Platform", "World"),
        room("Sockets", "World", ["CUV", "Cryptography", "Platform"]),
        room("Dialing", "World", ["CCurl", "HTTPModel", "Sockets"]),
        room("CassetteStore", "World", ["CassetteFormat", "HTTPModel", "Cryptography", "Platform"]),
        room(
            "Origins", "World",
            [
                "ProxyCore", "HTTPModel", "HTTPWire", "HTTP2Wire", "Cryptography", "CassetteFormat", "CassetteStore",
                "ReplayMatching", "Sockets", "Dialing", "Platform",
            ]),
        room(
            "ProxyRuntime", "World",
            ["ProxyCore", "HTTPModel", "HTTPWire", "HTTP2Wire", "Cryptography", "Sockets", "Platform"]),
        room("PacketTap", "World", ["CPcap", "PacketWire"]),
        room("PublicSuffixes", "World", ["CPSL"]),

        room("CommandLineSyntax", "Surfaces"),
        room(
            "Reports", "Surfaces",
            [
                "HTTPModel", "CassetteFormat", "SDKContracts", "IdentityTrace", "LeakSearch", "Verification",
                "DifferentialReplay", "JSONText", "PacketWire", "Cryptography", "ConsentStrings",
            ]),
        room(
            "StandInServer", "Surfaces", ["HTTPModel", "HTTPWire", "JSONText", "Cryptography", "Sockets", "Platform"]),
        room(
            "ReferenceSDK", "Surfaces",
            ["HTTPModel", "HTTPWire", "JSONText", "AdMarkup", "ConsentStrings", "Cryptography", "Dialing", "Platform"]),

        .executableTarget(
            name: "fita",
            dependencies: [
                "CommandLineSyntax", "Reports", "StandInServer", "ReferenceSDK", "ProxyRuntime", "Origins",
                "CassetteStore", "CassetteFormat", "HARFormat", "PacketTap", "PacketWire", "Verification", "LeakSearch",
                "SDKContracts", "ContractLearning", "ReplayMatching", "DifferentialReplay", "Redaction", "ProxyCore",
                "HTTPModel", "HTTPWire", "Cryptography", "Sockets", "Dialing", "Platform", "PublicSuffixes",
                "ConsentStrings",
            ],
            path: "Sources/fita", swiftSettings: settings),

        tests("HouseTests", []),
        tests("HTTPModelTests", ["HTTPModel"]),
        tests("HTTPWireTests", ["HTTPWire", "HTTPModel"]),
        tests("HTTP2WireTests", ["HTTP2Wire", "TestMaterial"]),
        // Raw peers on the loopback address: clients and servers that send what a test tells them, byte for byte.
        .target(
            name: "LoopbackPeers", dependencies: ["Cryptography"], path: "Tests/LoopbackPeers",
            swiftSettings: settings),
        tests(
            "ProxyRuntimeTests",
            [
                "ProxyRuntime", "Origins", "ProxyCore", "HTTPWire", "HTTP2Wire", "HTTPModel", "Cryptography", "Sockets",
                "Dialing", "CassetteStore", "CassetteFormat", "ReplayMatching", "LoopbackPeers", "TestMaterial",
                "Platform",
            ]),
        tests("ReplayMatchingTests", ["ReplayMatching", "CassetteFormat", "HTTPWire", "HTTPModel"]),
        tests("ProxyCoreTests", ["ProxyCore", "HTTPWire", "HTTP2Wire", "HTTPModel", "TestMaterial"]),
        tests("DialingTests", ["Dialing", "Sockets", "LoopbackPeers"]),
        tests("SocketsTests", ["Sockets", "Cryptography", "LoopbackPeers"]),
        tests("PacketWireTests", ["PacketWire", "Cryptography", "COpenSSL"]),
        tests("PublicSuffixesTests", ["PublicSuffixes", "TestMaterial"]),
        tests("PacketTapTests", ["PacketTap", "PacketWire", "Cryptography"]),
        tests(
            "FaultMatrixTests",
            [
                "ReferenceSDK", "StandInServer", "Verification", "SDKContracts", "ConsentStrings", "TestTape",
            ]),
        tests(
            "ReferenceSDKTests",
            [
                "ReferenceSDK", "StandInServer", "Cryptography", "Sockets", "Dialing", "HTTPModel", "JSONText",
                "AdMarkup", "ConsentStrings", "Platform",
            ]),
        tests("StandInServerTests", ["StandInServer", "HTTPModel", "JSONText"]),
        // Finds the hostile files of `Tests/BadInputs`, and the real ones kept outside this repository.
        .target(name: "TestMaterial", path: "Tests/TestMaterial", swiftSettings: settings),
        // Every reader and machine under inputs that nobody wrote; `Scripts/fuzz` builds and runs it.
        .executableTarget(
            name: "FuzzTargets",
            dependencies: [
                "ProxyCore", "HTTPWire", "HTTP2Wire", "HTTPModel", "Cryptography", "ContentCoding", "JSONText",
                "AdMarkup", "PacketWire", "InnerCodings", "LeakSearch", "CassetteFormat", "HARFormat", "SDKContracts",
                "ConsentStrings", "MediaTiming", "AdTimeline", "ReplayMatching", "Reports", "Platform",
                "TestMaterial",
            ],
            path: "Tests/FuzzTargets", exclude: ["Kept"], swiftSettings: settings),
        tests("FuzzTargetsTests", ["FuzzTargets", "Platform"]),
        tests("JSONTextTests", ["JSONText", "TestMaterial"]),
        tests("ContentCodingTests", ["ContentCoding", "TestMaterial"]),
        tests("CommandLineSyntaxTests", ["CommandLineSyntax"]),
        tests("MediaTimingTests", ["MediaTiming"]),
        tests("ConsentStringsTests", ["ConsentStrings", "Platform", "TestMaterial"]),
        tests("AdMarkupTests", ["AdMarkup", "TestMaterial"]),
        tests("CryptographyTests", ["Cryptography", "COpenSSL"]),
        tests("PlatformTests", ["Platform"]),
        tests("CassetteFormatTests", ["CassetteFormat", "HTTPModel"]),
        tests(
            "HARFormatTests", ["HARFormat", "CassetteFormat", "HTTPModel", "HTTPWire", "JSONText", "TestMaterial"]),
        tests("CassetteStoreTests", ["CassetteStore", "CassetteFormat", "HTTPModel", "Platform", "TestMaterial"]),
        // Builds tapes from readable text.
        .target(
            name: "TestTape",
            dependencies: [
                "Verification", "SDKContracts", "CassetteFormat", "HTTPModel", "HTTPWire", "ReferenceSDK",
                "StandInServer", "Dialing",
            ],
            path: "Tests/TestTape", swiftSettings: settings),
        // Long tapes for measuring.
        .executableTarget(
            name: "TapeMill",
            dependencies: ["TestTape", "ReferenceSDK", "StandInServer", "CassetteStore", "CassetteFormat", "Platform"],
            path: "Tests/TapeMill", swiftSettings: settings),
        .testTarget(
            name: "ReportsTests",
            dependencies: [
                "Reports", "Verification", "DifferentialReplay", "SDKContracts", "CassetteFormat", "HARFormat",
                "HTTPModel", "Cryptography", "TestTape", "TestMaterial",
            ],
            path: "Tests/ReportsTests", exclude: ["Golden"], swiftSettings: settings),
        tests(
            "SDKContractsTests", ["SDKContracts", "CassetteFormat", "HTTPModel", "HTTPWire", "JSONText", "Platform"]),
        tests(
            "ContractLearningTests",
            [
                "ContractLearning", "Verification", "SDKContracts", "CassetteFormat", "ReferenceSDK", "StandInServer",
                "Dialing", "HTTPWire", "HTTPModel", "TestTape",
            ]),
        tests("IdentityTraceTests", ["IdentityTrace", "SDKContracts"]),
        tests(
            "DifferentialReplayTests",
            [
                "DifferentialReplay", "ReferenceSDK", "StandInServer", "Verification", "SDKContracts", "CassetteFormat",
                "TestTape",
            ]),
        tests("InnerCodingsTests", ["InnerCodings"]),
        // Requests that carry a value in disguise: one of each known kind, and made-up ones.
        .target(
            name: "Disguises",
            dependencies: [
                "CassetteFormat", "HTTPModel", "HTTPWire", "Cryptography", "InnerCodings", "CZlib", "CZstd",
            ],
            path: "Tests/Disguises", swiftSettings: settings),
        tests("LeakSearchTests", ["LeakSearch", "Disguises", "ContentCoding", "HTTPModel", "TestMaterial"]),
        // How many disguises the search sees through; `Scripts/bench-leaks` builds and runs it.
        .executableTarget(
            name: "LeakBench",
            dependencies: ["LeakSearch", "Disguises", "CassetteFormat", "HARFormat", "Platform"],
            path: "Tests/LeakBench",
            swiftSettings: settings),
        tests("AdTimelineTests", ["AdTimeline", "SDKContracts", "CassetteFormat", "HTTPModel", "TestTape"]),
        // The cassettes of the repository.
        tests(
            "CassettesTests",
            [
                "CassetteStore", "CassetteFormat", "Cryptography", "SDKContracts", "AdTimeline", "Verification",
                "Reports", "StandInServer", "ConsentStrings", "TestTape",
            ]),
        tests(
            "RedactionTests",
            [
                "Redaction", "Verification", "LeakSearch", "IdentityTrace", "SDKContracts", "CassetteStore",
                "CassetteFormat", "Disguises", "ContentCoding", "InnerCodings", "Cryptography", "HTTPWire", "HTTPModel",
            ]),
        tests(
            "VerificationTests",
            [
                "Verification", "SDKContracts", "IdentityTrace", "LeakSearch", "AdTimeline", "CassetteFormat",
                "ConsentStrings", "TestTape",
            ]),
    ]
)
