import Music
import Signal
import Testing
import Yardstick

@testable import Analysis

struct TrackAnalyzerTests {
    @Test("beats are only where there is sound")
    func silentEnds() throws {
        let groove = try #require(Groove.styles.first { $0.name == "click" })
        let silence = [Float](repeating: 0, count: 10 * 44_100)
        let file = try ScratchFile()
        var analyzer = TrackAnalyzer(sampleRate: 44_100, roles: [.centre], output: file.descriptor)
        for part in [silence, groove.samples(seconds: 12), silence] {
            var block = SampleBlock(channels: 1)
            block.rows = [part]
            try analyzer.add(block, beatSamples: block)
        }
        try analyzer.finish(description: TrackDescription(codec: "pcm", container: "wav"), colours: [])
        let beats = try TrackAnalysis(descriptor: file.descriptor).foundGrid.beats.map(\.time.seconds)
        let truth = groove.beats(seconds: 12).map { $0 + 10 }
        #expect(BeatScore.fMeasure(truth, beats, within: 0.07) > 0.95)
    }
}
