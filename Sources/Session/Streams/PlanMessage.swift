import Music
import Text

/// The message with the plan of the picture around a moment, the window.
package enum PlanMessage {
    /// A window begins this long before the position: for music that still fades, and for screens whose clock is late.
    private static let past = MediaTime(seconds: 10)
    /// What is left of a plan is sent up to here: all of a song, and some 10 KB.
    private static let future = MediaTime(seconds: 600)
    /// A window is replaced by the next this long before its end.
    private static let margin = MediaTime(seconds: 60)

    /// The window of a plan around a moment. `track` is the catalog's row of what plays, if it has one.
    package static func bytes(_ plan: PicturePlan, on course: Course, track: Int?, at moment: ServerTime, sent: ServerTime)
        -> [UInt8]
    {
        let window = window(of: plan, on: course, at: moment)
        let acts = plan.act(at: window.lowerBound)..<plan.act(at: window.upperBound) + 1
        // Between the last point before the window and the first one behind it.
        let first = max(0, plan.points.firstIndex(after: window.lowerBound, \.at) - 1)
        let last = min(plan.points.count, plan.points.firstIndex(after: window.upperBound, \.at) + 1)
        return JSON.bytes(
            PlanText(
                sent: sent.microseconds, generation: course.timeline.generation.number, source: course.timeline.piece.sourceID,
                piece: course.timeline.piece.description, track: track, seed: seed(of: course.timeline.piece),
                character: PlanText.Character(
                    drive: rounded(plan.character.drive), bass: rounded(plan.character.bass),
                    treble: rounded(plan.character.treble), minor: plan.character.isMinor),
                acts: plan.acts[acts].map {
                    PlanText.Act(from: $0.from.seconds, section: $0.label.name, theme: $0.theme, palette: $0.palette)
                },
                end: plan.end.seconds,
                hits: plan.hits.filter { $0.at + $0.fade >= window.lowerBound && $0.at < window.upperBound }.map {
                    PlanText.Hit(at: $0.at.seconds, strength: rounded($0.strength), fade: $0.fade.seconds)
                },
                points: PlanText.Points(plan.points[first..<last])))
    }

    /// When the window around a moment should be replaced by the next; nil if it reaches the end, or while paused.
    package static func validUntil(_ plan: PicturePlan, on course: Course, at moment: ServerTime) -> ServerTime? {
        let end = window(of: plan, on: course, at: moment).upperBound
        return end < plan.end ? course.timeline.due(of: end - margin) : nil
    }

    private static func window(of plan: PicturePlan, on course: Course, at moment: ServerTime) -> Range<MediaTime> {
        let position = course.timeline.position(at: moment)
        let start = position - course.timeline.reach(in: past)
        return start..<max(start, min(plan.end, position + course.timeline.reach(in: future)))
    }

    /// A number of the piece in [0, 1), for what is chosen for it at random.
    static func seed(of piece: Piece) -> Double {
        var hash = StableHash()
        hash.add(piece.sourceID.utf8)
        var numbers = SplitMix(seed: hash.value)
        return Double(numbers.next() >> 44) / Double(1 << 20)
    }

    /// Two decimals.
    static func rounded(_ number: Float) -> Double { (Double(number) * 100).rounded() / 100 }
}

private struct PlanText: Encodable {
    struct Character: Encodable {
        let drive: Double
        let bass: Double
        let treble: Double
        let minor: Bool?

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: JSONName.self)
            try object.encode(drive, for: "drive")
            try object.encode(bass, for: "bass")
            try object.encode(treble, for: "treble")
            try object.encode(minor, for: "minor")
        }
    }

    struct Act: Encodable {
        let from: Double
        let section: String
        let theme: Int
        let palette: Int
    }

    struct Hit: Encodable {
        let at: Double
        let strength: Double
        let fade: Double
    }

    struct Points: Encodable {
        let at: [Double]
        let energy: [Double]
        let tension: [Double]
        let breath: [Double]
        let near: [Double]
        let many: [Double]
        let bright: [Double]
        let pace: [Double]

        init(_ points: ArraySlice<PicturePlan.Point>) {
            func column(_ path: KeyPath<Direction, Float>) -> [Double] {
                points.map { PlanMessage.rounded($0.direction[keyPath: path]) }
            }
            at = points.map(\.at.seconds)
            (energy, tension, breath) = (column(\.energy), column(\.tension), column(\.breath))
            (near, many, bright, pace) = (column(\.near), column(\.many), column(\.bright), column(\.pace))
        }
    }

    let type = "plan"
    let sent: Int64
    let generation: Int
    let source: String
    let piece: String
    let track: Int?
    let seed: Double
    let character: Character
    let acts: [Act]
    let end: Double
    let hits: [Hit]
    let points: Points

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        try object.encode(type, for: "type")
        try object.encode(sent, for: "sent")
        try object.encode(generation, for: "generation")
        try object.encode(source, for: "source")
        try object.encode(piece, for: "piece")
        try object.encode(track, for: "track")
        try object.encode(seed, for: "seed")
        try object.encode(character, for: "character")
        try object.encode(acts, for: "acts")
        try object.encode(end, for: "end")
        try object.encode(hits, for: "hits")
        try object.encode(points, for: "points")
    }
}
