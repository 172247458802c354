/// The lowest and the highest sample; without samples, lowest > highest.
struct Extremes: Hashable {
    var lowest = Float.infinity
    var highest = -Float.infinity

    mutating func include(_ samples: Span<Float>) {
        let whole = samples.count & ~7
        if whole > 0 {
            unsafe samples.withUnsafeBytes { bytes in
                var low = unsafe bytes.loadUnaligned(as: SIMD8<Float>.self)
                var high = low
                for index in stride(from: 8, to: whole, by: 8) {
                    let next = unsafe bytes.loadUnaligned(fromByteOffset: index * 4, as: SIMD8<Float>.self)
                    low.replace(with: next, where: next .< low)
                    high.replace(with: next, where: next .> high)
                }
                lowest = min(lowest, low.min())
                highest = max(highest, high.max())
            }
        }
        for index in whole..<samples.count {
            lowest = min(lowest, samples[index])
            highest = max(highest, samples[index])
        }
    }
}
