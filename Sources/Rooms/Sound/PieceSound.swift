import Live
import Workers

/// Where the sound of a piece comes from.
enum PieceSound: Sendable {
    case file(SoundFile)
    case live(LiveInput)

    /// The playback gain in dB.
    var gain: Double {
        switch self {
        case .file(let file): file.gain
        case .live: 0
        }
    }
}
