import Foundation

/// Sounds with known samples.
enum Sound {
    /// Pseudorandom numbers (SplitMix64).
    struct Generator: RandomNumberGenerator {
        private var state: UInt64

        init(seed: UInt64) {
            state = seed
        }

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }

    static func sine(_ frequency: Double, amplitude: Double = 0.5, rate: Int, count: Int) -> [Float] {
        (0..<count).map { Float(amplitude * sin(2 * .pi * frequency * Double($0) / Double(rate))) }
    }

    /// Samples that a WAV file of `bits` stores exactly.
    static func noise(seed: UInt64, bits: Int, count: Int) -> [Float] {
        var generator = Generator(seed: seed)
        let top = Float(Int64(1) << (min(bits, 24) - 1))
        return (0..<count).map { _ in Float.random(in: -0.9...0.9, using: &generator) }.map { ($0 * top).rounded() / top }
    }

    /// Silence with a burst of 3 milliseconds centred on each of `times` (in seconds).
    static func clicks(at times: [Double], rate: Int, count: Int) -> [Float] {
        var samples = [Float](repeating: 0, count: count)
        let half = rate * 3 / 2_000
        for time in times {
            let middle = Int((time * Double(rate)).rounded())
            for offset in -half...half where samples.indices.contains(middle + offset) {
                let envelope = 0.5 + 0.5 * cos(.pi * Double(offset) / Double(half))
                samples[middle + offset] = Float(0.7 * envelope * cos(2 * .pi * 2_000 * Double(offset) / Double(rate)))
            }
        }
        return samples
    }

    /// The centre of the energy within 20 milliseconds of `time`, in seconds, and that energy.
    static func centre(of samples: [Float], around time: Double, rate: Int) -> (time: Double, energy: Double) {
        let middle = Int(time * Double(rate))
        let half = rate / 50
        var energy = 0.0
        var moment = 0.0
        for index in max(0, middle - half)..<max(0, min(samples.count, middle + half)) {
            let power = Double(samples[index]) * Double(samples[index])
            energy += power
            moment += power * Double(index)
        }
        return (energy > 0 ? moment / energy / Double(rate) : 0, energy)
    }

    static func rootMeanSquare(_ samples: ArraySlice<Float>) -> Double {
        (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count))).squareRoot()
    }
}
