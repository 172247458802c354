/// A piece on its timeline, from the moment it becomes current to the moment the next one does.
package struct Course: Hashable, Sendable {
    /// The entry of what is not in the queue.
    package static let noEntry = 0

    /// The previous piece, which fades out while a course begins.
    package struct Fade: Hashable, Sendable, Codable {
        /// The timeline of the piece that fades out.
        package let timeline: Timeline
        /// The end of the fade. Until half-way, the visuals are still those of the piece that fades out.
        package let until: ServerTime

        package init(timeline: Timeline, until: ServerTime) {
            self.timeline = timeline
            self.until = until
        }
    }

    package let timeline: Timeline
    /// The id of the queue's entry that plays, or `noEntry`.
    package let entry: Int
    package let from: ServerTime
    /// When it ends by itself; nil while it stands still, and if the piece's length is unknown.
    package let until: ServerTime?
    package let fade: Fade?
    /// Whether it stands still only until more of its score is known.
    package let isBuffering: Bool

    package init(
        timeline: Timeline, entry: Int, from: ServerTime, until: ServerTime?, fade: Fade? = nil, isBuffering: Bool = false
    ) {
        self.timeline = timeline
        self.entry = entry
        self.from = from
        self.until = until
        self.fade = fade
        self.isBuffering = isBuffering
    }
}
