package import Music

/// When people hear what comes in.
package enum LiveMode: Hashable, Sendable {
    /// Our pages play it, so much later than it came.
    case played(after: MediaTime)
    /// It is heard where it comes from, so much later than it came in, or earlier: sound cards are late. Our pages play nothing. Beats are predicted, and
    /// shown when they are heard; the rest of the picture follows as soon as all screens can show it.
    case heard(MediaTime)

    /// How much later than it came the picture shows it at least: it is read every 5 ms, and has to reach the screens.
    private static let soonest = MediaTime(seconds: 0.014)
    package static let usualDelay = MediaTime(seconds: 2)
    package static let usual = LiveMode.played(after: usualDelay)
    package static let delays = 0.3...10
    /// In milliseconds.
    package static let offsets = -500...5_000

    /// How much later than it came the picture shows it.
    var delay: MediaTime {
        switch self {
        case .played(let delay): delay
        case .heard(let offset): max(offset, Self.soonest)
        }
    }

    /// How much later than it came its beats are shown.
    var beatDelay: MediaTime {
        switch self {
        case .played(let delay): delay
        case .heard(let offset): offset
        }
    }

    /// How late beats may be found: those that are heard at once are only predicted.
    var hindsight: MediaTime {
        switch self {
        case .played(let delay): delay
        case .heard(let offset): isHasty ? .zero : offset
        }
    }

    /// Whether it is heard so soon that each moment counts.
    var isHasty: Bool {
        if case .heard(let offset) = self { offset.seconds < Self.delays.lowerBound } else { false }
    }

    var isPlayed: Bool {
        if case .played = self { true } else { false }
    }
}
