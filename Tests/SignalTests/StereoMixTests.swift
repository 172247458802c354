import Signal
import Testing

@Suite("Stereo mix")
struct StereoMixTests {
    private static let surround: [ChannelRole] = [.left, .right, .centre, .lowFrequency, .leftSurround, .rightSurround]

    private func mixed(_ rows: [[Float]], _ roles: [ChannelRole]) -> [[Float]] {
        var block = SampleBlock(channels: rows.count)
        block.rows = rows
        var stereo = SampleBlock(channels: 2)
        stereo.rows = [[9], [9]]
        StereoMix(roles: roles).mix(block, into: &stereo)
        return stereo.rows
    }

    @Test("each channel is on its side, centre and surround have half the front's power, and LFE is left out")
    func places() {
        for (index, sides) in [(1.0, 0.0), (0, 1), (0.5, 0.5), (0, 0), (0.5, 0), (0, 0.5)].enumerated() {
            let rows = (0..<6).map { [Float($0 == index ? 1 : 0)] }
            let front = mixed([[1], [0], [0], [0], [0], [0]], Self.surround)[0][0]
            let stereo = mixed(rows, Self.surround)
            #expect(abs(stereo[0][0] * stereo[0][0] - Float(sides.0) * front * front) < 1e-6)
            #expect(abs(stereo[1][0] * stereo[1][0] - Float(sides.1) * front * front) < 1e-6)
        }
    }

    @Test(
        "full scale on all channels does not clip, and the mix is not quieter than that needs",
        arguments: [
            surround, [.left, .right, .centre], [.other, .other, .other, .other], [.left, .right, .leftSurround, .rightSurround],
        ])
    func fullScale(roles: [ChannelRole]) {
        let stereo = mixed(roles.map { _ in [1, -1] }, roles)
        for side in stereo { #expect(abs(side[0] - 1) < 1e-6 && abs(side[1] + 1) < 1e-6) }
    }

    @Test("LFE alone is silence")
    func silence() {
        #expect(mixed([[1], [1], [1]], [.lowFrequency, .lowFrequency, .lowFrequency]) == [[0], [0]])
    }
}
