/// A synthesized song whose beats are known exactly.
package struct DemoSong: Sendable {
    package let title: String
    /// Lower-case letters and hyphens, then ".wav".
    package let fileName: String
    /// Beats in a bar.
    package let meter: Int
    /// Every beat that a listener taps, from the first beat to the beat of the last chord.
    package let beats: [DemoBeat]

    private let genre: String
    private let play: @Sendable () -> Stage

    package static let artist = "Downbeat"
    package static let album = "Demo"
    package static let all = [firstLight, slowTide, undertow, quickening]

    init(title: String, genre: String, score: Score, play: @escaping @Sendable (Score) -> Stage) {
        self.title = title
        self.genre = genre
        fileName = title.lowercased().split(separator: " ").joined(separator: "-") + ".wav"
        meter = score.meter
        beats = score.beats
        self.play = { play(score) }
    }

    /// The whole song as a WAV file of 44.1 kHz, 16 bits and two channels, with its tags. The bytes are the same on every
    /// machine.
    ///
    /// This takes most of a second of processor time, and about 90 MB of memory meanwhile.
    package func wave() -> [UInt8] {
        let number = (Self.all.firstIndex { $0.title == title } ?? 0) + 1
        return WaveFile.bytes(
            of: play(),
            tags: [("INAM", title), ("IART", Self.artist), ("IPRD", Self.album), ("IGNR", genre), ("IPRT", String(number))]
        )
    }
}

/// One beat of a song: its time and its position in the bar.
package struct DemoBeat: Hashable, Sendable {
    package let seconds: Double
    /// 1 is the downbeat.
    package let position: Int
}
