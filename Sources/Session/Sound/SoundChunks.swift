private import Music

/// A chunk of a course's sound: a range of samples of its track, and when the first is due. At another speed than 1 more or fewer
/// samples are heard.
package struct SoundChunk: Hashable, Sendable {
    package let generation: Generation
    package let due: ServerTime
    package let samples: Range<Int>
    /// The samples of the fading track at the same time, if any.
    package let fading: Range<Int>?
}

/// Cuts the sound of a course into consecutive chunks.
///
/// Boundaries are every 50 ms from the timeline's anchor; the first and the last chunk are cut to the course.
package struct SoundChunks: Sendable {
    /// Samples that are heard of a whole chunk.
    package static let length = SoundSample.perSecond / 20

    private let timeline: Timeline
    /// The track's samples in a whole chunk.
    private let step: Int
    /// The sample at the anchor.
    private let origin: Int
    /// The samples of the course.
    private let first: Int
    private let end: Int?
    /// The offset of the fading track's samples from this one's, and the end of its audible samples.
    private let fade: (shift: Int, end: Int)?

    /// Nil while paused.
    package init?(_ course: Course) {
        guard course.timeline.rate.isRunning else { return nil }
        timeline = course.timeline
        step = Int(course.timeline.rate.distance(in: Int64(Self.length)))
        origin = SoundSample.first(from: timeline.anchor)
        let begin = Self.first(of: timeline, from: course.from)
        // A count-in comes before the track.
        first = timeline.anchor < .zero ? begin : max(0, begin)
        end = course.until.map { Self.first(of: course.timeline, from: $0) }
        if let fade = course.fade, fade.timeline.rate == course.timeline.rate {
            self.fade = (
                Self.first(of: fade.timeline, from: course.from) - begin, Self.first(of: fade.timeline, from: fade.until)
            )
        } else {
            fade = nil
        }
    }

    /// The chunk from a sample to the next boundary; nil past the end of the course.
    package func chunk(from sample: Int) -> SoundChunk? {
        let sample = max(sample, first)
        let past = (sample - origin) % step
        let boundary = sample + (past < 0 ? -past : step - past)
        let samples = sample..<max(sample, min(boundary, end ?? .max))
        guard !samples.isEmpty, let due = timeline.due(of: SoundSample.time(of: sample)) else { return nil }
        return SoundChunk(
            generation: timeline.generation, due: due, samples: samples, fading: fading(beside: samples))
    }

    /// The first sample of the first chunk that is due at `moment` or later.
    package func start(from moment: ServerTime) -> Int {
        let sample = max(first, Self.first(of: timeline, from: moment))
        let past = (sample - origin) % step
        return sample == first || past == 0 ? sample : sample + (past < 0 ? -past : step - past)
    }

    /// How many samples are heard between the anchor and a sample of the track.
    package func heard(before sample: Int) -> Int { Int(timeline.rate.time(for: Int64(sample - origin))) }

    /// The sample of the track that is heard so many samples before another.
    package func sample(heard count: Int, before sample: Int) -> Int {
        sample - Int(timeline.rate.distance(in: Int64(count)))
    }

    /// How many samples are heard of a range of the track's.
    package func heard(of samples: Range<Int>) -> Int {
        heard(before: samples.upperBound) - heard(before: samples.lowerBound)
    }

    private func fading(beside samples: Range<Int>) -> Range<Int>? {
        guard let fade else { return nil }
        let lower = samples.lowerBound + fade.shift
        return lower >= 0 && lower < fade.end ? lower..<min(samples.upperBound + fade.shift, fade.end) : nil
    }

    private static func first(of timeline: Timeline, from moment: ServerTime) -> Int {
        SoundSample.first(from: timeline.position(at: moment))
    }
}
