package import Music
package import Signal

/// Everything that is measured in one track, in one pass over its samples, written to its analysis file as it comes.
package struct TrackAnalyzer: ~Copyable {
    /// Counts up whenever the same track would be described differently, so that older analyses are made anew.
    package static let revision = 1

    private let sampleRate: Int
    private let channels: Int
    private var writer: AnalysisFileWriter
    private var mono: [Float] = []
    private var frames: [UInt8] = []
    private var sampleCount = 0
    private var spectrum: SpectrumAnalyzer
    private var waveform: WaveformBuilder
    private var loudness: LoudnessMeter
    private var silence: SilenceFinder
    private var beats: BeatTracker

    /// One role for each channel; `output` is an empty file open for writing, which stays the caller's.
    package init(sampleRate: Int, roles: [ChannelRole], output: Int32) {
        self.sampleRate = sampleRate
        channels = roles.count
        writer = AnalysisFileWriter(descriptor: output)
        spectrum = SpectrumAnalyzer(sampleRate: sampleRate)
        waveform = WaveformBuilder(sampleRate: sampleRate)
        loudness = LoudnessMeter(sampleRate: sampleRate, roles: roles)
        silence = SilenceFinder(sampleRate: sampleRate)
        beats = BeatTracker()
    }

    /// Takes the next samples at the track's own rate, and those that stand beside them as the beat tracker wants them: one
    /// channel at `BeatTracker.sampleRate`, perhaps a few earlier or later.
    package mutating func add(_ block: SampleBlock, beatSamples: SampleBlock) throws(AnalysisWriteError) {
        MonoMix.mix(block, into: &self.mono)
        let mono = self.mono
        sampleCount += block.count
        spectrum.push(mono.span, into: &frames)
        try writeFrames()
        waveform.push(mono.span)
        loudness.push(block)
        silence.push(mono.span)
        let samples = beatSamples.rows[0]
        beats.push(samples.span)
    }

    /// Takes what the resampler had left when the track ended.
    package mutating func add(beatSamples: SampleBlock) {
        let samples = beatSamples.rows[0]
        beats.push(samples.span)
    }

    /// Frames made so far.
    package var frameCount: Int { writer.frameCount }

    /// Lets others read the frames so far; returns how many stand in the file.
    package mutating func showFrames() throws(AnalysisWriteError) -> Int {
        try writer.showFrames()
    }

    /// Ends the track and completes its file.
    package mutating func finish(description: TrackDescription, colours: [Colour]) throws(AnalysisWriteError) {
        spectrum.finish(into: &frames)
        try writeFrames()
        try writer.finish(
            AnalyzedTrack(
                sampleRate: sampleRate, channels: channels, sampleCount: sampleCount, grid: beats.finish(),
                loudness: loudness.finish(), sound: silence.finish(), waveform: waveform.finish(), colours: colours,
                description: description))
    }

    private mutating func writeFrames() throws(AnalysisWriteError) {
        var made: [UInt8] = []
        swap(&made, &frames)
        try writer.append(frames: made.span)
        made.removeAll(keepingCapacity: true)
        swap(&made, &frames)
    }
}
