/// How fast to read a source whose clock is not ours: what waits of its sound tells. Up to 0.1 % are made good, which nobody hears; a source that waits
/// for its reader is read at its rate.
struct Pace {
    static let most = 0.001
    /// So many seconds of what waits are averaged, at first to find out what is usual.
    private static let memory = 5.0
    /// The change of speed for each second that waits beyond that: slow enough that the average follows.
    private static let strength = 0.02
    /// What waits longer or shorter than usual by that, in seconds, is no matter of clocks.
    private static let jump = 0.15

    /// Seconds heard so far, up to `memory`.
    private var heard = 0.0
    private var average = 0.0
    private var usual = 0.0
    private(set) var speed = 1.0

    /// Takes how many seconds wait to be read, negative where they are late, after so many seconds of sound.
    mutating func hear(_ waiting: Double, after seconds: Double) {
        guard seconds > 0 else { return }
        let isNew = heard < Self.memory
        heard = min(heard + seconds, Self.memory)
        average += (waiting - average) * min(1, seconds / heard)
        if abs(average - usual) > Self.jump { heard = 0 }
        if isNew || heard == 0 { usual = average }
        speed = 1 + min(Self.most, max(-Self.most, (average - usual) * Self.strength))
    }
}
