package import Music

/// The streams of its room that a client wants.
package struct Streams: Hashable, Sendable {
    package var frames: FrameStream?
    /// Each beat as an event.
    package var beats: Timing?
    /// Each line of the lyrics as an event.
    package var lyrics: Timing?
    /// At each beat what the picture is like, as an event.
    package var cues: Timing?
    /// The sound itself.
    package var audio: AudioStream?
    /// The beats of what plays, as a list.
    package var grid = false
    /// What the picture should be like all along.
    package var plan = false
    package var state = false
    package var queue = false
    package var screens = false
    /// Who is at the room's party, and what they ask for.
    package var party = false

    /// Greatest lead of sound, which takes 190 KB a second.
    package static let mostSoundLead = MediaTime(seconds: 2)

    package init() {}
}

/// The sound in one of two forms.
package struct AudioStream: Hashable, Sendable {
    /// How long before it is due it is sent; at most `Streams.mostSoundLead`.
    package var lead: MediaTime
    /// Whether the clicks of the metronome are in it. Browsers make them themselves, at once after a change.
    package var hasClicks: Bool

    package init(lead: MediaTime = Streams.mostSoundLead, hasClicks: Bool = true) {
        self.lead = lead
        self.hasClicks = hasClicks
    }
}

/// When a message with a known due time is sent.
package enum Timing: Hashable, Sendable {
    /// Each at its due time: for lamps, which act at once.
    case live
    /// Before it is due, several at once: for screens, which know the clock. The lead is a multiple of `step` up to `most`.
    case ahead(MediaTime)

    package static let step = MediaTime(seconds: 0.25)
    package static let most = MediaTime(seconds: 10)

    /// Ahead with this lead, rounded to a multiple of `step`, at least one; nil if the lead is out of range.
    package static func ahead(seconds: Double) -> Timing? {
        guard (0...most.seconds).contains(seconds) else { return nil }
        return .ahead(MediaTime(seconds: max(1, (seconds / step.seconds).rounded()) * step.seconds))
    }
}

/// Spectrum frames in one form: all clients that want the same share one stream.
package struct FrameStream: Hashable, Sendable {
    package var form: FrameForm
    package var timing: Timing
    /// How much of the past is sent first wherever the stream begins; zero for a live stream.
    package let back: MediaTime

    /// As much as a waterfall display shows.
    package static let mostBack = MediaTime(seconds: 8)

    /// Rounds `back` to a multiple of `Timing.step`: otherwise clients could hardly share a stream.
    package init(form: FrameForm, timing: Timing, back: MediaTime = .zero) {
        self.form = form
        self.timing = timing
        let step = Timing.step.microseconds
        self.back = timing == .live ? .zero : MediaTime(microseconds: (back.microseconds + step / 2) / step * step)
    }
}

/// The format of a stream's frames.
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
