/// How good a state of the bar pointer must be to be kept: not too far below the best of the recent past, overall and near its own tempo.
struct Beam: Sendable {
    /// How far, in log-likelihood, a state may fall behind the best of all, and behind the best of its own band of tempi. Paths of different
    /// tempi are paid at different moments, so the first must be wide; a path of the same tempo that is this far behind has missed beats.
    private static let overall: Float = 75
    private static let within: Float = 50
    /// Neighbouring periods that make a band.
    private static let bandWidth = 8
    /// The past is forgotten in blocks of this many frames.
    private static let blockFrames = 32

    private let slots: Int
    private let bands: Int
    /// The best of each band in each of the last blocks.
    private var blocks: [Float]
    private var slot = 0
    private var bandBest: [Float]
    private var best = -Float.infinity

    /// `longest` is the longest period in frames: what is older than that cannot matter.
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
