import Music
import Text

/// The message for a cue of a plan, for scripts: what the picture is like now, and when the next drop comes.
package enum CueMessage {
    /// Cue `index` of a plan, on a running course.
    package static func bytes(_ plan: PicturePlan, _ beats: ScoreBeats, on course: Course, cue index: Int, sent: ServerTime)
        -> [UInt8]
    {
        let position = plan.cues[index]
        let act = plan.acts[plan.act(at: position)]
        guard let due = course.timeline.due(of: position) else {
            preconditionFailure("no cue is due while the music stands still")
        }
        let drop = plan.drop(after: position).flatMap { drop in
            course.timeline.due(of: drop).map {
                CueText.Drop(due: $0.microseconds, beats: beats.grid.index(atOrAfter: drop) - beats.grid.index(atOrAfter: position))
            }
        }
        let direction = plan.direction(at: position)
        return JSON.bytes(
            CueText(
                sent: sent.microseconds, due: due.microseconds, generation: course.timeline.generation.number,
                source: course.timeline.piece.sourceID, section: act.label.name, theme: act.theme, palette: act.palette,
                energy: PlanMessage.rounded(direction.energy), tension: PlanMessage.rounded(direction.tension),
                breath: PlanMessage.rounded(direction.breath), bright: PlanMessage.rounded(direction.bright),
                hit: PlanMessage.rounded(plan.hit(at: position)), drop: drop))
    }
}

/// The due times of a plan's cues.
package enum CueSchedule {
    /// The cues that are due on a course after one moment and up to another; empty while paused.
    ///
    /// However a span of time is split, each cue is returned exactly once.
    package static func cues(of plan: PicturePlan, on course: Course, after: ServerTime, through: ServerTime) -> Range<Int> {
        guard let first = plan.cues.first, let last = plan.cues.last else { return 0..<0 }
        let one = MediaTime(microseconds: 1)
        let positions = course.positions(within: first..<last + one, after: after, through: through)
        return index(atOrAfter: positions.lowerBound, one, plan)..<index(atOrAfter: positions.upperBound, one, plan)
    }

    /// When the first cue after a moment is due; nil if there is none.
    package static func nextCue(of plan: PicturePlan, on course: Course, after: ServerTime) -> ServerTime? {
        cues(of: plan, on: course, after: after, through: .endless).first.flatMap { course.timeline.due(of: plan.cues[$0]) }
    }

    private static func index(atOrAfter position: MediaTime, _ one: MediaTime, _ plan: PicturePlan) -> Int {
        plan.cues.firstIndex(after: position - one, { $0 })
    }
}

private struct CueText: Encodable {
    struct Drop: Encodable {
        let due: Int64
        let beats: Int
    }

    let type = "cue"
    let sent: Int64
    let due: Int64
    let generation: Int
    let source: String
    let section: String
    let theme: Int
    let palette: Int
    let energy: Double
    let tension: Double
    let breath: Double
    let bright: Double
    let hit: Double
    /// Null if none comes.
    let drop: Drop?

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        try object.encode(type, for: "type")
        try object.encode(sent, for: "sent")
        try object.encode(due, for: "due")
        try object.encode(generation, for: "generation")
        try object.encode(source, for: "source")
        try object.encode(section, for: "section")
        try object.encode(theme, for: "theme")
        try object.encode(palette, for: "palette")
        try object.encode(energy, for: "energy")
        try object.encode(tension, for: "tension")
        try object.encode(breath, for: "breath")
        try object.encode(bright, for: "bright")
        try object.encode(hit, for: "hit")
        try object.encode(drop, for: "drop")
    }
}
