package import Music
internal import Signal

/// Says the next beats of a sound while it comes in: of a radio station, a microphone, or a file that is played to it.
///
/// Several times a second the network hears the last ten or twenty seconds again, and the bar pointer reads the newest frames again,
/// since their evidence becomes better with the sound after them. The beats that it found are continued beyond now. Memory is
/// bounded, however long the sound is.
package struct LiveBeatTracker {
    /// Frames of evidence that are read again: fewer when what is said is needed at once, more when it may wait.
    private static let (fewestReread, mostReread) = (50, 110)
    /// The share of the loudness of the last seconds that counts as silence.
    private static let silence: Float = 0.03
    /// Samples that are taken at a time.
    private static let piece = BandSpectrum.sampleRate / BeatEvidence.perSecond

    private let network: BeatNetwork
    /// Frames of evidence from one forecast to the next; that the network hears at a time, and that are kept; that are read again.
    private let framesPerForecast: Int
    private let window: Int
    private let reread: Int
    private var spectrum = BandSpectrum()
    private var pointer = LivePointer(tempos: .music, lanes: .music)
    private var foreteller: Foreteller
    /// The evidence of the last frames, and the number of the first of them.
    private var evidence = BeatEvidence()
    private var firstFrame = 0
    /// Samples so far, and frames of evidence that were read.
    private var sampleCount = 0
    private var frameCount = 0

    /// `delay` is how many seconds later than it comes in the sound is heard: beats of so long ago are still said, and better.
    package init(delay: Double = 0, network: BeatNetwork = .current) {
        self.network = network
        foreteller = Foreteller(delay: max(0, delay))
        let more = min(Double(Self.mostReread - Self.fewestReread), max(0, delay) * Double(BeatEvidence.perSecond))
        let isPatient = delay >= 1
        (framesPerForecast, window) = isPatient ? (20, 1000) : (10, 500)
        reread = Self.fewestReread + Int(more)
    }

    /// Takes mono samples at 44.1 kHz and returns what can be said after them.
    package mutating func push(_ mono441: Span<Float>) -> [BeatForecast] {
        var forecasts: [BeatForecast] = []
        var rest = mono441
        // By pieces that do not depend on the caller's blocks, so that no forecast knows what comes after it.
        while rest.count > 0 {
            let piece = rest.extracting(first: Self.piece - sampleCount % Self.piece)
            rest = rest.extracting(droppingFirst: piece.count)
            spectrum.push(piece)
            sampleCount += piece.count
            let isDue = spectrum.bands.count / BandSpectrum.bandCount + firstHeard >= frameCount + framesPerForecast
            if isDue, sampleCount % Self.piece == 0 {
                forecasts.append(forecast())
            }
        }
        return forecasts
    }

    /// The number of the first frame whose bands are kept.
    private var firstHeard: Int { max(0, frameCount - window) }

    /// Whether the last second is 30 dB below all that is kept.
    private var isSilent: Bool {
        let bands = spectrum.bands.span
        let second = min(bands.count, BeatEvidence.perSecond * BandSpectrum.bandCount)
        guard second > 0 else { return true }
        let recent = Sums.sum(bands.extracting(last: second)) / Float(second)
        return recent < Self.silence * Sums.sum(bands) / Float(bands.count)
    }

    private mutating func forecast() -> BeatForecast {
        hear()
        let fine = FineEvidence(evidence)
        let perSecond = TempoSpace.framesPerSecond / BeatEvidence.perSecond
        let origin = firstFrame * perSecond
        // The frames whose evidence has changed, and those before them whose beats reach into them.
        let from = max(origin, (frameCount - reread) * perSecond - TempoSpace.music.longestWindow)
        let skipped = min(from, pointer.end) - origin
        pointer.read(
            from: origin + skipped,
            gains: BeatGains(
                beat: fine.beat.span.extracting(droppingFirst: skipped),
                downbeat: fine.downbeat.span.extracting(droppingFirst: skipped)),
            origin: origin + skipped)
        let heard = Double(sampleCount) / Double(BandSpectrum.sampleRate)
        foreteller.hear(
            pointer.path(since: origin), of: pointer.lanes, evidence: evidence, fine: fine, firstFrame: firstFrame,
            isSilent: isSilent)
        return foreteller.forecast(heard: heard)
    }

    /// Has the network hear the last seconds, and replaces the evidence of the newest frames.
    private mutating func hear() {
        let width = BandSpectrum.bandCount
        let old = firstHeard
        frameCount += framesPerForecast
        spectrum.bands.removeFirst((firstHeard - old) * width)
        let heard = network.evidence(of: Array(spectrum.bands[..<((frameCount - firstHeard) * width)]))
        let fresh = min(heard.beat.count, reread)
        let known = frameCount - fresh - firstFrame
        evidence.beat.replaceSubrange(known..., with: heard.beat.suffix(fresh))
        evidence.downbeat.replaceSubrange(known..., with: heard.downbeat.suffix(fresh))
        let needless = max(0, evidence.beat.count - window)
        evidence.beat.removeFirst(needless)
        evidence.downbeat.removeFirst(needless)
        firstFrame += needless
    }
}
