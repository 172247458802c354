import Glibc

/// The click that marks a beat: a short decaying tone, higher on downbeats. It begins exactly at its first sample.
struct ClickSound {
    private static let seconds = 0.04
    private static let level: Float = 0.6

    let samples: [Float]

    init(isDownbeat: Bool, sampleRate: Int) {
        let frequency = isDownbeat ? 1760.0 : 1175.0
        let rate = Double(sampleRate)
        samples = (0..<Int(Self.seconds * rate)).map { index in
            let time = Double(index) / rate
            // A cosine, so that the first sample is already audible.
            return Self.level * Float(cos(2 * .pi * frequency * time) * exp(-time / 0.008))
        }
    }
}
