import Session

/// The samples of a track around those that are wanted now: some that were read ahead, and some to go back to.
struct SoundWindow {
    /// Samples that are read ahead of those that were asked for.
    static let ahead = 2 * SoundSample.perSecond
    /// Samples that are kept behind them: whoever pauses and goes on, goes on with what was read ahead before.
    private static let behind = 3 * SoundSample.perSecond
    /// Room is made for so many samples at once, since making it moves all the others.
    private static let step = SoundSample.perSecond
    /// How many samples further on it is quicker to read on to than to begin anew.
    private static let reach = 60 * SoundSample.perSecond

    /// The first sample that is here.
    private(set) var start: Int
    private var samples: [Float] = []
    /// The sample up to which they were asked for.
    private var wanted: Int

    init(from start: Int) {
        self.start = start
        wanted = start
    }

    /// The sample after the last that is here.
    var end: Int { start + samples.count / SoundSample.channels }

    /// Whether there is room, so that it should be read on.
    var hasRoom: Bool { end < wanted + Self.ahead }
    /// Whether there is so much room that it is worth waking somebody for.
    var isHungry: Bool { end < wanted + Self.ahead * 7 / 8 }

    /// Whether a sample is here, or comes sooner than one who begins anew would bring it.
    func reaches(_ sample: Int) -> Bool { (start...end + Self.reach).contains(sample) }

    /// Takes in what follows, left and right in turns, and lets go of what nobody will go back to.
    mutating func append(_ more: ArraySlice<Float>) {
        samples += more
        let old = min(wanted - Self.behind, end) - start
        guard old >= Self.step else { return }
        samples.removeFirst(old * SoundSample.channels)
        start += old
    }

    /// Wants the samples up to one.
    mutating func want(upTo sample: Int) {
        wanted = max(wanted, sample)
    }

    /// Those of a range that are here; nothing where its first is not.
    func samples(_ range: Range<Int>) -> [Float] {
        guard range.lowerBound >= start, range.lowerBound < end else { return [] }
        let first = (range.lowerBound - start) * SoundSample.channels
        return Array(samples[first..<min(first + range.count * SoundSample.channels, samples.count)])
    }
}
