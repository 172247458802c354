import Glibc
internal import Signal

/// The input of the bar network: one row for each beat, alike at every tempo and in every key.
struct BarRows: NetworkInput {
    /// Numbers a row: strokes, evidence for beats, evidence for downbeats, loudness, changes of harmony, likenesses, tempo.
    static let width = steps * BarSound.strokes + steps + steps / 3 + BarSound.loudnesses + 2 + 3 * lags.count + 3
    /// Parts of a beat: sixteenths and triplets both fall on one.
    static let steps = 12
    /// The numbers of beats after which a beat is compared with an earlier one.
    static let lags = [1, 2, 3, 4, 5, 6, 7, 8, 12, 16]

    let count: Int
    private let rows: [Float]

    /// `times` are ascending, in seconds, at least two.
    init(of times: [Double], in sound: BarSound) {
        precondition(times.count > 1, "the last beat is as long as the one before it")
        let ends = times + [2 * times[times.count - 1] - times[times.count - 2]]
        count = times.count
        let strokes = Self.parts(of: sound.rises, ends: ends)
        let evidence = Self.parts(of: sound.evidence, ends: ends)
        let loudness = times.indices.map { sound.loudness.means(from: ends[$0], to: ends[$0 + 1]) }
        let average = (0..<BarSound.loudnesses).map { column in
            Float(loudness.reduce(0) { $0 + Double($1[column]) } / Double(times.count))
        }
        let pitches = times.indices.map { sound.pitches.means(from: ends[$0], to: ends[$0 + 1]) }
        let half = BarSound.pitches / 2
        let likenesses = [
            Self.likenesses(pitches.map { $0[..<half] }), Self.likenesses(pitches.map { $0[half...] }),
            Self.likenesses(strokes),
        ]
        let octaves = Float(log2(0.5 / GridReadings.medianInterval(ends)))

        var rows: [Float] = []
        rows.reserveCapacity(times.count * Self.width)
        for beat in times.indices {
            let length = ends[beat + 1] - ends[beat]
            for value in strokes[beat] { rows.append(2 * value) }
            let first = evidence[beat].startIndex
            for step in 0..<Self.steps { rows.append(2 * evidence[beat][first + 2 * step]) }
            for step in stride(from: 0, to: Self.steps, by: 3) { rows.append(3 * evidence[beat][first + 2 * step + 1]) }
            for (value, mean) in zip(loudness[beat], average) { rows.append(2 * (value - mean)) }
            let earlier = sound.pitches.means(from: ends[beat] - length / 2, to: ends[beat])
            let later = sound.pitches.means(from: ends[beat], to: ends[beat] + length / 2)
            rows.append(Deviation(earlier[..<half]).correlation(with: Deviation(later[..<half])))
            rows.append(Deviation(earlier[half...]).correlation(with: Deviation(later[half...])))
            for kind in likenesses { rows += kind[beat] }
            let change = beat == 0 ? 0 : 4 * log2(length / (ends[beat] - ends[beat - 1]))
            rows += [octaves, octaves * octaves, Float(change)]
        }
        self.rows = rows
    }

    func write(_ range: Range<Int>, into target: inout [Float]) {
        for (place, beat) in range.enumerated() {
            for column in 0..<Self.width {
                target[place * Self.width + column] = (0..<count).contains(beat) ? rows[beat * Self.width + column] : 0
            }
        }
    }

    /// The row of a beat.
    subscript(beat: Int) -> ArraySlice<Float> { rows[beat * Self.width..<(beat + 1) * Self.width] }

    /// For each beat, the highest values of each of its parts, column after column; a part is centred on its place.
    private static func parts(of series: FrameSeries, ends: [Double]) -> [ArraySlice<Float>] {
        let count = ends.count - 1
        let width = series.width
        var highest: [Float] = []
        highest.reserveCapacity(count * steps * width)
        for beat in 0..<count {
            for step in 0..<steps {
                let time = ends[beat] + Double(step) / Double(steps) * (ends[beat + 1] - ends[beat])
                for column in 0..<width { highest.append(series.value(column, at: time)) }
            }
        }
        let first = Int((max(0, ends[0] - (ends[1] - ends[0]) / Double(2 * steps)) * series.perSecond).rounded(.up))
        var beat = 0
        for frame in first..<max(first, min(series.count, Int(max(0, ends[count] * series.perSecond)))) {
            let time = Double(frame) / series.perSecond
            while beat < count - 1, ends[beat + 1] <= time { beat += 1 }
            let place = Double(beat) + (time - ends[beat]) / (ends[beat + 1] - ends[beat])
            let part = Int((place * Double(steps) + 0.5).rounded(.down))
            guard (0..<count * steps).contains(part) else { continue }
            for column in 0..<width {
                let index = part * width + column
                highest[index] = max(highest[index], series.value(column, frame: frame))
            }
        }
        return (0..<count).map { highest[$0 * steps * width..<($0 + 1) * steps * width] }
    }

    /// How much each row is like those some beats before it; 0 where there is none.
    private static func likenesses(_ rows: [ArraySlice<Float>]) -> [[Float]] {
        let deviations = rows.map { Deviation($0) }
        return deviations.indices.map { beat in
            lags.map { lag in lag <= beat ? deviations[beat].correlation(with: deviations[beat - lag]) : 0 }
        }
    }
}

/// The deviations of numbers from their mean.
private struct Deviation {
    private let values: [Float]
    private let square: Float

    init(_ numbers: some Collection<Float>) {
        let mean = numbers.reduce(0, +) / Float(numbers.count)
        let values = numbers.map { $0 - mean }
        square = Sums.dot(values.span, values.span)
        self.values = values
    }

    /// Near 0 if either hardly deviates.
    func correlation(with other: Deviation) -> Float {
        Sums.dot(values.span, other.values.span) / (square * other.square + 1e-4).squareRoot()
    }
}
