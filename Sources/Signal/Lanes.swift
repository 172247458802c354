extension SIMD8<Float> {
    /// Reads eight numbers from memory of any alignment; the caller guarantees that all eight may be read.
    @inlinable @inline(__always) package init(reading source: UnsafePointer<Float>) {
        self = unsafe UnsafeRawPointer(source).loadUnaligned(as: SIMD8<Float>.self)
    }

    /// Writes eight numbers to memory of any alignment; the caller guarantees that all eight may be written.
    @inlinable @inline(__always) package func write(to target: UnsafeMutablePointer<Float>) {
        unsafe UnsafeMutableRawPointer(target).storeBytes(of: self, as: SIMD8<Float>.self)
    }
}
