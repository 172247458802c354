import Glibc
package import Music
package import Signal

/// Measures how loud a stream of samples is, by EBU R 128. Memory grows by 40 bytes a second.
package struct LoudnessMeter {
    private var weighted: WeightedEnergy
    private var peaks: [TruePeakMeter]
    private var peak: Float = 0
    private var steps: [Float] = []

    /// One role a channel, in the order of the rows.
    package init(sampleRate: Int, roles: [ChannelRole]) {
        weighted = WeightedEnergy(sampleRate: sampleRate, roles: roles)
        peaks = Array(repeating: TruePeakMeter(sampleRate: sampleRate), count: roles.count)
    }

    /// Adds samples, with one row for each role. Samples that are not finite count as 0.
    package mutating func push(_ block: SampleBlock) {
        precondition(block.channels == peaks.count)
        for channel in peaks.indices {
            // Only the highest peak of all channels counts, so a channel can skip samples below another channel's peak.
            peaks[channel].push(block.rows[channel], above: peak)
            peak = peaks[channel].peak
        }
        weighted.push(block, into: &steps)
    }

    /// The result. Less than 400 ms has no integrated loudness, less than 3 s no range.
    package mutating func finish() -> Loudness {
        return Loudness(
            integrated: LoudnessGate.integrated(steps.span), range: LoudnessGate.range(steps.span),
            truePeak: peak > 0 ? 20 * log10(Double(peak)) : nil)
    }
}
