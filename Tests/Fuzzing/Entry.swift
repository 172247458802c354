import Glibc

private let target: FuzzTarget = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        print("FUZZ_TARGET must be one of", FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))
        exit(64)
    }
    return target
}()

/// libFuzzer calls this first: writes the built-in seeds to the corpus, which libFuzzer reads next.
@_cdecl("LLVMFuzzerInitialize")
public func writeSeeds(
    _: UnsafeMutablePointer<CInt>, _: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> CInt {
    guard let folder = getenv("FUZZ_SEEDS").map({ String(cString: $0) }) else { return 0 }
    for (number, seed) in target.seeds.enumerated() {
        guard let file = fopen("\(folder)/seed-\(number)", "w") else { continue }
        fwrite(seed, 1, seed.count, file)
        fclose(file)
    }
    return 0
}

/// libFuzzer calls this with every input. A broken law ends the run, and libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func checkOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    if let broken = target.brokenLaw(by: Array(UnsafeBufferPointer(start: start, count: count))) { fatalError(broken) }
    return 0
}
