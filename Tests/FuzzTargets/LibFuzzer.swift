import Foundation

/// What libFuzzer calls when the targets are built with `-sanitize=fuzzer`; `FITA_FUZZ_TARGET` names the target.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do { try chosen.run(Array(UnsafeBufferPointer(start: bytes, count: count))) } catch {
        print("violation: \(error)")
        abort()
    }
    return 0
}

private let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FITA_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget.named(name) else {
        print("FITA_FUZZ_TARGET names no target: \(name)")
        exit(2)
    }
    return target
}()
