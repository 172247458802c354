import Decode
import Music
import Signal

/// The worker's part of `--click`: copies the input track and adds a click on every beat of its analysis.
enum ClickTask {
    /// Headroom for the clicks, so that loud music and a click together do not clip.
    private static let gain: Float = 0.7

    static func run(_ bench: WorkerBench) throws {
        guard let input = bench.input, let second = bench.second, let output = bench.output else { throw WorkMissing() }
        var decoder = try AudioDecoder(descriptor: input.descriptor, nameHint: bench.arguments.first ?? "")
        let format = decoder.format
        let beats = try TrackAnalysis(FileBytes(borrowing: second.descriptor)).foundGrid.beats
        let clicks = [false, true].map { ClickSound(isDownbeat: $0, sampleRate: format.sampleRate).samples }
        // Of more than two channels, only the first two are copied: left and right carry the music.
        let channels = min(format.channels, 2)
        var wave = WaveWriter(descriptor: output, channels: channels, sampleRate: format.sampleRate)
        var block = SampleBlock(channels: format.channels)
        var position = 0
        var nextBeat = 0
        var sounding: (samples: [Float], start: Int)?
        while try decoder.next(into: &block) {
            for index in 0..<block.count {
                let now = position + index
                if nextBeat < beats.count {
                    let start = Int((beats[nextBeat].time.seconds * Double(format.sampleRate)).rounded())
                    if start <= now {
                        sounding = (clicks[beats[nextBeat].isDownbeat ? 1 : 0], start)
                        nextBeat += 1
                    }
                }
                var click: Float = 0
                if let (samples, start) = sounding, now - start < samples.count { click = samples[now - start] }
                for channel in 0..<channels { try wave.append(block.rows[channel][index] * gain + click) }
            }
            position += block.count
            if let progress = decoder.progress { bench.report(progress: progress) }
        }
        try wave.finish()
    }
}
