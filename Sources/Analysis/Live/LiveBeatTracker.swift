package import Music
internal import Signal

/// Says the next beats of a sound while it comes in: of a radio station, a microphone, or a file that is played to it.
///
/// Several times a second the network hears the last ten or twenty seconds again, and the beat pointer reads the newest frames again,
/// since their evidence becomes better with the sound after them. The bar network tells at which level its beats are tapped and where
/// bars begin, and they are continued beyond now. Memory is bounded, however long the sound is.
package struct LiveBeatTracker {
    /// Frames of evidence that are read again once the sound is longer than the window: fewer when what is said is needed at once, more
    /// when it may wait. Before, all are: a few seconds more tell much about the first ones.
    private static let (fewestReread, mostReread) = (50, 110)
    /// What another beat must gain, as a log-likelihood, to take the place of the one that was found: that of a new song, or one that was
    /// taken at half its tempo.
    private static let jump: Float = 20
    /// Frames of evidence in the first seconds, in which much changes.
    private static let early = 400
    package static let sampleRate = BandSpectrum.sampleRate
    /// Samples that are taken at a time.
    private static let piece = BandSpectrum.sampleRate / BeatEvidence.perSecond

    private let network: BeatNetwork
    /// Whether forecasts may be seldom, once the first seconds are over.
    private let isPatient: Bool
    /// Frames of evidence that the network hears at a time, and that are kept: whole frames of pitches.
    private let window: Int
    /// Frames that are read again of a sound that is longer than the window.
    private let rereadOfLongSound: Int
    private var spectrum = BandSpectrum()
    private var harmony = PitchSpectrum()
    /// The frames of pitches that belong to the kept evidence.
    private var pitches: [Float] = []
    private var pointer: BeatPointer
    private let reader = CourseReader()
    private var foreteller: Foreteller
    /// The beats that the last forecast found, whether they are said or not; nil if it looked for none.
    package private(set) var found: FoundBeats?
    /// The evidence of the frames whose bands are kept, and the number of the first of them.
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
        isPatient = delay >= 1
        window = isPatient ? 1000 : 500
        rereadOfLongSound = Self.fewestReread + Int(more)
        let frames = window * TempoSpace.framesPerSecond / BeatEvidence.perSecond
        pointer = BeatPointer(tempos: .music, jump: Self.jump, keeping: frames)
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
            harmony.push(piece)
            pitches += harmony.frames
            harmony.forget()
            sampleCount += piece.count
            let isDue = spectrum.bands.count / BandSpectrum.bandCount + firstFrame >= frameCount + framesPerForecast
            if isDue, sampleCount % Self.piece == 0 {
                forecasts.append(forecast())
            }
        }
        return forecasts
    }

    /// Ends the sound and returns the last that can be said: no beat comes after it.
    package func finish() -> BeatForecast {
        foreteller.forecast(heard: Double(sampleCount) / Double(BandSpectrum.sampleRate), isLast: true)
    }

    /// Frames of evidence from one forecast to the next: whole frames of pitches.
    private var framesPerForecast: Int { isPatient && frameCount >= Self.early ? 20 : 12 }

    /// Frames of evidence that are read again.
    private var reread: Int { frameCount <= window ? frameCount : rereadOfLongSound }

    private mutating func forecast() -> BeatForecast {
        let window = hear()
        let perSecond = TempoSpace.framesPerSecond / BeatEvidence.perSecond
        let origin = firstFrame * perSecond
        // The frames whose evidence has changed, and those before them whose beats reach into them.
        let from = max(origin, (frameCount - reread) * perSecond - TempoSpace.music.longestWindow)
        let first = min(from, pointer.end)
        // Silence before the music is no missed beat. Its end is known when the evidence there is not read again.
        if pointer.start >= first { pointer.start = origin + (window.fine.music?.lowerBound ?? window.fine.beat.count) }
        pointer.read(from: first, gains: BeatGains(window.fine.beat.span.extracting(droppingFirst: first - origin)))
        let heard = Double(sampleCount) / Double(BandSpectrum.sampleRate)
        let path = pointer.path(since: origin)
        let reader = reader
        var found: FoundBeats?
        foreteller.hear(window.moment) { said in
            found = path.flatMap { reader.beats(of: $0, in: window, said: said) }
            return found
        }
        self.found = found
        return foreteller.forecast(heard: heard)
    }

    /// Has the network hear the last seconds, and replaces the evidence of the newest frames.
    private mutating func hear() -> LiveWindow {
        let width = BandSpectrum.bandCount
        frameCount += framesPerForecast
        let needless = max(0, frameCount - window - firstFrame)
        firstFrame += needless
        spectrum.bands.removeFirst(needless * width)
        pitches.removeFirst(min(pitches.count, needless / BarSound.framesPerPitch * PitchSpectrum.pitches.count))
        evidence.beat.removeFirst(needless)
        evidence.downbeat.removeFirst(needless)
        let bands = Array(spectrum.bands[..<((frameCount - firstFrame) * width)])
        let heard = network.evidence(of: bands)
        let fresh = min(heard.beat.count, reread)
        let known = heard.beat.count - fresh
        evidence.beat.replaceSubrange(known..., with: heard.beat.suffix(fresh))
        evidence.downbeat.replaceSubrange(known..., with: heard.downbeat.suffix(fresh))
        return LiveWindow(
            start: Double(firstFrame) / Double(BeatEvidence.perSecond), evidence: evidence, bands: bands, pitches: pitches)
    }
}
