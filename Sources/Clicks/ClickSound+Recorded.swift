extension ClickSound {
    /// What lies this far below the loudest sample before the sound begins is silence: 40 dB, so that neither the noise of a
    /// microphone nor the echo that a codec puts before an attack delays the click.
    private static let audible: Float = 0.01
    /// A peak below this is silence, not a quiet click.
    private static let leastPeak: Float = 0.001
    /// Samples over which a sound that is cut at its end fades out.
    private static let fade = perSecond / 100

    /// From a recording: without the silence before it, cut to the longest sound, with the given peak. Nil if there is only silence.
    package init?(recorded: [Float], peak: Float) {
        let recorded = recorded.map { $0.isFinite ? $0 : 0 }
        let loudest = recorded.reduce(0) { max($0, abs($1)) }
        guard loudest >= Self.leastPeak, let start = recorded.firstIndex(where: { abs($0) >= loudest * Self.audible }) else {
            return nil
        }
        var sound = Array(recorded[start...].prefix(Self.longest))
        if recorded.count - start > Self.longest {
            for index in 0..<Self.fade { sound[sound.count - 1 - index] *= Float(index) / Float(Self.fade) }
        }
        // What is louder may lie behind the cut.
        let heard = sound.reduce(0) { max($0, abs($1)) }
        guard heard >= Self.leastPeak else { return nil }
        self.init(sound.lazy.map { $0 * (peak / heard) })
    }
}
