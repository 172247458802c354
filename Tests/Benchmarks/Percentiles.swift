/// A histogram of any number of durations in buckets 3 % wide, in fixed memory.
struct Percentiles {
    /// Each duration below this has a bucket of its own; above it, every doubling has half as many buckets.
    private static let exact = 64
    private static let perDoubling = exact / 2

    private var counts = [UInt64](repeating: 0, count: exact + 36 * perDoubling)
    private(set) var count: UInt64 = 0

    mutating func add(_ microseconds: UInt64) {
        counts[min(Self.bucket(of: Int(clamping: microseconds)), counts.count - 1)] += 1
        count += 1
    }

    /// The quantile of this share, in milliseconds: the lower edge of its bucket.
    func milliseconds(_ share: Double) -> Double {
        var left = UInt64(share * Double(count))
        for (bucket, bucketCount) in counts.enumerated() {
            if left < bucketCount { return Double(Self.start(of: bucket)) / 1000 }
            left -= bucketCount
        }
        return 0
    }

    private static func bucket(of value: Int) -> Int {
        guard value >= exact else { return value }
        // The number of halvings that bring the value between `perDoubling` and `exact`.
        let halvings = exact.leadingZeroBitCount + 1 - value.leadingZeroBitCount
        return exact + (halvings - 1) * perDoubling + (value >> halvings) - perDoubling
    }

    private static func start(of bucket: Int) -> Int {
        guard bucket >= exact else { return bucket }
        let (halvings, rest) = (bucket - exact).quotientAndRemainder(dividingBy: perDoubling)
        return (perDoubling + rest) << (halvings + 1)
    }
}
