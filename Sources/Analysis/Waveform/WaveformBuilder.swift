import Glibc
package import Music

/// Computes the waveform of a mono mix from a stream. It keeps at most 25 MB, however long the stream.
package struct WaveformBuilder {
    /// The finest level is dropped if it would have more points than this: at 44.1 kHz after 3.4 hours.
    static let mostPoints = 1 << 21
    /// A level with at most this many points is the coarsest.
    static let fewPoints = 1 << 10

    private let sampleRate: Int
    /// Samples a point at the first, finest level.
    private let size: Int
    private let mostPoints: Int
    /// Samples of the point that is still incomplete.
    private var open: [Float] = []
    private var levels: [LevelBuilder]

    package init(sampleRate: Int) {
        self.init(sampleRate: sampleRate, mostPoints: Self.mostPoints)
    }

    init(sampleRate: Int, mostPoints: Int) {
        self.sampleRate = sampleRate
        self.mostPoints = mostPoints
        size = Self.finest(forRate: sampleRate)
        levels = [LevelBuilder(samplesPerPoint: size)]
        open.reserveCapacity(size)
    }

    /// Samples a point at the finest level: the power of two nearest to 1/172 s, 256 at 44.1 kHz.
    static func finest(forRate rate: Int) -> Int {
        1 << max(0, Int(log2(Double(rate) / 172).rounded()))
    }

    /// Takes the next samples.
    package mutating func push(_ mono: Span<Float>) {
        var taken = 0
        if !open.isEmpty {
            taken = min(size - open.count, mono.count)
            for index in 0..<taken { open.append(mono[index]) }
            guard open.count == size else { return }
            add(Stretch(open.span))
            open.removeAll(keepingCapacity: true)
        }
        while taken + size <= mono.count {
            add(Stretch(mono.extracting(taken..<taken + size)))
            taken += size
        }
        for index in taken..<mono.count { open.append(mono[index]) }
    }

    /// Ends the stream. The last point of each level summarizes the remaining samples.
    package mutating func finish() -> Waveform {
        if !open.isEmpty {
            add(Stretch(open.span))
            open = []
        }
        // An unpaired point of a level becomes an incomplete point of the next one.
        var rest: Stretch?
        for index in levels.indices { rest = levels[index].finish(with: rest) }
        levels.removeAll { $0.isDropped }
        let coarsest = levels.firstIndex { $0.points.count <= Self.fewPoints } ?? levels.count - 1
        return Waveform(
            sampleRate: sampleRate,
            levels: levels[...coarsest].map { Waveform.Level(samplesPerPoint: $0.samplesPerPoint, points: $0.points) })
    }

    private mutating func add(_ stretch: Stretch) {
        if let first = levels.firstIndex(where: { !$0.isDropped }), levels[first].points.count == mostPoints {
            levels[first].drop()
        }
        var index = 0
        var next: Stretch? = stretch
        while let stretch = next {
            if index == levels.count { levels.append(LevelBuilder(samplesPerPoint: levels[index - 1].samplesPerPoint * 2)) }
            next = levels[index].add(stretch)
            index += 1
        }
    }
}
