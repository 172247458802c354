/// The highest true peak of one channel: of its samples, and of the curve through them (BS.1770-4, annex 2).
///
/// The stream is mirrored before its first sample, as in FFmpeg. Interpolation stops where the filter reaches the end. So a track
/// cut out of continuous sound gets no peak from a step to silence. Where the samples are too small to exceed the peak so far,
/// nothing is computed; that bound is strict, so the result does not depend on how the stream was split.
struct TruePeakMeter {
    /// Linear; 1 is full scale.
    private(set) var peak: Float = 0
    private let interpolator: PeakInterpolator
    /// The last samples of the stream so far, then the block that is measured.
    private var window: [Float] = []
    /// The highest magnitude of each eight samples in `window`.
    private var heights: [Float] = []

    private var isMirrored = false

    private static let runLength = 4096
    /// Samples kept of the previous block: enough that every block has as many gaps as are processed at once, some of them twice.
    private static let history = PeakInterpolator.taps - 1 + PeakInterpolator.width

    init(sampleRate: Int) {
        interpolator = PeakInterpolator(sampleRate: sampleRate)
        window.reserveCapacity(Self.runLength + Self.history)
    }

    /// Adds samples and finds peaks above `floor`. Samples that are not finite count as 0.
    mutating func push(_ row: [Float], above floor: Float = 0) {
        peak = max(peak, floor)
        var taken = 0
        while taken < row.count {
            let count = min(row.count - taken, Self.runLength)
            let start = window.count
            window.append(contentsOf: row[taken..<taken + count])
            silenceWhatIsNoNumber(from: start)
            taken += count
            if !isMirrored, window.count >= Self.history {
                window = window[1...PeakInterpolator.taps / 2].reversed() + window
                isMirrored = true
            }
            PeakInterpolator.measure(window, heights: &heights)
            for height in heights where height > peak { peak = height }
            peak = interpolator.highest(in: window, heights: heights, atLeast: peak)
            window.removeFirst(max(0, window.count - Self.history))
        }
    }

    private mutating func silenceWhatIsNoNumber(from start: Int) {
        var samples = window.mutableSpan
        for index in start..<samples.count {
            let value = unsafe samples[unchecked: index]
            unsafe samples[unchecked: index] = value.magnitude <= .greatestFiniteMagnitude ? value : 0
        }
    }
}
