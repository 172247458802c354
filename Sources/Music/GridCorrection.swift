/// What a person changed in a track's beat grid, step by step. Stored apart from the analysis and applied at every reading.
package struct GridCorrection: Hashable, Sendable {
    /// Merged steps are rarely more than ten. The limit bounds the cost that a script can add to every reading.
    package static let mostSteps = 64
    /// Tempi of music; the limits also keep repeated doubling from growing the grid without bound.
    package static let tempi: ClosedRange<Double> = 20...400
    /// Largest shift: a larger error is one of whole beats.
    package static let shifts: ClosedRange<Double> = -2000...2000
    /// Beats in a bar that a person counts.
    package static let meters = 1...16
    /// Fewer taps give no tempo; more would be an hour of tapping.
    package static let tapCounts = 4...2000
    /// Seconds from the track's start: the longest track is a day.
    package static let times: ClosedRange<Double> = 0...86400

    /// One thing a person changed.
    package enum Step: Hashable, Sendable {
        /// Adds a beat between every two. Bars keep their number of beats, so there are twice as many bars.
        case double
        /// Removes every second beat, keeping downbeats. Bars keep their number of beats.
        case half
        /// Moves all beats, later if positive.
        case shift(milliseconds: Double)
        /// The beat nearest to this time starts a bar, and all bars are counted from it.
        case downbeat(at: MediaTime)
        /// Every bar has this many beats.
        case meter(Int)
        /// A steady grid instead of the one found; a bar starts exactly at the anchor.
        case tempo(bpm: Double, anchoredAt: MediaTime)
        /// A grid that follows a person's taps instead of the one found; a bar starts at the first tap.
        case taps([MediaTime])
        /// Another step, for the beats from a time to the end: a tempo, double, half, downbeat or shift. Nothing changes before that time.
        indirect case from(MediaTime, Step)
    }

    /// In the order in which they were made.
    package var steps: [Step]

    package init(steps: [Step] = []) {
        self.steps = steps
    }

    /// The shortest equivalent list of steps: a step that undoes or overrides earlier ones replaces them.
    package var canonical: GridCorrection {
        steps.reduce(into: GridCorrection()) { $0.add($1) }
    }

    /// Adds a step to canonical steps and keeps them canonical; an invalid step is ignored.
    package mutating func add(_ step: Step) {
        guard step.problem == nil else { return }
        switch step {
        case .double: addSpeed(.double, undoneBy: .half)
        case .half: addSpeed(.half, undoneBy: .double)
        case .shift(let milliseconds): addShift(milliseconds)
        case .downbeat:
            // A new bar count replaces an earlier one, unless beats were added or removed in between.
            steps.removeAll(from: startOfCounting) { if case .downbeat = $0 { true } else { false } }
            steps.append(step)
        case .meter:
            let start = startOfCounting
            steps.removeAll(from: start) { if case .meter = $0 { true } else { false } }
            // An earlier downbeat stays a downbeat in the new meter.
            steps.insert(step, at: start)
        case .tempo, .taps:
            let meter = steps.last { if case .meter = $0 { true } else { false } }
            steps = (meter.map { [$0] } ?? []) + [step]
        case .from(let start, let inner): add(inner, from: start)
        }
    }

    /// Adds a step for a part of the track. It only merges with the steps right before it.
    private mutating func add(_ step: Step, from start: MediaTime) {
        switch step {
        case .tempo:
            // A tempo overrides what was changed in its part.
            while case .from(let earlier, _) = steps.last, earlier >= start { steps.removeLast() }
        case .downbeat:
            if case .from(start, .downbeat) = steps.last { steps.removeLast() }
        case .double, .half:
            if steps.last == .from(start, step == .half ? .double : .half) {
                steps.removeLast()
                return
            }
        case .shift(let milliseconds):
            guard case .from(start, .shift(let earlier)) = steps.last else { break }
            steps.removeLast()
            let sum = min(max(earlier + milliseconds, Self.shifts.lowerBound), Self.shifts.upperBound)
            if sum != 0 { steps.append(.from(start, .shift(milliseconds: sum))) }
            return
        case .meter, .taps, .from: return
        }
        if step != .shift(milliseconds: 0) { steps.append(.from(start, step)) }
    }

    /// Index of the first of the trailing steps that neither add nor remove beats.
    private var startOfCounting: Int {
        let last = steps.lastIndex { step in
            switch step {
            case .double, .half, .tempo, .taps, .from: true
            case .shift, .downbeat, .meter: false
            }
        }
        return last.map { $0 + 1 } ?? 0
    }

    /// A shift commutes with counting, so it stays at the end.
    private mutating func addSpeed(_ step: Step, undoneBy opposite: Step) {
        var shift: Step?
        if case .shift = steps.last { shift = steps.removeLast() }
        if steps.last == opposite { steps.removeLast() } else { steps.append(step) }
        if let shift { add(shift) }
    }

    private mutating func addShift(_ milliseconds: Double) {
        var sum = milliseconds
        if case .shift(let earlier) = steps.last {
            sum += earlier
            steps.removeLast()
        }
        sum = min(max(sum, Self.shifts.lowerBound), Self.shifts.upperBound)
        if sum != 0 { steps.append(.shift(milliseconds: sum)) }
    }
}

extension GridCorrection.Step {
    /// Why this step is invalid, in one sentence; nil if it is valid.
    package var problem: String? {
        switch self {
        case .double, .half: nil
        case .shift(let milliseconds):
            GridCorrection.shifts.contains(milliseconds) ? nil : "a shift is -2000 to 2000 milliseconds, not \(milliseconds)"
        case .downbeat(let time): Self.problem(of: time)
        case .meter(let beats): GridCorrection.meters.contains(beats) ? nil : "a bar has 1 to 16 beats, not \(beats)"
        case .tempo(let bpm, let anchor):
            GridCorrection.tempi.contains(bpm)
                ? Self.problem(of: anchor) : "a tempo is 20 to 400 beats a minute, not \(bpm)"
        case .taps(let times): Self.problem(ofTaps: times)
        case .from(let start, let step): Self.problem(of: start) ?? step.problemInPart
        }
    }

    private var problemInPart: String? {
        switch self {
        case .double, .half, .shift, .downbeat, .tempo: problem
        case .meter, .taps, .from: "meter and taps are for the whole track"
        }
    }

    private static func problem(of time: MediaTime) -> String? {
        GridCorrection.times.contains(time.seconds) ? nil : "a time is 0 to 86400 seconds, not \(time.seconds)"
    }

    private static func problem(ofTaps times: [MediaTime]) -> String? {
        guard GridCorrection.tapCounts.contains(times.count) else { return "4 to 2000 taps make a grid, not \(times.count)" }
        if let problem = times.lazy.compactMap({ problem(of: $0) }).first { return problem }
        let sorted = times.sorted()
        guard zip(sorted, sorted.dropFirst()).allSatisfy({ $0 < $1 }) else { return "no two taps have the same time" }
        guard TapFit(sorted) != nil else { return "taps are 20 to 400 beats a minute" }
        return nil
    }
}

extension [GridCorrection.Step] {
    fileprivate mutating func removeAll(from start: Int, where isMeant: (Element) -> Bool) {
        self = self[..<start] + self[start...].filter { !isMeant($0) }
    }
}
