import Signal

/// The K-weighted energy of each step of 0.1 s, summed over channels by their role.
///
/// This is not libebur128, because its filter processes one channel at a time and its gate reads every sample seven times:
/// together they take longer than decoding an MP3.
struct WeightedEnergy {
    /// Samples of a step: a tenth of a second.
    let stepLength: Int
    /// The weight of each channel: 1.41 for surround channels, 0 for low-frequency effects.
    private let weights: [Double]
    /// One filter for every two channels; with an odd number the last channel fills both halves.
    private var filters: [KWeighting]
    private var energy = 0.0
    private var filled = 0

    init(sampleRate: Int, roles: [ChannelRole]) {
        stepLength = max(sampleRate / 10, 1)
        weights = roles.map { role in
            switch role {
            case .left, .right, .centre, .other: 1
            case .leftSurround, .rightSurround: 1.41
            case .lowFrequency: 0
            }
        }
        filters = Array(repeating: KWeighting(sampleRate: sampleRate), count: (roles.count + 1) / 2)
    }

    /// Adds samples, one row for each channel, and appends the mean energy of every step that they complete. Full scale on one front
    /// channel is about 1.
    mutating func push(_ block: SampleBlock, into steps: inout [Float]) {
        precondition(block.channels == weights.count)
        var taken = 0
        while taken < block.count {
            let count = min(block.count - taken, stepLength - filled)
            for pair in filters.indices {
                let (left, right) = (pair * 2, min(pair * 2 + 1, weights.count - 1))
                let sums = filters[pair].energy(block.rows[left], block.rows[right], from: taken, count: count)
                energy += sums[0] * weights[left]
                if right != left { energy += sums[1] * weights[right] }
            }
            filled += count
            taken += count
            if filled == stepLength {
                steps.append(Float(energy / Double(stepLength)))
                (energy, filled) = (0, 0)
            }
        }
    }
}
