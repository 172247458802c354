/// Finds where something begins in the music near an estimated time.
package struct OnsetSnap: Sendable {
    /// An onset is at least this byte of a frame, and this much above the average around it: weaker rises are between the notes.
    private static let floor = 24.0
    private static let aboveAverage = 1.5

    private let frames: any FrameStore

    package init(_ frames: any FrameStore) {
        self.frames = frames
    }

    /// The time of the strongest onset within `reach` seconds of a time, nearer ones before farther ones; the time itself if there is none.
    package func callAsFunction(_ time: Double, _ reach: Double) -> Double {
        let rate = Double(SpectrumFrame.perSecond)
        guard reach > 0, time >= 0, let first = Int(exactly: ((time - reach) * rate).rounded(.up)),
            let last = Int(exactly: ((time + reach) * rate).rounded(.down)), last < frames.frames.upperBound
        else { return time }
        let range = max(frames.frames.lowerBound, first)..<max(frames.frames.lowerBound, first, last + 1)
        guard !range.isEmpty else { return time }
        return frames.withFrames(range) { bytes in
            var sum = 0.0
            var best: (frame: Int, weight: Double, rise: Double)?
            for frame in range {
                let rise = Double(bytes[(frame - range.lowerBound) * SpectrumFrame.byteCount + SpectrumFrame.onset])
                sum += rise
                let weight = rise * (1 - abs(Double(frame) / rate - time) / reach / 2)
                if weight > best?.weight ?? 0 { best = (frame, weight, rise) }
            }
            let average = sum / Double(range.count)
            guard let best, best.rise >= Self.floor, best.rise >= average * Self.aboveAverage else { return time }
            return Double(best.frame) / rate
        }
    }
}
