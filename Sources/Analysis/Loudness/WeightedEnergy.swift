import Signal

/// The K-weighted energy of each tenth of a second, all channels summed by their role.
///
/// Written here rather than taken from libebur128, whose filter knows one channel at a time and whose gate walks every sample
/// seven times: together they cost more than decoding an MP3.
struct WeightedEnergy {
    /// Samples of a step: a tenth of a second.
    let stepLength: Int
    /// Of each channel, how much it counts: surround channels 1.41 times, low-frequency effects not at all.
    private let weights: [Double]
    /// One for every two channels; the last may have but one, which then runs through both halves.
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

    /// Takes the next samples, a row a channel, and appends the mean energy of every step that they complete; full scale on one front
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
