import Glibc

/// Pseudorandom bytes, so that swapped or repeated parts show; the same for the same seed. `count` is a multiple of 8.
func noise(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
        for offset in stride(from: 0, to: count, by: 8) {
            UnsafeMutableRawPointer(buffer.baseAddress! + offset).storeBytes(of: random.next(), as: UInt64.self)
        }
        used = count
    }
}

/// Whether two long stretches of bytes are the same; `==` takes seconds for megabytes in a debug build.
func isSame(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    one.withUnsafeBytes { a in
        other.withUnsafeBytes { b in a.count == b.count && memcmp(a.baseAddress!, b.baseAddress!, a.count) == 0 }
    }
}
