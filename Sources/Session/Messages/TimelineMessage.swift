package import Music
import Text

/// The timeline of a room as sent to clients, alone or as a part of its state.
package struct TimelineNews: Encodable, Hashable, Sendable {
    private enum Kind: Hashable {
        case course(Course, track: Int?, fading: Int?)
        case nothing(Generation, from: ServerTime)
    }

    private let kind: Kind

    /// `track` gives the catalog's row of a piece, if it has one.
    package init(_ course: Course, track: (Piece) -> Int?) {
        kind = .course(course, track: track(course.timeline.piece), fading: course.fade.flatMap { track($0.timeline.piece) })
    }

    /// Nothing plays from a moment on.
    package init(nothing generation: Generation, from: ServerTime) {
        kind = .nothing(generation, from: from)
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        try encode(into: &object)
    }

    fileprivate func encode(into object: inout KeyedEncodingContainer<JSONName>) throws {
        switch kind {
        case .course(let course, let track, let fading):
            let timeline = course.timeline
            try object.encode(timeline.generation.number, for: "generation")
            try object.encode(timeline.piece.sourceID, for: "source")
            try object.encode(timeline.piece.description, for: "piece")
            try object.encode(track, for: "track")
            try object.encode(course.entry, for: "entry")
            try object.encode(timeline.rate.isRunning, for: "playing")
            try object.encode(course.isBuffering, for: "buffering")
            try object.encode(timeline.rate.speed, for: "speed")
            try object.encode(timeline.anchor.seconds, for: "position")
            try object.encode(timeline.anchorTime.microseconds, for: "at")
            try object.encode(course.from.microseconds, for: "from")
            try object.encode(course.until?.microseconds, for: "until")
            try object.encode(timeline.piece.train.map(Train.init), for: "click")
            try object.encode(course.fade.map { Fading(fade: $0, track: fading) }, for: "fade")
        case .nothing(let generation, let from):
            try object.encode(generation.number, for: "generation")
            try object.encode(nil as String?, for: "source")
            try object.encode(nil as Int?, for: "piece")
            try object.encode(nil as Int?, for: "track")
            try object.encode(nil as Int?, for: "entry")
            try object.encode(false, for: "playing")
            try object.encode(false, for: "buffering")
            try object.encode(0, for: "speed")
            try object.encode(0, for: "position")
            try object.encode(from.microseconds, for: "at")
            try object.encode(from.microseconds, for: "from")
            try object.encode(nil as Int64?, for: "until")
            try object.encode(nil as Int?, for: "click")
            try object.encode(nil as Int64?, for: "fade")
        }
    }

    private struct Train: Encodable {
        let train: ClickTrain

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: JSONName.self)
            try object.encode(train.rhythm, for: "rhythm")
            try object.encode(train.kit, for: "kit")
            try object.encode(train.firstPulse, for: "pulse")
            try object.encode(train.firstBar, for: "bar")
        }
    }

    private struct Fading: Encodable {
        let fade: Course.Fade
        let track: Int?

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: JSONName.self)
            try object.encode(fade.timeline.piece.sourceID, for: "source")
            try object.encode(fade.timeline.piece.description, for: "piece")
            try object.encode(track, for: "track")
            try object.encode(fade.until.microseconds, for: "until")
        }
    }
}

/// What plays and its position, now or from a future moment.
package struct TimelineMessage: Encodable, Hashable, Sendable {
    private let news: TimelineNews
    private let sent: ServerTime

    package init(_ news: TimelineNews, sent: ServerTime) {
        self.news = news
        self.sent = sent
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        try object.begin("timeline", sent: sent)
        try news.encode(into: &object)
    }
}
