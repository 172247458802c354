import Session

/// A buffer of a track's samples around the requested position: some read ahead, some kept to go back to.
struct SoundWindow {
    /// Samples to read ahead of the last request.
    static let ahead = 2 * SoundSample.perSecond
    /// Samples to keep behind the last request: after a pause, playback resumes with samples that were requested before it.
    private static let behind = 3 * SoundSample.perSecond
    /// Old samples are removed in steps of so many, since that moves all others.
    private static let step = SoundSample.perSecond
    /// Up to so many samples ahead, decoding on is faster than starting anew.
    private static let reach = 60 * SoundSample.perSecond

    /// The first buffered sample.
    private(set) var start: Int
    private var samples: [Float] = []
    /// The end of the requested samples.
    private var wanted: Int

    init(from start: Int) {
        self.start = start
        wanted = start
    }

    /// The sample after the last buffered one.
    var end: Int { start + samples.count / SoundSample.channels }

    /// Whether there is room to read on.
    var hasRoom: Bool { end < wanted + Self.ahead }
    /// Whether there is enough room to wake the thread.
    var isHungry: Bool { end < wanted + Self.ahead * 7 / 8 }

    /// Whether a sample is buffered, or comes sooner than a new worker would decode it.
    func reaches(_ sample: Int) -> Bool { (start...end + Self.reach).contains(sample) }

    /// Appends interleaved samples, and removes those too far behind the last request.
    mutating func append(_ more: ArraySlice<Float>) {
        samples += more
        let old = min(wanted - Self.behind, end) - start
        guard old >= Self.step else { return }
        samples.removeFirst(old * SoundSample.channels)
        start += old
    }

    /// Requests the samples up to one.
    mutating func want(upTo sample: Int) {
        wanted = max(wanted, sample)
    }

    /// The buffered samples of a range; none if the first is not buffered.
    func samples(_ range: Range<Int>) -> [Float] {
        guard range.lowerBound >= start, range.lowerBound < end else { return [] }
        let first = (range.lowerBound - start) * SoundSample.channels
        return Array(samples[first..<min(first + range.count * SoundSample.channels, samples.count)])
    }
}
