/// Mixes more than two channels down to left and right with the weights of ITU-R BS.775.
package struct StereoMix: Sendable {
    /// The gain of a centre or surround channel on one side: half its power.
    private static let besideGain = Float(0.5).squareRoot()

    /// Each channel's gain in the left and in the right output.
    private let gains: [(left: Float, right: Float)]

    /// One role for each channel. Low-frequency effects are left out, and the gains are scaled so that the mix never exceeds full scale.
    package init(roles: [ChannelRole]) {
        let gains = roles.map { role -> (left: Float, right: Float) in
            switch role {
            case .left: (1, 0)
            case .right: (0, 1)
            case .centre, .other: (Self.besideGain, Self.besideGain)
            case .leftSurround: (Self.besideGain, 0)
            case .rightSurround: (0, Self.besideGain)
            case .lowFrequency: (0, 0)
            }
        }
        let loudest = max(gains.reduce(0) { $0 + $1.left }, gains.reduce(0) { $0 + $1.right })
        let scale = loudest > 0 ? 1 / loudest : 0
        self.gains = gains.map { ($0.left * scale, $0.right * scale) }
    }

    /// Replaces `stereo` by the two channels, reusing its memory.
    package func mix(_ block: SampleBlock, into stereo: inout SampleBlock) {
        precondition(block.channels == gains.count && stereo.channels == 2)
        stereo.removeAll()
        for side in stereo.rows.indices { stereo.rows[side].append(contentsOf: repeatElement(0, count: block.count)) }
        for (row, gain) in zip(block.rows, gains) {
            Self.add(row, gain.left, to: &stereo.rows[0])
            Self.add(row, gain.right, to: &stereo.rows[1])
        }
    }

    private static func add(_ row: [Float], _ gain: Float, to side: inout [Float]) {
        guard gain > 0 else { return }
        precondition(row.count == side.count)
        let row = row.span
        var mix = side.mutableSpan
        for index in 0..<mix.count { unsafe mix[unchecked: index] += row[unchecked: index] * gain }
    }
}
