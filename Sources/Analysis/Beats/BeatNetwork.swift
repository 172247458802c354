/// A small neural network, trained on synthesized music, that finds where beats and bars begin.
package struct BeatNetwork: Sendable {
    private let network: ResidualNetwork

    /// The embedded network.
    package static let current = BeatNetwork(network: .embedded(.beats, inputs: BeatNetworkInput.width))

    private init(network: ResidualNetwork) {
        self.network = network
    }

    /// Reads a network from the bytes of a weights file.
    package init(weights: Span<UInt8>) throws(WeightsError) {
        let (layers, version) = try WeightsFile.layers(in: weights)
        try self.init(layers: layers, version: version)
    }

    package init(layers: [NetworkLayer], version: Int) throws(WeightsError) {
        network = try ResidualNetwork(layers: layers, version: version, inputs: BeatNetworkInput.width)
    }

    /// Version of the weights.
    package var version: Int { network.version }

    /// Receptive field: the evidence of a frame depends on this many frames before and after it, and on the overall level.
    package var reach: Int { network.reach }

    /// Multiply-adds for each frame.
    package var multiplications: Int { network.multiplications }

    /// The evidence at every frame of a `BandSpectrum`. The overall level is normalized first, so pass a whole track, or minutes of it.
    package func evidence(of bands: [Float]) -> BeatEvidence {
        let logits = network.logits(of: BeatNetworkInput(bands: bands))
        return BeatEvidence(beat: logits.first.map(logistic), downbeat: logits.second.map(logistic))
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
