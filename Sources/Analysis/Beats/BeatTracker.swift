package import Music

/// The beat grid of a track of any length, from its sound in one pass and bounded memory.
///
/// The sound is turned into band magnitudes and a fine envelope as it comes. A track of some minutes is heard whole when it ends; of a longer
/// one, the network and the decoder take a segment as soon as enough of what follows it is known.
package struct BeatTracker {
    /// Seconds of a segment, and how much is held back after it: what the network looks ahead, and room for the decoder to agree.
    private static let segmentSeconds = 180
    private static let overlapSeconds = 30
    private static let framesPerSegment = segmentSeconds * BeatEvidence.perSecond
    private static let framesOfOverlap = overlapSeconds * BeatEvidence.perSecond

    private let network: BeatNetwork
    private let decoder = BeatDecoder()
    private let refiner = BeatRefiner()
    private var spectrum = BandSpectrum()
    private var envelope = OnsetEnvelope()
    /// The moment, in frames of the evidence, that the kept bands begin at; segments begin there or `lead` later.
    private var firstFrame = 0
    private var lead = 0
    private var seam = GridSeam()

    package init(network: BeatNetwork = .current) {
        self.network = network
    }

    /// Takes the mono samples that follow, at 44.1 kHz.
    package mutating func push(_ mono441: Span<Float>) {
        spectrum.push(mono441)
        envelope.push(mono441)
        let ahead = Self.framesOfOverlap + network.reach
        // Twice the segment is waited for, so that a track of ordinary length is never cut.
        while spectrum.bands.count / BandSpectrum.bandCount >= lead + 2 * Self.framesPerSegment + ahead {
            hear(frames: Self.framesPerSegment + Self.framesOfOverlap, context: network.reach)
            let next = lead + Self.framesPerSegment
            let dropped = max(0, next - network.reach)
            spectrum.bands.removeFirst(dropped * BandSpectrum.bandCount)
            firstFrame += dropped
            lead = next - dropped
            envelope.forget(before: Double(firstFrame + lead) / Double(BeatEvidence.perSecond) - 1)
        }
    }

    /// Ends the sound and gives its grid; without beats where their confidence is below the floor.
    package mutating func finish() -> BeatGrid {
        spectrum.finish()
        hear(frames: max(0, spectrum.bands.count / BandSpectrum.bandCount - lead), context: 0)
        return seam.grid()
    }

    /// Reads `frames` of evidence from the segment's start on, heard with `context` frames after it.
    private mutating func hear(frames: Int, context: Int) {
        let width = BandSpectrum.bandCount
        let bands = Array(spectrum.bands[..<min(spectrum.bands.count, (lead + frames + context) * width)])
        let heard = network.evidence(of: bands)
        let range = lead..<min(heard.beat.count, lead + frames)
        let evidence = BeatEvidence(beat: Array(heard.beat[range]), downbeat: Array(heard.downbeat[range]))
        var reading = decoder.read(evidence)
        let confidence = GridConfidence(pulses: reading.pulses, evidence: evidence).value
        let start = Double(firstFrame + lead) / Double(BeatEvidence.perSecond)
        let times = refiner.refine(reading.pulses.map { $0.time + start }, by: envelope)
        for index in times.indices { reading.pulses[index].time = times[index] }
        seam.append(reading, confidence: confidence, overlapStart: start, overlapEnd: start + Double(Self.overlapSeconds))
    }
}
