import Glibc

/// Decides at which level a grid is read, and where its bars begin.
struct BarReader: Sendable {
    /// A grid with its bars.
    struct Reading: Sendable {
        var pulses: [BeatDecoder.Pulse]
        /// Beats in most bars.
        var metre: Int
        /// The mean logit of "this is the beat that listeners tap".
        var levelLogit: Double
        /// The mean probability of the downbeats.
        var barProbability: Double
    }

    /// How much better another level must be than that of the decoder, as a logit.
    private static let reluctance: Float = 2

    private let network = ResidualNetwork.embedded(.bars)

    /// Reads a grid whose times count from the start of `sound`; with fewer than two beats, there is nothing to read.
    func read(_ times: [Double], in sound: @autoclosure () -> BarSound) -> Reading {
        guard times.count > 1 else { return Reading(pulses: [], metre: 0, levelLogit: 0, barProbability: 0) }
        let sound = sound()
        var best: (times: [Double], downbeats: [Float], level: Float) = (times, [], -.infinity)
        for (index, reading) in GridReadings(of: times).all.enumerated() {
            let logits = network.logits(of: BarRows(of: reading, in: sound))
            let level = logits.second.reduce(0, +) / Float(reading.count) - (index == 0 ? 0 : Self.reluctance)
            if level > best.level { best = (reading, logits.first, level) }
        }
        let bars = BarPath(logits: best.downbeats)
        var votes = MetreVotes()
        for beats in bars.metre { votes.add(1, for: beats) }
        return Reading(
            pulses: zip(best.times, bars.places).map { BeatDecoder.Pulse(time: $0, position: $1 + 1) },
            metre: votes.winner,
            levelLogit: Double(best.level), barProbability: bars.probability)
    }
}
