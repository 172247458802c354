extension Groove {
    /// Twelve styles with known beats, for the benchmarks and the tests.
    package static let styles: [Groove] = [
        Groove(
            "click", beatsPerBar: 4, tempo: 100, [Hit(.click, 0), Hit(.click, 1, 0.6), Hit(.click, 2, 0.6), Hit(.click, 3, 0.6)]),
        Groove(
            "rock", beatsPerBar: 4, tempo: 118, backbeat + every(0.5, of: 4, .hat) + [Hit(.bass, 0), Hit(.bass, 2), Hit(.chord, 0)]),
        Groove(
            "house", beatsPerBar: 4, tempo: 124,
            every(1, of: 4, .kick) + off(of: 4, .openHat) + off(of: 4, .bass) + [Hit(.clap, 1), Hit(.clap, 3), Hit(.chord, 0)]),
        Groove(
            "halftime", beatsPerBar: 4, tempo: 140,
            [Hit(.kick, 0), Hit(.snare, 2), Hit(.kick, 2.5), Hit(.bass, 0)] + every(0.5, of: 4, .hat)),
        Groove(
            "breakbeat", beatsPerBar: 4, tempo: 170,
            [Hit(.kick, 0), Hit(.snare, 1), Hit(.kick, 2.5), Hit(.snare, 3), Hit(.bass, 0)] + every(0.5, of: 4, .hat)),
        Groove(
            "swing", beatsPerBar: 4, tempo: 150,
            every(1, of: 4, .bass) + [
                Hit(.hat, 0), Hit(.hat, 1), Hit(.hat, 1.66), Hit(.hat, 2), Hit(.hat, 3), Hit(.hat, 3.66), Hit(.chord, 1.66, 0.6),
            ]),
        Groove(
            "shuffle", beatsPerBar: 4, tempo: 96,
            backbeat + every(1, of: 4, .hat) + [0, 1, 2, 3].map { Hit(.hat, $0 + 0.66, 0.7) } + every(1, of: 4, .bass)),
        Groove(
            "waltz", beatsPerBar: 3, tempo: 144,
            [Hit(.bass, 0), Hit(.kick, 0), Hit(.chord, 1), Hit(.chord, 2), Hit(.hat, 1), Hit(.hat, 2)]),
        Groove(
            "six-eight", beatsPerBar: 2, tempo: 60,
            [Hit(.kick, 0), Hit(.snare, 1), Hit(.bass, 0), Hit(.chord, 0), Hit(.chord, 1)] + every(1.0 / 3, of: 2, .hat)),
        Groove(
            "five-four", beatsPerBar: 5, tempo: 132,
            [Hit(.kick, 0), Hit(.bass, 0), Hit(.snare, 3), Hit(.kick, 2), Hit(.chord, 0)] + every(1, of: 5, .hat)),
        Groove("accelerando", beatsPerBar: 4, tempo: 96, to: 132, backbeat + every(0.5, of: 4, .hat) + every(1, of: 4, .bass)),
        Groove(
            "bare", beatsPerBar: 4, tempo: 84,
            [Hit(.kick, 0), Hit(.snare, 1), Hit(.kick, 2), Hit(.snare, 3), Hit(.chord, 0), Hit(.chord, 2)]),
    ]

    private static let backbeat = [Hit(.kick, 0), Hit(.snare, 1), Hit(.kick, 2), Hit(.snare, 3)]

    private static func every(_ step: Double, of beats: Int, _ voice: Hit.Voice) -> [Hit] {
        (0..<Int((Double(beats) / step).rounded())).map { Hit(voice, Double($0) * step, $0 % 2 == 0 ? 1 : 0.7) }
    }

    private static func off(of beats: Int, _ voice: Hit.Voice) -> [Hit] {
        (0..<beats).map { Hit(voice, Double($0) + 0.5) }
    }
}
