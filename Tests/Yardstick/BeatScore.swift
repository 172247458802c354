/// Scores the beats found in a track against the true ones.
package struct BeatScore: Sendable {
    /// F-measure within 70 ms, which an eye needs, and within 25 ms, which an ear needs.
    package var f = 0.0
    package var f25 = 0.0
    /// The share of correct beats by `Continuity`, at the true metrical level, and at the best of the levels a listener might
    /// choose.
    package var cmlt = 0.0
    package var amlt = 0.0
    /// F-measure of the downbeats within 70 ms; nil if the truth has none.
    package var downbeatF: Double?
    /// 1 if the tempo is within 4 % of the true tempo, and 1 if it is within 4 % of that or its double, triple, half or third.
    package var accuracy1 = 0.0
    package var accuracy2 = 0.0
    /// The median distance between matching beats in milliseconds, without and with sign; nil if none match.
    package var error: Double?
    package var bias: Double?

    /// Times are in seconds and ascending; there are at least two true beats.
    package init(truth: [Double], trueDownbeats: [Double], found: [Double], foundDownbeats: [Double]) {
        let differences = Self.match(truth, found, within: 0.07)
        f = Self.fMeasure(truth, found, within: 0.07)
        f25 = Self.fMeasure(truth, found, within: 0.025)
        cmlt = Continuity.share(of: found, in: truth)
        amlt = Continuity.levels(of: truth).map { Continuity.share(of: found, in: $0) }.max() ?? 0
        downbeatF = trueDownbeats.isEmpty ? nil : Self.fMeasure(trueDownbeats, foundDownbeats, within: 0.07)
        let (right, tempo) = (Self.tempo(truth), Self.tempo(found))
        accuracy1 = Self.isNear(tempo, right) ? 1 : 0
        accuracy2 = [1, 2, 3, 1 / 2.0, 1 / 3.0].contains { Self.isNear(tempo, right * $0) } ? 1 : 0
        error = Self.median(differences.map(abs)).map { $0 * 1000 }
        bias = Self.median(differences).map { $0 * 1000 }
    }

    /// Twice the number of matching pairs, divided by the number of beats in both lists; 0 if either list is empty.
    package static func fMeasure(_ truth: [Double], _ found: [Double], within window: Double) -> Double {
        guard !truth.isEmpty, !found.isEmpty else { return 0 }
        return 2 * Double(match(truth, found, within: window).count) / Double(truth.count + found.count)
    }

    /// The differences, found minus true, of as many pairs of beats within `window` seconds as possible; each beat is used once.
    static func match(_ truth: [Double], _ found: [Double], within window: Double) -> [Double] {
        var differences: [Double] = []
        var (right, other) = (0, 0)
        while right < truth.count, other < found.count {
            let difference = found[other] - truth[right]
            if abs(difference) <= window {
                differences.append(difference)
                right += 1
                other += 1
            } else if difference > 0 {
                right += 1
            } else {
                other += 1
            }
        }
        return differences
    }

    private static func tempo(_ beats: [Double]) -> Double {
        median(zip(beats, beats.dropFirst()).map { $1 - $0 }).map { 60 / $0 } ?? 0
    }

    private static func isNear(_ tempo: Double, _ right: Double) -> Bool { abs(tempo - right) <= 0.04 * right }

    private static func median(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}
