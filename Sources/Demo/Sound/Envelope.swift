/// How loud a note is from its start to its end: it rises, falls to what it sustains, and is released.
struct Envelope {
    private let rise: Float
    private let sustain: Float
    private var fall: Fall
    private let end: Float
    private let release: Float

    /// When the last of it is heard, in seconds.
    let length: Double

    /// All in seconds but `sustain`, a level; `held` counts from the start to the release.
    init(rise: Double, fall: Double, sustain: Float, held: Double, release: Double) {
        self.rise = Float(1 / rise)
        self.sustain = sustain
        self.fall = Fall(seconds: fall)
        self.release = Float(1 / release)
        length = held + release
        end = Float(length)
    }

    /// At `time` in seconds from the start, each call eight samples after the one before; nothing before the start and after the end.
    @inline(__always)
    mutating func next(_ time: Eight) -> Eight {
        let out = ((end - time) * release).limited
        return (time * rise).limited * (sustain + (1 - sustain) * fall.next()) * out * out
    }
}
