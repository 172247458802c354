package import Music
package import Signal

/// Measures everything in one pass over a track's samples and writes its analysis file meanwhile.
package struct TrackAnalyzer: ~Copyable {
    /// Raised whenever the same track would give a different result, so that older analyses are repeated.
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

    /// Adds samples at the track's own rate, and the same sound for the beat tracker: one channel at `BeatTracker.sampleRate`, which
    /// may be a few samples ahead or behind.
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

    /// Adds what the resampler had left at the end of the track.
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
