import Glibc

/// A beat and its place in the bar.
struct PlacedBeat: Equatable, Sendable {
    /// In seconds.
    var time: Double
    /// 1 on the downbeat.
    var position: Int
}

/// Decides at which level a grid is read, and where its bars begin.
struct BarReader: Sendable {
    /// A grid with its bars.
    struct Reading: Sendable {
        var beats: [PlacedBeat]
        /// Beats in most bars.
        var metre: Int
        /// Beats in the last bar.
        var lastMetre: Int
        /// The mean logit of "this is the beat that listeners tap".
        var levelLogit: Double
        /// How much higher this logit is than that of the best faster reading by three; infinite where there is none.
        var leadOverFaster = Double.infinity
        /// The same for the best slower one.
        var leadOverSlower = Double.infinity
        /// The mean probability of the downbeats.
        var barProbability: Double
    }

    /// What speaks for a reading beside what the network hears, as logits.
    struct Leaning {
        /// For a level at which the beats have these times; the first is that of the decoder.
        var level: (_ times: [Double], _ isFirst: Bool) -> Float
        /// For a downbeat at each of these beats.
        var downbeats: (_ times: [Double]) -> [Float]

        /// For the level of the decoder, as in a whole track.
        static var decoder: Leaning { Leaning(level: { _, isFirst in isFirst ? 0 : -1 }, downbeats: { $0.map { _ in 0 } }) }
    }

    /// Intervals of readings by three, compared to that of a reading: music in three that is heard in ones or in twos has faster beats, and
    /// music in one or in two that is heard in three has slower ones.
    private static let fasterByThree = [1.0 / 3, 2.0 / 3]
    private static let slowerByThree = [3.0, 3.0 / 2]
    private static let sameRatio = 0.08

    private let network = ResidualNetwork.embedded(.bars, inputs: BarRows.width)

    /// The mean logit of "this is the beat that listeners tap" of a grid whose times count from the start of `sound`; it has at least two.
    func level(of times: [Double], in sound: BarSound) -> Float {
        Self.level(network.logits(of: BarRows(of: times, in: sound)))
    }

    private static func level(_ logits: (first: [Float], second: [Float])) -> Float {
        logits.second.reduce(0, +) / Float(logits.second.count)
    }

    /// Reads a grid whose times count from the start of `sound`; with fewer than two beats, there is nothing to read.
    func read(_ times: [Double], in sound: BarSound, leaning: Leaning = .decoder) -> Reading {
        guard times.count > 1 else { return Reading(beats: [], metre: 0, lastMetre: 0, levelLogit: 0, barProbability: 0) }
        var best: (times: [Double], downbeats: [Float], level: Float) = (times, [], -.infinity)
        var levels: [(interval: Double, level: Float)] = []
        for (index, reading) in GridReadings(of: times).all.enumerated() {
            let logits = network.logits(of: BarRows(of: reading, in: sound))
            let level = Self.level(logits) + leaning.level(reading, index == 0)
            levels.append((GridReadings.medianInterval(reading), level))
            if level > best.level { best = (reading, logits.first, level) }
        }
        let bars = BarPath(logits: zip(best.downbeats, leaning.downbeats(best.times)).map { $0 + $1 })
        var votes = MetreVotes()
        for beats in bars.metre { votes.add(1, for: beats) }
        let leads = Self.leads(of: (GridReadings.medianInterval(best.times), best.level), among: levels)
        return Reading(
            beats: zip(best.times, bars.places).map { PlacedBeat(time: $0, position: $1 + 1) },
            metre: votes.winner, lastMetre: bars.metre.last ?? 0,
            levelLogit: Double(best.level),
            leadOverFaster: leads.overFaster, leadOverSlower: leads.overSlower,
            barProbability: bars.probability)
    }

    /// How much higher a level is than the best of the faster ones by three, and of the slower ones.
    static func leads(
        of best: (interval: Double, level: Float), among levels: [(interval: Double, level: Float)]
    ) -> (overFaster: Double, overSlower: Double) {
        func lead(_ ratios: [Double]) -> Double {
            let rivals = levels.filter { other in
                ratios.contains { abs(other.interval / best.interval / $0 - 1) < sameRatio }
            }
            return Double(best.level - (rivals.map(\.level).max() ?? -.infinity))
        }
        return (lead(fasterByThree), lead(slowerByThree))
    }
}
