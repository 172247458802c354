import Glibc
package import Music
package import Signal

/// Measures how loud a stream of samples is, by EBU R 128. Memory grows by 40 bytes a second.
package struct LoudnessMeter: ~Copyable {
    private var weighted: WeightedEnergy
    private var peaks: [TruePeakMeter]
    private let channels: Int
    /// Interleaved frames of the tenth of a second that is being filled.
    private var frames: [Float]
    private var filled = 0
    private var steps: [Float] = []

    /// One role a channel, in the order of the rows. Rates from 16 Hz to 2.8 MHz and up to 64 channels.
    package init(sampleRate: Int, roles: [ChannelRole]) {
        weighted = WeightedEnergy(sampleRate: sampleRate, roles: roles)
        channels = roles.count
        peaks = Array(repeating: TruePeakMeter(sampleRate: sampleRate), count: roles.count)
        frames = Array(repeating: 0, count: weighted.stepFrames * roles.count)
    }

    /// Takes the next samples; the rows must be as many as the roles. What is no finite number counts as 0.
    package mutating func push(_ block: SampleBlock) {
        precondition(block.channels == channels)
        for channel in 0..<channels { peaks[channel].push(block.rows[channel]) }
        var taken = 0
        while taken < block.count {
            let count = min(block.count - taken, weighted.stepFrames - filled)
            for channel in 0..<channels {
                interleave(block.rows[channel], from: taken, count: count, at: filled * channels + channel)
            }
            filled += count
            taken += count
            if filled == weighted.stepFrames {
                let energy = weighted.push(frames.span)
                steps.append(energy)
                filled = 0
            }
        }
    }

    /// What was measured. Less than 400 ms has no integrated loudness, less than 3 s no range.
    package mutating func finish() -> Loudness {
        let peak = peaks.reduce(0) { max($0, $1.peak) }
        return Loudness(
            integrated: LoudnessGate.integrated(steps.span), range: LoudnessGate.range(steps.span),
            truePeak: peak > 0 ? 20 * log10(Double(peak)) : nil)
    }

    private mutating func interleave(_ row: [Float], from first: Int, count: Int, at start: Int) {
        let row = row.span
        let stride = channels
        var target = frames.mutableSpan
        precondition(first + count <= row.count && count > 0 && start + (count - 1) * stride < target.count)
        for index in 0..<count {
            let value = unsafe row[unchecked: first + index]
            unsafe target[unchecked: start + index * stride] = value.magnitude <= .greatestFiniteMagnitude ? value : 0
        }
    }
}
