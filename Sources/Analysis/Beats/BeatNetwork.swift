/// A small neural network, trained on synthesized music, that finds where beats and bars begin.
///
/// Two convolutions compute the features of each frame. Residual blocks with doubling dilation extend the context to 20 s around it.
/// The last layer gives the evidence for a beat and for a downbeat.
package struct BeatNetwork: Sendable {
    /// Version of the weights.
    package let version: Int

    private let hearing: [BeatNetworkLayer]
    private let blocks: [(look: BeatNetworkLayer, mix: BeatNetworkLayer)]
    private let saying: BeatNetworkLayer

    /// Frames processed at a time; a multiple of the three that a layer processes at once.
    private static let tile = 240

    /// The embedded network.
    package static let current: BeatNetwork = {
        do {
            let (layers, version) = try BeatNetworkFile.embedded()
            return try BeatNetwork(layers: layers, version: version)
        } catch {
            preconditionFailure("the beat network inside this program cannot be used: \(error)")
        }
    }()

    /// Reads a network from the bytes of a weights file.
    package init(weights: Span<UInt8>) throws(BeatNetworkError) {
        let (layers, version) = try BeatNetworkFile.layers(in: weights)
        try self.init(layers: layers, version: version)
    }

    /// Layers in order: two input layers, pairs of a dilated and a pointwise one, an output layer.
    package init(layers: [BeatNetworkLayer], version: Int) throws(BeatNetworkError) {
        guard layers.count >= 3, layers.count % 2 == 1 else { throw .unfitLayer(layers.count) }
        var width = BeatNetworkInput.width
        for (index, layer) in layers.enumerated() {
            let last = index == layers.count - 1
            guard layer.inputs == width, layer.taps % 2 == 1, last ? layer.outputs == 2 : layer.outputs == layer.width else {
                throw .unfitLayer(index)
            }
            // From the third on, layers before the last keep the width of their rows; every second one and the last are
            // pointwise.
            if index >= 2, !last, layer.outputs != width { throw .unfitLayer(index) }
            if index >= 3 && index % 2 == 1 || last, layer.taps != 1 { throw .unfitLayer(index) }
            width = layer.outputs
        }
        self.version = version
        hearing = Array(layers[0..<2])
        blocks = stride(from: 2, to: layers.count - 1, by: 2).map { (layers[$0], layers[$0 + 1]) }
        saying = layers[layers.count - 1]
    }

    /// Receptive field: the evidence of a frame depends on this many frames before and after it, and on the overall level.
    package var reach: Int {
        (hearing + blocks.map(\.look)).reduce(1) { $0 + $1.reach }
    }

    /// Multiply-adds for each frame.
    package var multiplications: Int {
        (hearing + blocks.flatMap { [$0.look, $0.mix] } + [saying]).reduce(0) { $0 + $1.taps * $1.inputs * $1.outputs }
    }

    /// The evidence at every frame of a `BandSpectrum`. The overall level is normalized first, so pass a whole track, or minutes of it.
    package func evidence(of bands: [Float]) -> BeatEvidence {
        let input = BeatNetworkInput(bands: bands)
        let width = hearing[1].outputs
        // Zero padding, as long as the largest reach of a block.
        let margin = blocks.map(\.look.reach).max() ?? 0
        var rows = [Float](repeating: 0, count: (input.count + 2 * margin) * width)
        var seen = [Float](repeating: 0, count: input.count * width)
        unsafe rows.withUnsafeMutableBufferPointer { rows in
            unsafe seen.withUnsafeMutableBufferPointer { seen in
                guard let start = rows.baseAddress, let seen = seen.baseAddress else { return }
                let rows = unsafe start + margin * width
                unsafe hear(input, into: rows)
                for block in blocks {
                    unsafe block.look.convolve(rows, count: input.count, into: seen, finish: .rectified)
                    unsafe block.mix.convolve(seen, count: input.count, into: rows, finish: .added)
                }
            }
        }
        return say(rows[margin * width..<(margin + input.count) * width])
    }

    /// Computes the features of every frame. The caller guarantees room for as many rows as the input has.
    private func hear(_ input: BeatNetworkInput, into rows: UnsafeMutablePointer<Float>) {
        let (first, second) = (hearing[0], hearing[1])
        let margin = first.reach + second.reach
        var heard = [Float](repeating: 0, count: (Self.tile + 2 * margin) * first.inputs)
        var features = [Float](repeating: 0, count: (Self.tile + 2 * second.reach) * first.outputs)
        for start in stride(from: 0, to: input.count, by: Self.tile) {
            let end = min(start + Self.tile, input.count)
            input.write(start - margin..<end + margin, into: &heard)
            unsafe heard.withUnsafeBufferPointer { heard in
                unsafe features.withUnsafeMutableBufferPointer { features in
                    guard let heard = heard.baseAddress, let features = features.baseAddress else { return }
                    unsafe first.convolve(
                        heard + first.reach * first.inputs, count: end - start + 2 * second.reach, into: features,
                        finish: .rectified)
                    // The second layer sees zeros before the first frame and after the last.
                    for frame in start - second.reach..<end + second.reach where frame < 0 || frame >= input.count {
                        let row = unsafe features + (frame - start + second.reach) * first.outputs
                        unsafe row.update(repeating: 0, count: first.outputs)
                    }
                    unsafe second.convolve(
                        features + second.reach * first.outputs, count: end - start, into: rows + start * second.outputs,
                        finish: .rectified)
                }
            }
        }
    }

    /// Computes the evidence from rows of features.
    private func say(_ rows: ArraySlice<Float>) -> BeatEvidence {
        let rectified = rows.map { max($0, 0) }
        let count = rectified.count / saying.inputs
        var verdicts = [Float](repeating: 0, count: count * saying.width)
        unsafe rectified.withUnsafeBufferPointer { rectified in
            unsafe verdicts.withUnsafeMutableBufferPointer { verdicts in
                guard let rectified = rectified.baseAddress, let verdicts = verdicts.baseAddress else { return }
                unsafe saying.convolve(rectified, count: count, into: verdicts, finish: .plain)
            }
        }
        return BeatEvidence(
            beat: (0..<count).map { logistic(verdicts[$0 * saying.width]) },
            downbeat: (0..<count).map { logistic(verdicts[$0 * saying.width + 1]) })
    }
}

/// 1 / (1 + e^-x) by basic arithmetic, which gives the same bits on every processor, unlike the C library's `exp`.
private func logistic(_ x: Float) -> Float {
    // Beyond ±80 the result is 0 or 1 in `Float`.
    let turned = -Double(max(-80, min(x, 80)))
    let halvings = (turned * 1.442_695_040_888_963_4).rounded()
    let rest = turned - halvings * 0.693_147_180_559_945_3
    // |rest| ≤ ½ ln 2: the first term left out of e^rest is below 1e-9.
    let terms: [8 of Double] = [1 / 5040, 1 / 720, 1 / 120, 1 / 24, 1 / 6, 0.5, 1, 1]
    var power = terms[0]
    for index in 1..<8 { power = power * rest + terms[index] }
    return Float(1 / (1 + Double(sign: .plus, exponent: Int(halvings), significand: power)))
}
