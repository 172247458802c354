package import Music

/// What one client wants to be sent of its room.
package struct Streams: Hashable, Sendable {
    package var frames: FrameStream?
    /// Each beat as an event.
    package var beats: Timing?
    /// The sound itself, so long before it is due; at most `mostSoundLead`.
    package var audio: MediaTime?
    /// The beats of what plays, as a list.
    package var grid = false
    package var state = false
    package var queue = false
    package var screens = false

    /// Sound takes 190 KB a second.
    package static let mostSoundLead = MediaTime(seconds: 2)

    package init() {}
}

/// When something is sent that is due at a known time.
package enum Timing: Hashable, Sendable {
    /// Alone, at its moment: for lamps, which do as they are told.
    case live
    /// In good time, several at once: for screens, which know the clock. The time is a multiple of `step` up to `most`.
    case ahead(MediaTime)

    package static let step = MediaTime(seconds: 0.25)
    package static let most = MediaTime(seconds: 10)

    /// Sent so many seconds before it is due, as near as this goes; nil for what is no such time.
    package static func ahead(seconds: Double) -> Timing? {
        guard (0...most.seconds).contains(seconds) else { return nil }
        return .ahead(MediaTime(seconds: max(1, (seconds / step.seconds).rounded()) * step.seconds))
    }
}

/// Spectrum frames in one form: what all who want the same share.
package struct FrameStream: Hashable, Sendable {
    package var form: FrameForm
    package var timing: Timing
    /// So much of what was before comes first, wherever the stream begins; nothing of it live.
    package let back: MediaTime

    /// What a waterfall shows.
    package static let mostBack = MediaTime(seconds: 8)

    /// It goes back a multiple of `Timing.step`, as near as that comes: or nobody would share a stream.
    package init(form: FrameForm, timing: Timing, back: MediaTime = .zero) {
        self.form = form
        self.timing = timing
        let step = Timing.step.microseconds
        self.back = timing == .live ? .zero : MediaTime(microseconds: (back.microseconds + step / 2) / step * step)
    }
}

/// How a stream's frames look.
package struct FrameForm: Hashable, Sendable {
    /// Frames a second.
    package static let rates = 1...120
    package static let bandCounts = 1...SpectrumFrame.bandCount

    package let rate: Int
    package let bands: Int
    /// JSON for scripts, otherwise binary.
    package let isText: Bool

    package init(rate: Int = SpectrumFrame.perSecond, bands: Int = SpectrumFrame.bandCount, isText: Bool = false) {
        precondition(Self.rates.contains(rate) && Self.bandCounts.contains(bands))
        self.rate = rate
        self.bands = bands
        self.isText = isText
    }
}
