import Glibc

/// Beats that were found, and how sure they are.
package struct FoundBeats: Sendable {
    /// With fewer beats nothing is sure.
    static let fewest = 4

    var course: BeatCourse
    /// How likely they are right, 0...1: the same as of a whole track.
    var confidence: Float
    /// How well the newest of them fit the evidence, 0...1.
    var fit: Float
    /// How likely the sound has a beat at all, 0...1.
    var presence: Float
    /// What `presence` was told.
    package var measures: [Double] = []
}

/// Turns the pointer's path into beats that can be continued: at the level at which listeners tap, with bars, and exactly in time.
struct CourseReader: Sendable {
    /// How much better, as a logit, a level must be than the one that is said, if the pointer has found it and if it has not.
    private static let (foundReluctance, otherReluctance): (Float, Float) = (0.5, 1)
    /// As much more again, divided by the number of beats that were found: few tell little about the level.
    private static let caution: Float = 12
    /// What speaks for a downbeat that was said before, as a logit.
    private static let loyalty: Float = 2
    /// Seconds of the past that must fit, and how well all must fit to be a beat at all.
    private static let judged = 8.0
    private static let leastFit: Float = 0.2
    /// Beats that the tempo is taken from, and the weight of each compared to the one after it.
    private static let (fitted, fading) = (4, 0.7)
    /// A tempo that differs more from that of the last beats is changing at this moment.
    private static let steady = 0.08
    /// So many beats tell a tempo.
    private static let fewestOfTempo = 2
    /// Seconds between two beats that tell a tempo without a third one. A slow path of two is often that of faster music.
    private static let pair = 0.6
    /// Frames of 10 ms after a beat that tell exactly where it is.
    private static let settling = 6

    private let bars = BarReader()

    /// The beats of a path, given those that are said.
    func beats(of path: BeatPointer.Path, in window: LiveWindow, said: BeatCourse?) -> FoundBeats? {
        let times = times(of: path, in: window)
        guard times.count >= FoundBeats.fewest else { return nil }
        let interval = Double(path.period) / Double(TempoSpace.framesPerSecond)
        var beats = read(times, interval, in: window, said: said)
        adjust(&beats.course)
        return beats
    }

    /// The times of a path's beats, in seconds from the start of the window.
    private func times(of path: BeatPointer.Path, in window: LiveWindow) -> [Double] {
        let perSecond = Double(TempoSpace.framesPerSecond)
        let first = Int(window.start * perSecond + 0.5)
        // A beat that has hardly begun is not taken from the evidence.
        let known = first + window.fine.beat.count - Self.settling
        let frames = path.frames.filter { $0 <= known || $0 == path.frames.first }
        let times = frames.map { window.fine.centre(near: $0 - first) / perSecond }
        return Self.continuedBack(times)
    }

    /// The same beats, and some before the first one where there are just enough for a tempo.
    private static func continuedBack(_ times: [Double]) -> [Double] {
        guard (fewestOfTempo..<FoundBeats.fewest).contains(times.count) else { return times }
        guard times.count > fewestOfTempo || times[1] - times[0] > pair else { return times }
        let interval = (times[times.count - 1] - times[0]) / Double(times.count - 1)
        let missing = FoundBeats.fewest - times.count
        return (1...missing).reversed().map { times[0] - Double($0) * interval } + times
    }

    /// Beats at the level that listeners tap, with bars as the network hears them. `interval` is that of the next beats at the given level.
    private func read(_ times: [Double], _ interval: Double, in window: LiveWindow, said: BeatCourse?) -> FoundBeats {
        let leaning = BarReader.Leaning(
            level: { candidate, isFound in
                if let said, said.isSame(as: candidate.map { $0 + window.start }) { return 0 }
                return isFound ? -Self.foundReluctance : -Self.otherReluctance - Self.caution / Float(times.count)
            },
            downbeats: { times in
                times.map { said?.isDownbeat(at: $0 + window.start) == true ? Self.loyalty : 0 }
            })
        let sound = window.sound
        let reading = bars.read(times, in: sound, leaning: leaning)
        let beats = reading.beats.map { PlacedBeat(time: $0.time + window.start, position: $0.position) }
        let median = GridReadings.medianInterval(reading.beats.map(\.time))
        let level = median / GridReadings.medianInterval(times)
        let last = beats[beats.count - 1].time
        let course = BeatCourse(found: beats, last: last, interval: interval * level, metre: reading.lastMetre)
        let whole = ReadingConfidence(reading, of: times, evidence: window.evidence, leastFit: Self.leastFit)
        let repetition = Repetition(of: sound.rises, through: sound.rises.count, interval: course.interval)
        let presence = BeatPresence(whole, beats: beats.count, interval: median, repetition: repetition)
        return FoundBeats(
            course: course, confidence: whole.ofBeats, fit: fit(of: course, in: window), presence: presence.value,
            measures: presence.measures)
    }

    /// How well the newest beats fit the evidence.
    private func fit(of course: BeatCourse, in window: LiveWindow) -> Float {
        let perSecond = Double(BeatEvidence.perSecond)
        let evidence = window.evidence.beat
        let dropped = max(0, evidence.count - Int(Self.judged * perSecond))
        let from = window.start + Double(dropped) / perSecond
        let times = course.found.map { $0.time - from }.filter { $0 >= 0 }
        return GridConfidence(times, evidence: Array(evidence.dropFirst(dropped))).value
    }

    /// Takes the interval, and the exact time of the last beat, from the last few.
    private func adjust(_ course: inout BeatCourse) {
        let fitted = course.found.suffix(Self.fitted).map(\.time)
        // Weighted least squares; x is 0 at the last beat.
        var (weights, sumX, sumY, sumXX, sumXY) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for (index, time) in fitted.enumerated() {
            let x = Double(index - fitted.count + 1)
            let y = time - course.last
            let weight = pow(Self.fading, -x)
            weights += weight
            sumX += weight * x
            sumY += weight * y
            sumXX += weight * x * x
            sumXY += weight * x * y
        }
        let slope = (weights * sumXY - sumX * sumY) / (weights * sumXX - sumX * sumX)
        guard abs(slope / course.interval - 1) < Self.steady else { return }
        course.last += (sumY - slope * sumX) / weights
        course.interval = slope
    }
}
