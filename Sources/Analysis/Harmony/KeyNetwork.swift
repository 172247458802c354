import Glibc
import Music

/// Tells from pitch classes how likely each key is. `Tests/Training/keys.py` trains it.
///
/// Each block is compared to sixteen chords at each of twelve roots. The means over all blocks are compared to a pattern of major keys and one
/// of minor keys at each of twelve tonics, and their shape tells whether there is a key at all. Sound that is transposed by a semitone
/// gives the same numbers, one place further.
struct KeyNetwork {
    /// What was heard so far; sounds of any length take the same space.
    struct Heard {
        fileprivate var sums: [Float]
        fileprivate var blocks = 0

        fileprivate init(count: Int) {
            sums = Array(repeating: 0, count: count)
        }
    }

    /// The likelihood of keys; together with that of none they sum to 1.
    struct Chances {
        /// Major keys from C on, then minor ones.
        let keys: [Float]
        let none: Float

        var likeliest: KeyReading {
            let best = keys.indices.max { keys[$0] < keys[$1] } ?? 0
            return KeyReading(key: MusicalKey(tonic: best % 12, isMinor: best >= 12), confidence: keys[best])
        }
    }

    private static let tonics = 12
    private static let inputs = 2

    private let chords: NetworkLayer
    private let keys: NetworkLayer
    private let shape: NetworkLayer
    private let none: NetworkLayer

    /// The embedded network.
    static let current = KeyNetwork(WeightsFile.embedded(.keys).layers)

    private init(_ layers: [NetworkLayer]) {
        precondition(layers.count == 4, "the key network has four layers")
        (chords, keys, shape, none) = (layers[0], layers[1], layers[2], layers[3])
        precondition(chords.inputs == Self.inputs && keys.inputs == width && keys.outputs == 2, "the layers of the key network fit")
        precondition(shape.inputs == 2 * width && none.inputs == shape.outputs, "the layers of the key network fit")
    }

    /// Numbers for each pitch class: the chords, then bass and treble.
    private var width: Int { chords.outputs + Self.inputs }

    func silence() -> Heard { Heard(count: Self.tonics * width) }

    /// Adds blocks of `PitchClasses`.
    func hear(_ blocks: [Float], into heard: inout Heard) {
        for start in stride(from: 0, to: blocks.count, by: PitchClasses.width) {
            let ring = Array(blocks[start..<start + PitchClasses.width])
            let likeness = chords.around(ring)
            for place in 0..<Self.tonics {
                for chord in 0..<chords.outputs {
                    heard.sums[place * width + chord] += max(likeness[place * chords.width + chord], 0)
                }
                for input in 0..<Self.inputs {
                    heard.sums[place * width + chords.outputs + input] += ring[place * Self.inputs + input]
                }
            }
            heard.blocks += 1
        }
    }

    func chances(of heard: Heard) -> Chances {
        let means = heard.sums.map { $0 / Float(max(heard.blocks, 1)) }
        let likeness = keys.around(means)
        let scores = (0..<2).flatMap { mode in (0..<Self.tonics).map { likeness[$0 * keys.width + mode] } }
        let noKey = none.sums(of: shape.sums(of: moments(of: means), count: 1)[..<shape.outputs].map { max($0, 0) }, count: 1)[0]
        let highest = max(scores.reduce(noKey, max), noKey)
        let powers = (scores + [noKey]).map { exp($0 - highest) }
        let total = powers.reduce(0, +)
        return Chances(keys: powers.dropLast().map { $0 / total }, none: powers[powers.count - 1] / total)
    }

    /// The mean over the twelve pitch classes of each number, then their deviations.
    private func moments(of means: [Float]) -> [Float] {
        let columns = (0..<width).map { column in (0..<Self.tonics).map { means[$0 * width + column] } }
        let centres = columns.map { $0.reduce(0, +) / Float(Self.tonics) }
        let deviations = zip(columns, centres).map { column, centre in
            let squares = column.reduce(Float(0)) { $0 + ($1 - centre) * ($1 - centre) }
            return (squares / Float(Self.tonics - 1)).squareRoot()
        }
        return centres + deviations
    }
}
