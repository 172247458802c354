/// What the bar network is told of a sound, frame by frame: strokes, loudness, harmony, and the evidence for beats.
struct BarSound: Sendable {
    /// Groups of bands: up to 170 Hz, 620 Hz, 3 kHz and 15 kHz for strokes, and finer ones for loudness.
    private static let strokeEdges = [0, 7, 22, 40, 58]
    private static let loudnessEdges = [0, 4, 8, 14, 22, 31, 40, 49, 58]
    static let strokes = strokeEdges.count - 1
    static let loudnesses = loudnessEdges.count - 1
    static let pitches = PitchSpectrum.pitches.count
    /// Frames of bands to one of pitches.
    static let framesPerPitch = 4

    /// The rise of each group of bands, their loudness, and the evidence for beat and downbeat, 50 times a second.
    let rises: FrameSeries
    let loudness: FrameSeries
    let evidence: FrameSeries
    /// The loudness of each semitone, 12.5 times a second.
    let pitches: FrameSeries

    /// Takes frames of a `BandSpectrum` and of a `PitchSpectrum`, both from the same moment on, and the evidence for them.
    init(bands: [Float], pitches: [Float], evidence: BeatEvidence) {
        let input = BeatNetworkInput(bands: bands)
        let perSecond = Double(BeatEvidence.perSecond)
        var rises: [Float] = []
        var loudness: [Float] = []
        var rows = [Float](repeating: 0, count: Self.tile * BeatNetworkInput.width)
        for start in stride(from: 0, to: input.count, by: Self.tile) {
            let range = start..<min(start + Self.tile, input.count)
            input.write(range, into: &rows)
            for row in 0..<range.count {
                let first = row * BeatNetworkInput.width
                Self.append(&loudness, groups: Self.loudnessEdges, of: rows, from: first)
                Self.append(&rises, groups: Self.strokeEdges, of: rows, from: first + BandSpectrum.bandCount)
            }
        }
        self.rises = FrameSeries(rises, width: Self.strokes, perSecond: perSecond)
        self.loudness = FrameSeries(loudness, width: Self.loudnesses, perSecond: perSecond)
        let both = zip(evidence.beat, evidence.downbeat).flatMap { [$0, $1] }
        self.evidence = FrameSeries(both, width: 2, perSecond: perSecond)
        let loud = input.loudness(of: pitches[...])
        self.pitches = FrameSeries(loud, width: Self.pitches, perSecond: PitchSpectrum.framesPerSecond)
    }

    private static let tile = 250

    /// Appends the mean of each group of bands.
    private static func append(_ means: inout [Float], groups: [Int], of rows: [Float], from first: Int) {
        for (low, high) in zip(groups, groups.dropFirst()) {
            means.append(rows[first + low..<first + high].reduce(0, +) / Float(high - low))
        }
    }
}
