package import Music

/// What a room knows of a piece in its queue.
package struct QueuedPiece: Hashable, Sendable, Codable {
    package let piece: Piece
    /// Nil until the file was probed.
    package let duration: MediaTime?
    /// Nil if unknown, or if all of it is silent.
    package let sound: SoundBounds?

    /// Why a piece is skipped that is not in the library now.
    package static let gone = "The track's file is not there."
    private static let absence = "Its file does not come from its server"

    /// Why a piece is skipped that its music server does not send now.
    package static func unfetched(because reason: String) -> String { "\(absence) (\(reason))." }

    /// Whether a piece that is skipped for this reason can play again once its file is back.
    package static func mayPass(_ trouble: String?) -> Bool { trouble == gone || trouble?.hasPrefix(absence) == true }

    package init(_ piece: Piece, duration: MediaTime?, sound: SoundBounds? = nil) {
        self.piece = piece
        self.duration = duration
        self.sound = sound
    }

    /// Where it begins to play.
    func start(skippingSilence: Bool) -> MediaTime {
        guard skippingSilence, let sound else { return .zero }
        return max(.zero, min(sound.start, duration ?? sound.start))
    }

    /// Where it ends; nil if unknown.
    func end(skippingSilence: Bool) -> MediaTime? {
        guard let duration else { return nil }
        guard skippingSilence, let sound else { return duration }
        return max(.zero, min(sound.end, duration))
    }
}
