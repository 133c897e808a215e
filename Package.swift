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

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

let package = Package(
    name: "fita",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "fita", targets: ["fita"])],
    targets: [
        // C libraries, each with one owner. CCurl and CPcap load theirs on first use: most verbs need neither.
        library("CUV", "libuv", apt: "libuv1-dev", brew: "libuv"),
        library("COpenSSL", "openssl", apt: "libssl-dev", brew: "openssl@3"),
        library("CZlib", "zlib", apt: "zlib1g-dev", brew: "zlib"),
        library("CBrotli", "libbrotlidec", apt: "libbrotli-dev", brew: "brotli"),
        library("CZstd", "libzstd", apt: "libzstd-dev", brew: "zstd"),
        .target(name: "CCurl", path: "Sources/C/CCurl"),
        .target(name: "CPcap", path: "Sources/C/CPcap"),

        room("HTTPModel", "Wire"),
        room("HTTPWire", "Wire", ["HTTPModel"]),
        room("Cryptography", "Wire", ["COpenSSL"]),
        room("ContentCoding", "Wire", ["CZlib", "CBrotli", "CZstd"]),
        room("JSONText", "Wire"),
        room("AdMarkup", "Wire", ["HTTPModel"]),
        room("PacketWire", "Wire", ["HTTPModel", "Cryptography"]),

        room("CassetteFormat", "Tape", ["HTTPModel", "HTTPWire", "Cryptography"]),
        room("HARFormat", "Tape", ["HTTPModel", "HTTPWire", "CassetteFormat", "JSONText", "Cryptography"]),

        room("SDKContracts", "Meaning", ["HTTPModel", "CassetteFormat", "ContentCoding", "JSONText", "AdMarkup"]),
        room("IdentityTrace", "Meaning", ["HTTPModel", "CassetteFormat", "SDKContracts"]),
        room("AdTimeline", "Meaning", ["HTTPModel", "CassetteFormat", "SDKContracts", "AdMarkup"]),
        room("ReplayMatching", "Meaning", ["HTTPModel", "CassetteFormat"]),
        room(
            "Verification", "Meaning",
            ["HTTPModel", "CassetteFormat", "SDKContracts", "IdentityTrace", "AdTimeline", "JSONText", "AdMarkup"]),

        room("ProxyCore", "Engine", ["HTTPModel", "HTTPWire"]),

        room("Platform", "World"),
        room("Sockets", "World", ["CUV", "Cryptography", "Platform"]),
        room("Dialing", "World", ["CCurl", "HTTPModel", "Sockets", "Platform"]),
        room("CassetteStore", "World", ["CassetteFormat", "HTTPModel", "Cryptography", "Platform"]),
        room(
            "Origins", "World",
            [
                "ProxyCore", "HTTPModel", "HTTPWire", "Cryptography", "CassetteFormat", "CassetteStore",
                "ReplayMatching", "Sockets", "Dialing", "Platform",
            ]),
        room(
            "ProxyRuntime", "World",
            ["ProxyCore", "HTTPModel", "HTTPWire", "Cryptography", "Sockets", "Origins", "CassetteStore", "Platform"]),
        room("PacketTap", "World", ["CPcap", "PacketWire", "Platform"]),

        room("CommandLineSyntax", "Surfaces"),
        room(
            "Reports", "Surfaces",
            [
                "HTTPModel", "CassetteFormat", "SDKContracts", "IdentityTrace", "AdTimeline", "Verification", "ContentCoding", "JSONText",
                "Cryptography", "PacketWire",
            ]),
        room("StandInServer", "Surfaces", ["HTTPModel", "HTTPWire", "JSONText", "Cryptography", "Sockets", "Platform"]),
        room("ReferenceSDK", "Surfaces", ["HTTPModel", "JSONText", "AdMarkup", "Dialing", "Platform"]),

        .executableTarget(
            name: "fita",
            dependencies: [
                "CommandLineSyntax", "Reports", "StandInServer", "ReferenceSDK", "ProxyRuntime", "Origins",
                "CassetteStore", "CassetteFormat", "PacketTap", "PacketWire", "Verification", "SDKContracts",
                "ReplayMatching", "ProxyCore", "HTTPModel", "HTTPWire", "Cryptography", "ContentCoding", "JSONText",
                "Sockets", "Dialing", "Platform",
            ],
            path: "Sources/fita", swiftSettings: settings),

        tests("HTTPModelTests", ["HTTPModel"]),
        tests("DialingTests", ["Dialing"]),
        tests("PacketWireTests", ["PacketWire", "Cryptography"]),
        tests("PacketTapTests", ["PacketTap", "PacketWire", "Cryptography"]),
        tests(
            "ReferenceSDKTests",
            [
                "ReferenceSDK", "StandInServer", "Cryptography", "Sockets", "Dialing", "HTTPModel", "JSONText", "AdMarkup",
                "Platform",
            ]),
        tests("StandInServerTests", ["StandInServer", "HTTPModel", "JSONText"]),
        // Finds the real and the hostile files kept outside this repository.
        .target(name: "TestMaterial", path: "Tests/TestMaterial", swiftSettings: settings),
        tests("JSONTextTests", ["JSONText", "TestMaterial"]),
        tests("AdMarkupTests", ["AdMarkup", "TestMaterial"]),
        tests("CryptographyTests", ["Cryptography", "COpenSSL"]),
        tests("PlatformTests", ["Platform"]),
        tests("CassetteFormatTests", ["CassetteFormat", "HTTPModel"]),
        tests(
            "HARFormatTests", ["HARFormat", "CassetteFormat", "HTTPModel", "HTTPWire", "JSONText", "TestMaterial"]),
        tests("CassetteStoreTests", ["CassetteStore", "CassetteFormat", "HTTPModel", "Platform"]),
        tests("SDKContractsTests", ["SDKContracts", "CassetteFormat", "HTTPModel", "HTTPWire"]),
        tests("IdentityTraceTests", ["IdentityTrace", "SDKContracts"]),
        tests("AdTimelineTests", ["AdTimeline", "SDKContracts", "HTTPModel"]),
        tests(
            "VerificationTests",
            ["Verification", "SDKContracts", "IdentityTrace", "AdTimeline", "CassetteFormat", "HTTPModel", "HTTPWire"]),
    ]
)
