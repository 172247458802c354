/// The waveform of a track at several resolutions, read from its analysis file.
package struct WaveformView: Sendable {
    /// One resolution: each point summarizes `samplesPerPoint` samples; the last one may have fewer.
    package struct Level: Sendable, Hashable {
        package let samplesPerPoint: Int
        package let pointCount: Int
        fileprivate let offset: Int
    }

    /// Lowest, highest and RMS sample of a point, full scale being 32767.
    package static let numbersPerPoint = 3

    /// Most samples in a level: 300 years, so that arithmetic with them cannot overflow.
    private static let mostSamples: UInt64 = 1 << 52

    package let sampleRate: Int
    /// From the finest to the coarsest.
    package let levels: [Level]
    private let file: FileBytes

    init(_ file: FileBytes, _ entry: AnalysisTable.Entry, sampleRate: Int) throws(AnalysisFileError) {
        let rowLength = 24
        guard entry.length >= 8 + entry.items * rowLength, entry.items > 0 else {
            throw .section(.pyramid, "has the wrong length")
        }
        var levels: [Level] = []
        for row in 0..<entry.items {
            let start = entry.offset + 8 + row * rowLength
            let samples = file.value(UInt32.self, at: start)
            let points = file.value(UInt64.self, at: start + 8)
            let offset = file.value(UInt64.self, at: start + 16)
            let bytesPerPoint = UInt64(Self.numbersPerPoint * MemoryLayout<Int16>.size)
            guard samples > 0, offset % 8 == 0, offset <= UInt64(entry.length),
                points <= (UInt64(entry.length) - offset) / bytesPerPoint, points <= Self.mostSamples / UInt64(samples)
            else { throw .section(.pyramid, "has a level beyond its end") }
            levels.append(
                Level(samplesPerPoint: Int(samples), pointCount: Int(points), offset: entry.offset + Int(offset)))
        }
        self.file = file
        self.levels = levels
        self.sampleRate = sampleRate
    }

    /// The points of one level: lowest, highest, RMS, lowest, highest, RMS …; with `part` only these points.
    package func withPoints<Result>(
        of level: Level, part: Range<Int>? = nil, _ body: (Span<Int16>) -> Result
    ) -> Result {
        let part = (part ?? 0..<level.pointCount).clamped(to: 0..<level.pointCount)
        let width = Self.numbersPerPoint * MemoryLayout<Int16>.stride
        return file.withValues(
            of: Int16.self, at: level.offset + part.lowerBound * width, count: part.count * Self.numbersPerPoint, body)
    }
}
