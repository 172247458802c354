/// One note of an instrument, made as it sounds.
protocol Voice {
    /// Seconds after which nothing more is heard.
    var length: Double { get }

    /// The eight samples that follow those of the call before; `time` is their seconds from the note's start, below 0 before it.
    mutating func next(_ time: Eight) -> Eight
}
