/// An ADSR envelope: the loudness of a note through attack, decay, sustain and release.
struct Envelope {
    private let rise: Float
    private let sustain: Float
    private var fall: Fall
    private let end: Float
    private let release: Float

    /// When the note ends, in seconds.
    let length: Double

    /// All in seconds except `sustain`, which is a level; `held` is the time from start to release.
    init(rise: Double, fall: Double, sustain: Float, held: Double, release: Double) {
        self.rise = Float(1 / rise)
        self.sustain = sustain
        self.fall = Fall(seconds: fall)
        self.release = Float(1 / release)
        length = held + release
        end = Float(length)
    }

    /// The level at `time` in seconds from the start, which must advance by eight samples a call; 0 before the start and after the end.
    @inline(__always)
    mutating func next(_ time: Eight) -> Eight {
        let out = ((end - time) * release).limited
        return (time * rise).limited * (sustain + (1 - sustain) * fall.next()) * out * out
    }
}
