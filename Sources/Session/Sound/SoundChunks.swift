private import Music

/// A piece of a course's sound: which samples of its track, and when the first is due.
package struct SoundChunk: Hashable, Sendable {
    package let generation: Generation
    package let due: ServerTime
    package let samples: Range<Int>
    /// The samples of the track that fades out which sound at the same time, as far as they do.
    package let fading: Range<Int>?
}

/// Cuts the sound of a course into chunks that come one after the other, with every sample in one of them.
///
/// They meet every 50 ms of the track's time, counted from the timeline's anchor; the first and the last are cut where the course is.
package struct SoundChunks: Sendable {
    /// Samples from one boundary to the next.
    package static let length = SoundSample.perSecond / 20

    private let timeline: Timeline
    /// The sample at the anchor.
    private let origin: Int
    /// Those of the course.
    private let first: Int
    private let end: Int?
    /// How far the samples of the track that fades out are from those of this one, and the first that is not heard any more.
    private let fade: (shift: Int, end: Int)?

    /// Nil while nothing is due, since the music stands still.
    package init?(_ course: Course) {
        guard course.timeline.rate == .playing else { return nil }
        timeline = course.timeline
        origin = SoundSample.first(from: timeline.anchor)
        let begin = Self.first(of: timeline, from: course.from)
        first = max(0, begin)
        end = course.until.map { Self.first(of: course.timeline, from: $0) }
        if let fade = course.fade, fade.timeline.rate == .playing {
            self.fade = (
                Self.first(of: fade.timeline, from: course.from) - begin, Self.first(of: fade.timeline, from: fade.until)
            )
        } else {
            fade = nil
        }
    }

    /// The chunk that begins with a sample, up to the next boundary; nil where the course is over.
    package func chunk(from sample: Int) -> SoundChunk? {
        let sample = max(sample, first)
        let past = (sample - origin) % Self.length
        let boundary = sample + (past < 0 ? -past : Self.length - past)
        let samples = sample..<max(sample, min(boundary, end ?? .max))
        guard !samples.isEmpty, let due = timeline.due(of: SoundSample.time(of: sample)) else { return nil }
        return SoundChunk(
            generation: timeline.generation, due: due, samples: samples, fading: fading(beside: samples))
    }

    /// The sample with which the first chunk begins that is due whole at `moment` or later.
    package func start(from moment: ServerTime) -> Int {
        let sample = max(first, Self.first(of: timeline, from: moment))
        let past = (sample - origin) % Self.length
        return sample == first || past == 0 ? sample : sample + (past < 0 ? -past : Self.length - past)
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
