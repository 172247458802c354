import Music

/// What each bar of a song sounds like. `Tests/Training/form.py` computes the same numbers.
struct BarSounds {
    /// The first bands, where a drum or a boom begins a bar, and those of cymbals.
    private static let low = 0..<4
    private static let high = 11..<BandCourse.bandCount

    /// The mean level of each band in each bar, in dB.
    private(set) var means: [[Float]] = []
    /// The standard deviation of each band's level within the bar: beats make it large.
    private(set) var deviations: [[Float]] = []
    /// How each bar begins, in dB: the low bands and the high ones against the rest of the bar, and the last quarter before it against
    /// the one before that.
    private(set) var beginnings: [[Float]] = []

    /// Bars lie between neighbouring times, in seconds. The course has at least one row.
    init(_ course: BandCourse, between edges: [Double]) {
        let count = course.rowCount
        precondition(count > 0, "a sound has rows")
        let levels = course.levels.map(SpectrumFrame.level(ofByte:))
        let rows = edges.map { Int(min(max($0 * BandCourse.rowsPerSecond, 0), Double(count)).rounded()) }
        for (start, end) in zip(rows, rows.dropFirst()) {
            let first = min(start, count - 1)
            let bar = first..<min(max(end, first + 1), count)
            let mean = Self.mean(of: bar, in: levels)
            means.append(mean)
            deviations.append(Self.deviation(of: bar, in: levels, from: mean))
            beginnings.append(Self.beginning(of: bar, in: levels, against: mean))
        }
    }

    var count: Int { means.count }

    private static func mean(of rows: Range<Int>, in levels: [Float]) -> [Float] {
        var sums = [Float](repeating: 0, count: BandCourse.bandCount)
        for row in rows {
            for band in sums.indices { sums[band] += levels[row * BandCourse.bandCount + band] }
        }
        return sums.map { $0 / Float(rows.count) }
    }

    private static func deviation(of rows: Range<Int>, in levels: [Float], from mean: [Float]) -> [Float] {
        var squares = [Float](repeating: 0, count: BandCourse.bandCount)
        for row in rows {
            for band in squares.indices {
                let apart = levels[row * BandCourse.bandCount + band] - mean[band]
                squares[band] += apart * apart
            }
        }
        return squares.map { ($0 / Float(rows.count)).squareRoot() }
    }

    private static func beginning(of bar: Range<Int>, in levels: [Float], against mean: [Float]) -> [Float] {
        let first = bar.lowerBound
        let all = 0..<levels.count / BandCourse.bandCount
        let struck = max(first - 1, 0)..<min(first + 3, all.upperBound)
        let peaks = low.map { band in struck.reduce(-Float.infinity) { max($0, levels[$1 * BandCourse.bandCount + band]) } }
        let boom = peaks.mean - mean[low].mean
        let ringing = Self.mean(of: first..<min(first + 8, all.upperBound), in: levels)
        let quarter = max(1, bar.count / 4)
        guard first >= 2 * quarter else { return [boom, ringing[high].mean - mean[high].mean, 0] }
        let (last, before) = (first - quarter..<first, first - 2 * quarter..<first - quarter)
        let gap = Self.mean(of: last, in: levels).mean - Self.mean(of: before, in: levels).mean
        return [boom, ringing[high].mean - mean[high].mean, gap]
    }
}

extension Sequence<Float> {
    /// The mean; 0 of nothing.
    var mean: Float {
        var (sum, count) = (Float(0), 0)
        for number in self {
            sum += number
            count += 1
        }
        return count == 0 ? 0 : sum / Float(count)
    }
}

extension BarSounds {
    /// Bars on either side of a border that are compared.
    private static let reaches = [1, 2, 4, 8]

    /// For each bar, what tells that a section begins with it: how much the sound changes there, alone and against other bars, whether
    /// the bar before is played differently, and how it begins itself.
    var changes: [[Float]] {
        var columns: [[Float]] = []
        for (values, scale) in [(means, Float(4)), (deviations, Float(3))] {
            for reach in Self.reaches {
                let change = values.indices.map { bar in
                    bar == 0 ? 0 : Self.apart(values[max(0, bar - reach)..<bar], values[bar..<min(bar + reach, count)]) / scale
                }
                let usual = change.mean + 0.1
                columns += [change, change.map { $0 / usual }]
            }
        }
        columns.append(
            means.indices.map { bar in
                bar < 2 ? 0 : Self.apart(deviations[max(0, bar - 5)..<bar - 1], deviations[bar - 1...bar - 1]) / 3
            })
        return means.indices.map { bar in columns.map { $0[bar] } + beginnings[bar].map { $0 / 6 } }
    }

    /// The mean difference of the bands' means.
    private static func apart(_ one: ArraySlice<[Float]>, _ other: ArraySlice<[Float]>) -> Float {
        (0..<BandCourse.bandCount).map { band in abs(one.map { $0[band] }.mean - other.map { $0[band] }.mean) }.mean
    }

    /// For each section, what tells its label: its bands and beats against those of the loudest section and of its neighbours, how it
    /// rises, and where it stands. Sections begin at bars, the first at 0.
    func portraits(of starts: [Int]) -> [[Float]] {
        let spans = zip(starts, starts.dropFirst() + [count]).map { $0..<$1 }
        let levels = spans.map(level(of:))
        let scales: [Float] = [12, 8, 8, 8, 6, 5, 5]
        let loudest = scales.indices.map { index in levels.map { $0[index] }.max() ?? 0 }
        let near = levels.map { level in scales.indices.map { max((level[$0] - loudest[$0]) / scales[$0], -2) } }
        let none = [Float](repeating: 0, count: scales.count)
        func apart(_ one: Int, from other: Int) -> [Float] {
            near.indices.contains(one) ? zip(near[one], near[other]).map { $0 - $1 } : none
        }
        return spans.indices.map { index in
            near[index] + apart(index + 1, from: index) + apart(index - 1, from: index) + rise(in: spans[index]).map { $0 / 5 }
                + [index == 0 ? 1 : 0, index == spans.count - 1 ? 1 : 0, Float(spans[index].count) / 16]
        }
    }

    /// Four parts of the spectrum, and how much three of them move.
    private func level(of bars: Range<Int>) -> [Float] {
        let (level, moves) = (Self.mean(means[bars]), Self.mean(deviations[bars]))
        let levels = [0..<3, 3..<8, 8..<12, 12..<16].map { level[$0].mean }
        return levels + [0..<3, 3..<10, 10..<16].map { moves[$0].mean }
    }

    /// How much louder the last half of a section is than the first, and how much more its high bands move.
    private func rise(in bars: Range<Int>) -> [Float] {
        let half = max(1, bars.count / 2)
        let (first, last) = (bars.lowerBound..<bars.lowerBound + half, bars.upperBound - half..<bars.upperBound)
        return [
            Self.mean(means[last]).mean - Self.mean(means[first]).mean,
            Self.mean(deviations[last])[10..<16].mean - Self.mean(deviations[first])[10..<16].mean,
        ]
    }

    private static func mean(_ rows: ArraySlice<[Float]>) -> [Float] {
        (0..<BandCourse.bandCount).map { band in rows.map { $0[band] }.mean }
    }
}
