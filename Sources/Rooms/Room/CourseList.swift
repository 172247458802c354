import Session

/// What is told of a course ahead of its music, as a list: its beats, and the plan of its picture. A list is replaced by the next when more
/// is known or its window ends.
enum CourseList: CaseIterable {
    case grid, plan

    var stream: RoomStream {
        switch self {
        case .grid: .grid
        case .plan: .plan
        }
    }

    /// The edition that is known of a score; nil while nothing can be told.
    func edition(of score: any Score) -> Int? {
        switch self {
        case .grid: score.knownBeats?.edition
        case .plan: score.plan.flatMap { $0.edition ?? score.knownBeats?.edition }
        }
    }

    /// Whether a list that was sent is kept while the music stands still: newer plans of live sound are of what nobody hears.
    func standsStill(_ score: any Score, on course: Course) -> Bool {
        self == .plan && score.plan?.edition != nil && !course.timeline.rate.isRunning
    }

    /// The list around a moment. `track` is the catalog's row of what plays, if it has one.
    func message(_ score: any Score, on course: Course, track: Int?, at moment: ServerTime, sent: ServerTime) -> StreamMessage {
        switch self {
        case .grid:
            return StreamMessage(
                .grid, .grid(score, on: course, at: moment),
                GridMessage.bytes(score, on: course, track: track, at: moment, sent: sent))
        case .plan:
            guard let plan = score.plan else { preconditionFailure("a plan is told once it is known") }
            return StreamMessage(
                .plan, .plan(plan, on: course, at: moment),
                PlanMessage.bytes(plan, on: course, track: track, at: moment, sent: sent))
        }
    }

    /// When the list around a moment must be replaced; nil if it holds all that is known.
    func validUntil(_ score: any Score, on course: Course, at moment: ServerTime) -> ServerTime? {
        switch self {
        case .grid: GridMessage.validUntil(score, on: course, at: moment)
        case .plan: score.plan.flatMap { PlanMessage.validUntil($0, on: course, at: moment) }
        }
    }
}
