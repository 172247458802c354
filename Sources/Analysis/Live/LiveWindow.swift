internal import Signal

/// The newest seconds of a sound: what was heard of it, and the evidence for its beats.
struct LiveWindow: Sendable {
    /// The share of the loudness of the window that counts as silence.
    private static let silence: Float = 0.03
    /// Less than this is no evidence of a beat.
    private static let faint: Float = 0.15

    /// When it begins, in seconds from the start of the sound.
    let start: Double
    let evidence: BeatEvidence
    let fine: FineEvidence
    /// As many frames as there are of evidence, and the frames of pitches that belong to them.
    private let bands: [Float]
    private let pitches: [Float]

    init(start: Double, evidence: BeatEvidence, bands: [Float], pitches: [Float]) {
        (self.start, self.evidence, self.bands, self.pitches) = (start, evidence, bands, pitches)
        fine = FineEvidence(evidence)
    }

    private var end: Double { start + Double(evidence.beat.count) / Double(BeatEvidence.perSecond) }

    /// What the bar network is told.
    var sound: BarSound { BarSound(bands: bands, pitches: pitches, evidence: evidence) }

    /// What tells whether the music goes on.
    var moment: LiveMoment {
        let last = evidence.beat.lastIndex { $0 > Self.faint }
        return LiveMoment(
            time: end, isSilent: isSilent, lastEvidence: last.map { start + Double($0) / Double(BeatEvidence.perSecond) })
    }

    /// Whether the last second is 30 dB below the whole window.
    private var isSilent: Bool {
        let bands = bands.span
        let second = min(bands.count, BeatEvidence.perSecond * BandSpectrum.bandCount)
        guard second > 0 else { return true }
        let recent = Sums.sum(bands.extracting(last: second)) / Float(second)
        return recent < Self.silence * Sums.sum(bands) / Float(bands.count)
    }
}

/// What tells at a moment whether music goes on.
struct LiveMoment: Sendable {
    /// In seconds from the start of the sound.
    var time: Double
    var isSilent: Bool
    /// When there was evidence of a beat for the last time, if that was a short time ago.
    var lastEvidence: Double?
}
