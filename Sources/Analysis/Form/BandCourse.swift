import Music
internal import Signal

/// How loud a sound is in sixteen wide bands, 12.5 times a second, as bytes of `SpectrumFrame`'s levels: 200 bytes a second.
struct BandCourse {
    static let bandCount = 16
    static let rowsPerSecond = 12.5
    /// Longer sound has no course, so that it takes 8.6 MB at most.
    static let longestSeconds = 12 * 3600
    /// Frames of `BandSpectrum` in a row.
    private static let framesPerRow = 4
    /// From the lowest up, ten bands of four of the spectrum's bands and six of three.
    private static let groups: [Range<Int>] = {
        let (least, rest) = BandSpectrum.bandCount.quotientAndRemainder(dividingBy: bandCount)
        return (0..<bandCount).map { group in
            let start = group * least + min(group, rest)
            return start..<start + least + (group < rest ? 1 : 0)
        }
    }()

    /// Rows, each with a byte for every band; empty if the sound is too long.
    private(set) var levels: [UInt8] = []
    private var sums = [Float](repeating: 0, count: bandCount)
    private var frame = [Float](repeating: 0, count: bandCount)
    private var frames = 0
    private var isTooLong = false

    var rowCount: Int { levels.count / Self.bandCount }

    /// Adds whole frames of `BandSpectrum`.
    mutating func push(_ bands: ArraySlice<Float>) {
        guard !isTooLong else { return }
        let groups = Self.groups
        var powers = [Float](repeating: 0, count: Self.bandCount)
        for start in stride(from: bands.startIndex, to: bands.endIndex, by: BandSpectrum.bandCount) {
            for band in groups.indices {
                var power: Float = 1e-12
                for index in groups[band] { power += bands[start + index] * bands[start + index] }
                powers[band] = power
            }
            measure(powers, into: &frame)
            for band in sums.indices { sums[band] += max(frame[band], SpectrumFrame.lowestLevel) }
            frames += 1
            if frames % Self.framesPerRow == 0 { endRow() }
        }
        if rowCount > Int(Double(Self.longestSeconds) * Self.rowsPerSecond) {
            isTooLong = true
            levels = []
        }
    }

    private mutating func endRow() {
        for band in sums.indices {
            levels.append(SpectrumFrame.byte(ofLevel: sums[band] / Float(Self.framesPerRow)))
            sums[band] = 0
        }
    }
}

// A free function with one array that changes: the compiler treats spans of two properties of a struct as overlapping accesses.
private func measure(_ powers: [Float], into levels: inout [Float]) {
    var span = levels.mutableSpan
    Logarithm.decibels(ofPower: powers.span, into: &span)
}
