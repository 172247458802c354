/// Where libFuzzer enters; built on its own with FUZZ_STANDALONE, never in the package.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzTargetEntry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    fuzzTarget(UnsafeBufferPointer(start: start, count: count))
    return 0
}
