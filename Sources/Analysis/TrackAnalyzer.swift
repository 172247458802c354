package import Music
package import Signal

/// Measures a track in one pass over its samples, and writes its analysis file as it goes.
package struct TrackAnalyzer: ~Copyable {
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

    /// `roles` has one role for each channel. `output` is an empty file open for writing; the caller keeps its ownership.
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

    /// Adds samples at the track's own rate, and the same sound resampled for the beat tracker: mono at
    /// `BandSpectrum.sampleRate`. The resampled sound may be a few samples ahead or behind.
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

    /// Number of spectrum frames so far.
    package var frameCount: Int { writer.frameCount }

    /// Writes the frames so far to the file, so that others can read them. Returns how many frames the file has.
    package mutating func showFrames() throws(AnalysisWriteError) -> Int {
        try writer.showFrames()
    }

    /// Ends the track and completes its analysis file.
    package mutating func finish(description: TrackDescription, colours: [Colour]) throws(AnalysisWriteError) {
        spectrum.finish(into: &frames)
        try writeFrames()
        let sound = silence.finish()
        let grid = beats.finish().within(sound)
        let duration = MediaTime(seconds: Double(sampleCount) / Double(sampleRate))
        try writer.finish(
            AnalyzedTrack(
                sampleRate: sampleRate, channels: channels, sampleCount: sampleCount, grid: grid, key: beats.keys.finish(),
                sections: SectionFinder().sections(of: beats.course, grid: grid, duration: duration),
                loudness: loudness.finish(), sound: sound, waveform: waveform.finish(), colours: colours,
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
