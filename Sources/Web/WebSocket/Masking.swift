/// The XOR mask of client frames (RFC 6455 section 5.3).
package enum Masking {
    /// Unmasks bytes and appends them.
    ///
    /// The lowest byte of the key masks the first byte of `masked`. `expected` (at least `masked.count`) is the number of bytes
    /// the message still needs: capacity grows with the bytes received, up to that, so an announced length alone costs no memory.
    package static func append(_ masked: Span<UInt8>, key: UInt32, to clear: inout [UInt8], expected: Int) {
        let count = masked.count
        let needed = clear.count + count
        if needed > clear.capacity {
            clear.reserveCapacity(min(clear.count + expected, max(needed, 2 * clear.capacity)))
        }
        masked.withUnsafeBytes { source in
            clear.append(addingCapacity: count) { output in
                output.withUnsafeMutableBufferPointer { buffer, initialized in
                    let target = UnsafeMutableRawBufferPointer(buffer)
                    guard count > 0, let from = source.baseAddress, let to = target.baseAddress else { return }
                    precondition(target.count - initialized >= count)
                    xor(from, key: key, to: to + initialized, count: count)
                    initialized += count
                }
            }
        }
    }

    /// The key for the bytes that follow `count` unmasked ones.
    static func rotate(_ key: UInt32, by count: Int) -> UInt32 {
        let bits = UInt32(count & 3) * 8
        return key &>> bits | key &<< (32 &- bits)
    }

    /// The caller guarantees that both buffers hold `count` bytes and do not overlap.
    private static func xor(_ from: UnsafeRawPointer, key: UInt32, to: UnsafeMutableRawPointer, count: Int) {
        let wide = SIMD16<UInt32>(repeating: key.littleEndian)
        var index = 0
        while index &+ 64 <= count {
            let block = from.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt32>.self)
            to.storeBytes(of: block ^ wide, toByteOffset: index, as: SIMD16<UInt32>.self)
            index &+= 64
        }
        let word = UInt64(key) << 32 | UInt64(key)
        while index &+ 8 <= count {
            let block = from.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            to.storeBytes(of: block ^ word.littleEndian, toByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        while index < count {
            let byte = UInt8(truncatingIfNeeded: key &>> (UInt32(truncatingIfNeeded: index & 3) &* 8))
            to.storeBytes(
                of: from.load(fromByteOffset: index, as: UInt8.self) ^ byte, toByteOffset: index, as: UInt8.self)
            index &+= 1
        }
    }
}
