/// Prunes states of the bar pointer that are too far below the best recent state, overall or near their own tempo.
struct Beam: Sendable {
    /// Prune a state whose log-likelihood is this far below the best of all, or this far below the best of its own tempo band.
    /// Paths of different tempi gain at different times, so the first limit must be wide. A path that is far behind others of its
    /// tempo has missed beats.
    private static let overall: Float = 75
    private static let within: Float = 50
    /// Neighbouring periods in a band.
    private static let bandWidth = 8
    /// Old frames are dropped in blocks of this many.
    private static let blockFrames = 32

    private let slots: Int
    private let bands: Int
    /// The best of each band in each of the last blocks.
    private var blocks: [Float]
    private var slot = 0
    private var bandBest: [Float]
    private var best = -Float.infinity

    /// `longest` is the longest period in frames: older scores have no effect.
    init(periods: Int, longest: Int) {
        bands = (periods + Self.bandWidth - 1) / Self.bandWidth
        slots = longest / Self.blockFrames + 2
        blocks = Array(repeating: -.infinity, count: bands * slots)
        bandBest = Array(repeating: -.infinity, count: bands)
    }

    mutating func enter(frame: Int) {
        guard frame % Self.blockFrames == 0 else { return }
        slot = frame / Self.blockFrames % slots
        best = -.infinity
        for band in 0..<bands {
            blocks[band * slots + slot] = -.infinity
            bandBest[band] = blocks[band * slots..<(band + 1) * slots].max() ?? -.infinity
            best = max(best, bandBest[band])
        }
    }

    mutating func raise(period: Int, to height: Float) {
        let band = period / Self.bandWidth
        let block = band * slots + slot
        blocks[block] = max(blocks[block], height)
        bandBest[band] = max(bandBest[band], height)
        best = max(best, height)
    }

    func bar(period: Int) -> Float {
        max(best - Self.overall, bandBest[period / Self.bandWidth] - Self.within)
    }
}
