/// A part of a song, from its start to that of the next one or to the end of the track.
package struct SongSection: Hashable, Sendable {
    /// What a part is to the whole. The numbers stand in analysis files and are never given away anew.
    package enum Label: UInt8, Sendable, CaseIterable {
        /// None of the others: a verse, a chorus, a theme.
        case part = 0
        case intro = 1
        /// Leads up to a drop.
        case build = 2
        /// The loudest parts after a build or a break.
        case drop = 3
        /// Rests between louder parts.
        case `break` = 4
        case outro = 5

        package var name: String { "\(self)" }
    }

    package var start: MediaTime
    package var label: Label
    /// 0...1, how likely a section begins there at all.
    package var confidence: Float

    package init(start: MediaTime, label: Label, confidence: Float) {
        self.start = start
        self.label = label
        self.confidence = confidence
    }
}
