import Signal
import Testing

@Suite("Mono mix")
struct MonoMixTests {
    @Test("The mix is the mean of all channels, and NaN is silence")
    func mean() {
        var block = SampleBlock(channels: 2)
        block.rows = [[1, 0.5, .nan, 0.25, 1], [0, -0.5, 0, .infinity, 1]]
        var mono: [Float] = [7, 7]
        MonoMix.mix(block, into: &mono)
        #expect(mono == [0.5, 0, 0, 0, 1])
    }

    @Test("One channel is its own mix")
    func one() {
        var block = SampleBlock(channels: 1)
        block.rows = [[0.1, -1]]
        var mono: [Float] = []
        MonoMix.mix(block, into: &mono)
        #expect(mono == [0.1, -1])
    }
}
