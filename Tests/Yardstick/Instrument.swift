import Glibc

/// The instruments of the synthesized music: a drum machine, a bass and an organ.
enum Instrument {
    static let rate = 44_100.0
    /// The roots of four bars, in semitones above C.
    private static let roots = [0, 9, 5, 7]

    static func play(
        _ voice: Groove.Hit.Voice, bar: Int, at time: Double, length: Double, level: Double, into sound: inout [Float]
    ) {
        let first = Int((time * rate).rounded())
        let seconds: Double
        switch voice {
        case .bass: seconds = length * 0.8
        case .chord: seconds = length * 1.2
        case .openHat: seconds = 0.3
        default: seconds = 0.2
        }
        let root = 65.41 * pow(2, Double(roots[bar % roots.count]) / 12)
        var noise = UInt64(truncatingIfNeeded: first) &* 2_654_435_761 | 1
        for index in 0..<Int(seconds * rate) where first + index < sound.count && first + index >= 0 {
            let moment = Double(index) / rate
            noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let hiss = Double(Int32(truncatingIfNeeded: noise >> 32)) / 2_147_483_648
            let value: Double
            switch voice {
            case .kick: value = sin(2 * .pi * (48 * moment + 4 * (1 - exp(-moment / 0.02)))) * exp(-moment / 0.09)
            case .snare: value = (hiss * 0.6 + 0.5 * sin(2 * .pi * 190 * moment)) * exp(-moment / 0.06)
            case .clap: value = hiss * 0.8 * exp(-moment / 0.05)
            case .hat: value = hiss * 0.3 * exp(-moment / 0.015)
            case .openHat: value = hiss * 0.3 * exp(-moment / 0.09)
            case .click: value = sin(2 * .pi * 1_500 * moment) * exp(-moment / 0.01)
            case .bass: value = 0.5 * tone(root, moment, harmonics: 4) * fade(moment, seconds)
            case .chord:
                value = 0.12 * [4.0, 5.04, 5.993].reduce(0) { $0 + tone(root * $1, moment, harmonics: 3) } * fade(moment, seconds)
            }
            sound[first + index] += Float(value * level * 0.5)
        }
    }

    private static func tone(_ frequency: Double, _ moment: Double, harmonics: Int) -> Double {
        (1...harmonics).reduce(0) { $0 + sin(2 * .pi * frequency * Double($1) * moment) / Double($1) }
    }

    private static func fade(_ moment: Double, _ seconds: Double) -> Double {
        min(1, moment / 0.004) * min(1, (seconds - moment) / 0.02)
    }
}
