import Glibc
import Music

/// Continues the beats that were found up to now beyond now, and decides whether they are said at all.
struct Foreteller: Sendable {
    /// How far ahead beats are said, in seconds.
    private static let ahead = 3.0
    /// Beats are said from this confidence on, and until it falls below the second.
    private static let (locked, lost): (Float, Float) = (0.5, 0.35)
    /// Seconds of the past that confidence is judged by, and the fewest beats in them.
    private static let (judged, fewest) = (8.0, 4)
    /// Beats that the tempo is taken from, and the weight of each compared to the one after it.
    private static let (fitted, fading) = (4, 0.7)
    /// A break: there is no higher evidence than this for more than so many beats. Beats go on through so many seconds of it.
    private static let (faint, missed, longestBreak): (Float, Double, Double) = (0.15, 1.2, 8)
    /// Frames of 10 ms after a beat that tell exactly where it is.
    private static let settling = 12
    /// Seconds after which a beat that is said changes its level only at a bar.
    private static let settled = 4.0

    /// How many seconds later than it comes in the sound is heard.
    private let delay: Double
    private var course: BeatCourse?
    private var confidence: Float = 0
    /// The beats at their former level, until a bar begins.
    private var former: (course: BeatCourse, until: Double)?
    /// Since when beats are said.
    private var lockedSince: Double?
    /// When there was evidence of a beat for the last time, in seconds.
    private var lastEvidence = 0.0
    /// The last moment of a break that was a few beats ago or is not over.
    private var breakEnd: Double?

    init(delay: Double) {
        self.delay = delay
    }

    /// Takes the path up to now. `firstFrame` is the number of the first frame of evidence. The sound may have fallen silent.
    mutating func hear(
        _ path: LivePointer.Path?, of lanes: BarLanes, evidence: BeatEvidence, fine: FineEvidence, firstFrame: Int, isSilent: Bool
    ) {
        let perSecond = Double(BeatEvidence.perSecond)
        let start = Double(firstFrame) / perSecond
        let now = start + Double(evidence.beat.count) / perSecond
        if let last = evidence.beat.lastIndex(where: { $0 > Self.faint }) { lastEvidence = start + Double(last) / perSecond }
        // In a break the beats go on as they were; where the music has ended they do not.
        if let course, !isSilent, now - lastEvidence < Self.longestBreak {
            if now - lastEvidence > Self.missed * course.interval {
                breakEnd = now
                return
            }
            // Where it is over, the path must first find its beats again.
            if let breakEnd, now - breakEnd < Double(Self.fewest) * course.interval { return }
        }
        breakEnd = nil
        let found = path.flatMap { Self.course($0, of: lanes, fine: fine, start: start) }
        let certainty = found.map { Self.confidence(of: $0, evidence: evidence, start: start) } ?? 0
        guard !isSilent, var found, certainty >= (course == nil ? Self.locked : Self.lost) else {
            (course, former, lockedSince, confidence) = (nil, nil, nil, certainty)
            return
        }
        Self.fit(&found)
        confidence = certainty
        lockedSince = lockedSince ?? now
        if let course, let lockedSince, now - lockedSince > Self.settled, former == nil, course.isOtherLevel(than: found) {
            former = (course, found.nextBar(after: now - delay))
        }
        if let until = former?.until, until <= now - delay { former = nil }
        course = found
    }

    func forecast(heard: Double) -> BeatForecast {
        let through = heard + Self.ahead
        var beats: [Beat] = []
        if let course {
            beats = course.beats(from: heard - delay - 0.5, to: through)
            if let former {
                let bar = MediaTime(seconds: former.until - 0.05)
                beats =
                    former.course.beats(from: heard - delay - 0.5, to: former.until - former.course.interval / 2)
                    + beats.filter { $0.time > bar }
            }
        }
        return BeatForecast(
            heard: MediaTime(seconds: heard), beats: beats, through: MediaTime(seconds: through),
            tempo: course.map { 60 / (former?.course ?? $0).interval }, confidence: confidence)
    }

    /// The beats of a path, and what follows from its last one.
    private static func course(_ path: LivePointer.Path, of lanes: BarLanes, fine: FineEvidence, start: Double) -> BeatCourse? {
        let perSecond = Double(TempoSpace.framesPerSecond)
        let first = Int(start * perSecond + 0.5)
        // A beat that has hardly begun is not taken from the evidence.
        let steps = path.steps.filter { $0.frame - first <= fine.beat.count - settling || $0 == path.steps.first }
        guard let latest = steps.last else { return nil }
        let frames = steps.map { $0.frame - first }
        let (metre, places) = fine.bars(
            metre: lanes.metres[lanes.metre[latest.lane]], frames: frames, places: steps.map { lanes.place[$0.lane] })
        let pulses = zip(frames, places).map {
            BeatDecoder.Pulse(time: start + fine.peak(near: $0).frame / perSecond, position: $1 + 1)
        }
        return BeatCourse(
            pulses: pulses, last: pulses[pulses.count - 1].time, interval: Double(path.period) / perSecond, metre: metre)
    }

    private static func confidence(of course: BeatCourse, evidence: BeatEvidence, start: Double) -> Float {
        let perSecond = Double(BeatEvidence.perSecond)
        let dropped = max(0, evidence.beat.count - Int(judged * perSecond))
        let from = start + Double(dropped) / perSecond
        let pulses = course.pulses.filter { $0.time >= from }.map { BeatDecoder.Pulse(time: $0.time - from, position: $0.position) }
        guard pulses.count >= fewest else { return 0 }
        return GridConfidence(
            pulses: pulses,
            evidence: BeatEvidence(
                beat: Array(evidence.beat.dropFirst(dropped)), downbeat: Array(evidence.downbeat.dropFirst(dropped)))
        ).value
    }

    /// Takes the interval, and the exact time of the last beat, from the last few.
    private static func fit(_ course: inout BeatCourse) {
        let fitted = course.pulses.suffix(Self.fitted).map(\.time)
        guard fitted.count >= 3 else { return }
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
        // Otherwise the tempo is changing at this moment.
        guard abs(slope / course.interval - 1) < 0.08 else { return }
        course.last += (sumY - slope * sumX) / weights
        course.interval = slope
    }
}
