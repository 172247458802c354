/// Where libFuzzer enters; built on its own with FUZZ_STANDALONE, never in the package.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzRequestEntry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    fuzzRequest(UnsafeBufferPointer(start: start, count: count))
    return 0
}
