package import Music

/// Finds the beat grid of a track of any length, in one pass over its sound and with bounded memory.
///
/// Band magnitudes and a fine envelope are computed as the sound comes in. A track of a few minutes is decoded whole at its end.
/// A longer one is decoded in segments, each as soon as enough of the sound after it is there.
package struct BeatTracker {
    /// Length of a segment, and of its overlap with the next one, in which the two segments can agree on a beat.
    private static let segmentSeconds = 180
    private static let overlapSeconds = 30
    private static let framesPerSegment = segmentSeconds * BeatEvidence.perSecond
    private static let framesOfOverlap = overlapSeconds * BeatEvidence.perSecond

    /// With fewer beats, no tempo is steady.
    private static let fewestSteady = 12
    /// Seconds; beats that are nearer to each other are the same.
    private static let near = 0.05

    private let network: BeatNetwork
    private let decoder = BeatDecoder()
    private let bars = BarReader()
    private let refiner = BeatRefiner()
    private var spectrum = BandSpectrum()
    private var harmony = PitchSpectrum()
    /// The frames of pitches that belong to the kept bands.
    private var pitches: [Float] = []
    private var envelope = OnsetEnvelope()
    /// The frame of evidence at which the kept bands begin; the next segment begins `lead` frames later.
    private var firstFrame = 0
    private var lead = 0
    private var seam = GridSeam()
    /// How loud the bands were, for the sections of the song.
    private(set) var course = BandCourse()
    /// Hears the same pitches.
    var keys = KeyFinder()

    package init(network: BeatNetwork = .current) {
        self.network = network
    }

    /// Appends mono samples at 44.1 kHz.
    package mutating func push(_ mono441: Span<Float>) {
        let known = spectrum.bands.count
        spectrum.push(mono441)
        course.push(spectrum.bands[known...])
        harmony.push(mono441)
        readPitches()
        envelope.push(mono441)
        let ahead = Self.framesOfOverlap + network.reach
        // Waits for two segments, so that a track of ordinary length is never split.
        while spectrum.bands.count / BandSpectrum.bandCount >= lead + 2 * Self.framesPerSegment + ahead {
            hear(frames: Self.framesPerSegment + Self.framesOfOverlap, context: network.reach)
            let next = lead + Self.framesPerSegment
            // As many whole frames of pitches go as of bands.
            let dropped = max(0, next - network.reach) / BarSound.framesPerPitch * BarSound.framesPerPitch
            spectrum.bands.removeFirst(dropped * BandSpectrum.bandCount)
            pitches.removeFirst(dropped / BarSound.framesPerPitch * PitchSpectrum.pitches.count)
            firstFrame += dropped
            lead = next - dropped
            envelope.forget(before: Double(firstFrame + lead) / Double(BeatEvidence.perSecond) - 1)
        }
    }

    /// Ends the sound and returns its grid, which is empty if no beat was found.
    package mutating func finish() -> BeatGrid {
        let known = spectrum.bands.count
        spectrum.finish()
        course.push(spectrum.bands[known...])
        harmony.finish()
        readPitches()
        hear(frames: max(0, spectrum.bands.count / BandSpectrum.bandCount - lead), context: 0)
        return seam.grid()
    }

    /// Decodes `frames` frames of evidence from the segment's start on. The network also gets the `context` frames after them.
    private mutating func hear(frames: Int, context: Int) {
        let width = BandSpectrum.bandCount
        let bands = Array(spectrum.bands[..<min(spectrum.bands.count, (lead + frames + context) * width)])
        let heard = network.evidence(of: bands)
        let range = lead..<min(heard.beat.count, lead + frames)
        let evidence = BeatEvidence(beat: Array(heard.beat[range]), downbeat: Array(heard.downbeat[range]))
        let sound = sound(of: bands, evidence: evidence, frames: range)
        let found = beats(of: evidence, in: sound)
        var reading = bars.read(found, in: sound)
        let confidence = ReadingConfidence(
            reading, of: found, evidence: evidence,
            presence: BeatPresence.mean(over: reading, evidence: evidence, rises: sound.rises))
        let start = Double(firstFrame + lead) / Double(BeatEvidence.perSecond)
        let times = refiner.refine(reading.beats.map { $0.time + start }, by: envelope)
        for index in times.indices { reading.beats[index].time = times[index] }
        seam.append(
            confidence.hasBeat ? reading.beats : [], metre: reading.metre, confidence: confidence.ofBeats,
            barConfidence: confidence.ofBars, overlapStart: start, overlapEnd: start + Double(Self.overlapSeconds))
    }

    /// Finds the beats in the evidence. In a break, they may be found half a beat later than before it: where the same tempo throughout
    /// gives other beats, those are taken that are likelier to be tapped.
    private func beats(of evidence: BeatEvidence, in sound: BarSound) -> [Double] {
        let found = decoder.beats(of: evidence)
        guard found.count >= Self.fewestSteady else { return found }
        let steady = decoder.beats(of: evidence, tempos: TempoSpace(steady: GridReadings.medianInterval(found)))
        guard steady.count >= Self.fewestSteady, !Self.isSame(found, steady) else { return found }
        return bars.level(of: steady, in: sound) > bars.level(of: found, in: sound) ? steady : found
    }

    private static func isSame(_ beats: [Double], _ others: [Double]) -> Bool {
        beats.count == others.count && zip(beats, others).allSatisfy { abs($0 - $1) < near }
    }

    private mutating func readPitches() {
        pitches += harmony.frames
        keys.push(harmony.tuned)
        harmony.forget()
    }

    /// What the bar reader is told of the frames of a segment.
    private func sound(of bands: [Float], evidence: BeatEvidence, frames: Range<Int>) -> BarSound {
        let width = BandSpectrum.bandCount
        let first = frames.lowerBound / BarSound.framesPerPitch * PitchSpectrum.pitches.count
        let end = (frames.upperBound / BarSound.framesPerPitch + 1) * PitchSpectrum.pitches.count
        return BarSound(
            bands: Array(bands[frames.lowerBound * width..<frames.upperBound * width]),
            pitches: Array(pitches[min(first, pitches.count)..<min(end, pitches.count)]),
            evidence: evidence)
    }
}
