import Foundation

/// Generated test signals.
enum TestSignal {
    static func sine(_ frequency: Double, amplitude: Double, seconds: Double, rate: Int, phase: Double = 0) -> [Float] {
        (0..<Int(seconds * Double(rate))).map {
            Float(amplitude * sin(2 * .pi * frequency * Double($0) / Double(rate) + phase))
        }
    }

    /// Uniform noise between ± `amplitude`; the same seed gives the same noise.
    static func noise(_ amplitude: Float, count: Int, seed: UInt64) -> [Float] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (Float(state >> 40) / Float(1 << 23) - 1) * amplitude
        }
    }

    static func silence(seconds: Double, rate: Int) -> [Float] { Array(repeating: 0, count: Int(seconds * Double(rate))) }

    /// The linear amplitude of a level in decibels.
    static func amplitude(_ decibels: Double) -> Double { pow(10, decibels / 20) }

    /// Splits `count` samples into blocks of varying lengths.
    static func pieces(of count: Int, seed: UInt64) -> [Range<Int>] {
        var state = seed
        var start = 0
        var pieces: [Range<Int>] = []
        while start < count {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let length = state >> 62 == 0 ? Int(state >> 33 % 7) : Int(state >> 33 % 3000)
            pieces.append(start..<min(start + length, count))
            start = pieces[pieces.count - 1].upperBound
        }
        return pieces
    }
}
