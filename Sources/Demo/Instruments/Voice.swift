/// One note of an instrument, synthesized as it is played.
protocol Voice {
    /// Seconds until the note is silent.
    var length: Double { get }

    /// The next eight samples; `time` is in seconds from the note's start, negative before it.
    mutating func next(_ time: Eight) -> Eight
}
