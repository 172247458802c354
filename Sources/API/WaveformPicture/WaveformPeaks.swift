import Music

/// The lowest and highest samples of a waveform in equal intervals of time.
enum WaveformPeaks {
    /// Full scale is 1.
    struct Peak: Hashable, Sendable {
        static let silence = Peak(lowest: 0, highest: 0)

        let lowest: Double
        let highest: Double

        var loudest: Double { max(lowest.magnitude, highest.magnitude) }
    }

    private static let fullScale = 32768.0

    /// `count` peaks of the time from `start` to `end`, in seconds; silence after the end of the track.
    ///
    /// Each peak covers every point that its time overlaps, on the coarsest level that has a point per peak.
    static func peaks(of waveform: WaveformView, from start: Double, to end: Double, count: Int) -> [Peak] {
        let rate = Double(waveform.sampleRate)
        let samplesPerPeak = (end - start) * rate / Double(count)
        let level = waveform.levels.last { Double($0.samplesPerPoint) <= samplesPerPeak } ?? waveform.levels[0]
        let first = start * rate / Double(level.samplesPerPoint)
        return peaks(
            of: PointWindow(waveform, level), from: first, pointsPerPeak: samplesPerPeak / Double(level.samplesPerPoint),
            count: count)
    }

    static func peaks(of points: PointWindow, from first: Double, pointsPerPeak: Double, count: Int) -> [Peak] {
        var points = points
        let pointCount = points.count
        return (0..<count).map { index in
            let start = first + Double(index) * pointsPerPeak
            guard start < Double(pointCount) else { return .silence }
            let from = Int(start)
            let to = min(pointCount, max(from + 1, Int(min((start + pointsPerPeak).rounded(.up), Double(pointCount)))))
            let (lowest, highest) = points.extremes(of: from..<to)
            return Peak(lowest: Double(lowest) / fullScale, highest: Double(highest) / fullScale)
        }
    }
}
