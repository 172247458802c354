/// A neural network over rows of numbers that gives two logits for each row.
///
/// Two convolutions compute the features of each row. Residual blocks with growing dilation extend the context. The last layer gives
/// the logits.
struct ResidualNetwork: Sendable {
    /// Version of the weights.
    let version: Int

    private let hearing: [NetworkLayer]
    private let blocks: [(look: NetworkLayer, mix: NetworkLayer)]
    private let saying: NetworkLayer

    /// Rows processed at a time; a multiple of the three that a layer processes at once.
    private static let tile = 240

    /// A network inside this program. `inputs` is the length of a row.
    static func embedded(_ weights: WeightsFile.Embedded, inputs: Int) -> ResidualNetwork {
        let (layers, version) = WeightsFile.embedded(weights)
        do {
            return try ResidualNetwork(layers: layers, version: version, inputs: inputs)
        } catch {
            preconditionFailure("the network of \(weights) inside this program cannot be used: \(error)")
        }
    }

    /// Layers in order: two input layers, pairs of a dilated and a pointwise one, an output layer. `inputs` is the length of a row.
    init(layers: [NetworkLayer], version: Int, inputs: Int) throws(WeightsError) {
        guard layers.count >= 3, layers.count % 2 == 1 else { throw .unfitLayer(layers.count) }
        var width = inputs
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

    /// Receptive field: the logits of a row depend on this many rows before and after it.
    var reach: Int {
        (hearing + blocks.map(\.look)).reduce(1) { $0 + $1.reach }
    }

    /// Multiply-adds for each row.
    var multiplications: Int {
        (hearing + blocks.flatMap { [$0.look, $0.mix] } + [saying]).reduce(0) { $0 + $1.taps * $1.inputs * $1.outputs }
    }

    /// The two logits of every row.
    func logits(of input: some NetworkInput) -> (first: [Float], second: [Float]) {
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

    /// Computes the features of every row. The caller guarantees room for as many rows as the input has.
    private func hear(_ input: some NetworkInput, into rows: UnsafeMutablePointer<Float>) {
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

    /// Computes the logits from rows of features.
    private func say(_ rows: ArraySlice<Float>) -> (first: [Float], second: [Float]) {
        let rectified = rows.map { max($0, 0) }
        let count = rectified.count / saying.inputs
        var verdicts = [Float](repeating: 0, count: count * saying.width)
        unsafe rectified.withUnsafeBufferPointer { rectified in
            unsafe verdicts.withUnsafeMutableBufferPointer { verdicts in
                guard let rectified = rectified.baseAddress, let verdicts = verdicts.baseAddress else { return }
                unsafe saying.convolve(rectified, count: count, into: verdicts, finish: .plain)
            }
        }
        return ((0..<count).map { verdicts[$0 * saying.width] }, (0..<count).map { verdicts[$0 * saying.width + 1] })
    }
}

/// What a network is asked about: rows of numbers, made as they are needed.
protocol NetworkInput {
    /// Number of rows.
    var count: Int { get }
    /// Writes the rows of a range; rows before the first and after the last are zero.
    func write(_ range: Range<Int>, into rows: inout [Float])
}
