import Glibc

@testable import Analysis

/// A beat network with random weights, computed directly by its definition in double precision.
enum PlainNetwork {
    struct Layer {
        let layer: NetworkLayer
        let weights: [Float]
        let biases: [Float]
    }

    /// Three residual blocks of sixteen features between the input layers and the output layer.
    static func layers(seed: UInt64) -> [Layer] {
        var random = SeededNumbers(seed: seed)
        let shapes =
            [(3, 1, 116, 16), (3, 1, 16, 16)] + [1, 4, 16].flatMap { [(5, $0, 16, 16), (1, 1, 16, 16)] } + [(1, 1, 16, 2)]
        return shapes.map { taps, dilation, inputs, outputs in
            let spread = 2 / Float(taps * inputs).squareRoot()
            let weights = random.numbers(taps * inputs * outputs).map { $0 * spread }
            let biases = random.numbers(outputs)
            let layer = NetworkLayer(taps: taps, dilation: dilation, inputs: inputs, weights: weights, biases: biases)
            return Layer(layer: layer, weights: weights, biases: biases)
        }
    }

    static func evidence(of bands: [Float], layers: [Layer]) -> [[Double]] {
        let frames = stride(from: 0, to: bands.count, by: 58).map { bands[$0..<$0 + 58].map { Double($0) } }
        guard !frames.isEmpty else { return [] }
        let means = frames.map { $0.reduce(0, +) / 58 }
        let sorted = means.sorted()
        let median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
        let louder = means.filter { $0 >= median }
        let gain = 0.01 / max(louder.reduce(0, +) / Double(louder.count), 2e-5)
        let loudness = frames.map { $0.map { log10(1 + 1000 * $0 * gain) - 0.6 } }
        var rows = loudness.indices.map { frame in
            loudness[frame] + (0..<58).map { frame == 0 ? 0 : 1.5 * max(0, loudness[frame][$0] - loudness[frame - 1][$0]) }
        }
        rows = rectified(convolve(rectified(convolve(rows, layers[0])), layers[1]))
        for block in stride(from: 2, to: layers.count - 1, by: 2) {
            let added = convolve(rectified(convolve(rows, layers[block])), layers[block + 1])
            rows = zip(rows, added).map { zip($0, $1).map(+) }
        }
        return convolve(rectified(rows), layers[layers.count - 1]).map { $0.map { 1 / (1 + exp(-$0)) } }
    }

    private static func rectified(_ rows: [[Double]]) -> [[Double]] {
        rows.map { $0.map { max($0, 0) } }
    }

    private static func convolve(_ rows: [[Double]], _ layer: Layer) -> [[Double]] {
        let (taps, inputs, outputs) = (layer.layer.taps, layer.layer.inputs, layer.layer.outputs)
        return rows.indices.map { frame in
            var sums = layer.biases.map { Double($0) }
            for tap in 0..<taps {
                let other = frame + (tap - taps / 2) * layer.layer.dilation
                guard rows.indices.contains(other) else { continue }
                for input in 0..<inputs {
                    let value = rows[other][input]
                    let first = (tap * inputs + input) * outputs
                    for output in 0..<outputs { sums[output] += value * Double(layer.weights[first + output]) }
                }
            }
            return sums
        }
    }
}
