import Music

/// Everything found in a track except its spectrum frames, which are written as they are computed.
struct AnalyzedTrack: Sendable {
    var sampleRate: Int
    var channels: Int
    /// Samples of each channel.
    var sampleCount: Int
    var grid: BeatGrid
    /// Nil if no key is likely enough.
    var key: KeyReading?
    /// Empty if they are not known; otherwise the first begins at zero.
    var sections: [SongSection]
    var loudness: Loudness
    /// Nil if the whole track is silent.
    var sound: SoundBounds?
    var waveform: Waveform
    var colours: [Colour]
    var description: TrackDescription
}
