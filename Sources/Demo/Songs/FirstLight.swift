extension DemoSong {
    /// House in A minor at 124, after a pick-up of three sixteenths.
    static let firstLight = DemoSong(
        title: "First Light", genre: "House", score: Score(tempo: Tempo(124, lead: 0.5), meter: 4, bars: 36), play: FirstLight.play)
}

private enum FirstLight {
    static let chords: [Chord] = ["A2: C4 E4 G4 B4", "F2: C4 E4 G4 A4", "C3: B3 D4 E4 G4", "G2: B3 D4 E4 A4"]
    static let tune: Melody = """
        E5 - - - - - D5 - C5 - - - D5 - E5 - | G5 - - - - - E5 - C5 - - - - - . . |
        E5 - - - - - D5 - B4 - - - D5 - E5 - | D5 - - - - - B4 - A4 - - - - - . . |
        E5 - - A5 - - G5 - E5 - - - D5 - C5 - | C5 - - - E5 - G5 - A5 - - - - - . . |
        B5 - - - A5 - G5 - E5 - - - D5 - E5 - | D5 - - - - - E5 - D5 - B4 - A4 - - -
        """

    // The form, in bars.
    static let intro = 0..<4, verse = 4..<8, build = 8..<12, drop = 12..<20, rest = 20..<24, last = 24..<32, outro = 32..<36

    @Sendable static func play(_ score: Score) -> Stage {
        let end = score.end
        var desk = Desk(seconds: end + 3.1)
        let kicks = (0..<36).filter { !rest.contains($0) }
        let kick = score.hits("X...x...X...x...", in: kicks, loose: 0.03) + score.hits("X", in: 36..<37)
        let pump = Pump(kick.map(\.seconds), depth: 0.62, seconds: 0.3)

        desk.record(.init(level: 0.8, room: 0.01)) { stage in
            for hit in kick { stage.play(Kick(), at: hit.seconds, level: hit.strength) }
        }
        desk.record(.init(level: 0.5, room: 0.1)) { stage in
            let claps = Array(verse) + Array(build) + Array(drop) + Array(last) + Array(outro.dropLast())
            for hit in score.hits("....X.......X...", in: claps) {
                stage.play(Clap(number: hit.number), at: hit.seconds, level: hit.strength * 0.8)
            }
            for hit in score.hits("x.x.x.x.xxxxXXXX", in: [11, 23], seed: 5) {
                stage.play(
                    Snare(number: hit.number, ring: 0.06), at: hit.seconds,
                    level: hit.strength * 0.5 * Float(hit.number % 12 + 4) / 16)
            }
        }
        desk.record(.init(level: 0.34, room: 0.03)) { stage in
            for hit in score.hits("..x...x...x...x.", in: 2..<36, seed: 2) where !rest.contains(Int(hit.number / 4) + 2) {
                stage.play(Cymbal(.openHat, number: hit.number), at: hit.seconds, level: hit.strength * 0.7, pan: 0.15)
            }
            for hit in score.hits("xoxoxoxoxoxoxoxo", in: verse.lowerBound..<36, swing: 0.12, seed: 3) {
                stage.play(Cymbal(.closedHat, number: hit.number), at: hit.seconds, level: hit.strength * 0.6, pan: -0.25)
            }
            for bar in [12, 16, 24, 28, 36] {
                stage.play(Cymbal(.crash, number: bar), at: score.seconds(bar: bar), level: 0.8, pan: 0.3)
            }
            stage.play(Riser(seconds: score.seconds(bar: 12) - score.seconds(bar: 8)), at: score.seconds(bar: 8), level: 0.9)
            stage.play(Riser(seconds: score.seconds(bar: 24) - score.seconds(bar: 21)), at: score.seconds(bar: 21), level: 0.9)
        }
        desk.record(.init(level: 0.42, pump: pump)) { stage in
            let bars = Array(verse) + Array(build) + Array(drop) + Array(last) + Array(outro)
            for hit in score.hits("X..x..x...x..xx.", in: bars, seed: 4) {
                let bar = bars[hit.number / 6]
                let pitch = chords[bar % 4].bass
                let isHigh = hit.number % 6 == 4
                stage.play(Bass(isHigh ? pitch : pitch.down(12), held: 0.17), at: hit.seconds, level: hit.strength)
            }
            stage.play(Bass(chords[0].bass.down(12), held: 2.5), at: end, level: 0.9)
        }
        let light = Curve(score, [(0, 2.2), (8, 3.4), (12, 5.2), (20, 5.4), (20.5, 3.6), (24, 5.6), (32, 5.4), (36, 3.6)])
        desk.record(.init(level: 0.2, room: 0.14, echo: 0.12, brightness: light, pump: pump)) { stage in
            for hit in score.hits("X..x..x...x..x..", in: 0..<36, seed: 6) {
                // The first chord of a bar is held: it brings the new harmony.
                let held = hit.number % 5 == 0 ? 0.6 : 0.22
                stage.keys(chords[hit.number / 5 % 4], at: hit.seconds, held: held, level: hit.strength * (held > 0.5 ? 1.1 : 0.8))
            }
            stage.keys(chords[0], at: end, held: 3, level: 1, ring: 1.6)
        }
        desk.record(.init(level: 0.16, room: 0.2, brightness: light, pump: pump)) { stage in
            for bar in 4..<36 {
                stage.pad(
                    chords[bar % 4], from: score.seconds(bar: bar), to: score.seconds(bar: bar + 1), level: 0.5, rise: 0.25,
                    release: 0.5)
            }
            stage.pad(chords[0], from: end, to: end + 1.8, level: 0.5, rise: 0.05, release: 2)
        }
        desk.record(.init(level: 0.24, room: 0.2, echo: 0.3)) { stage in
            for (step, pitch) in [(-3, "G4"), (-2, "A4"), (-1, "B4")] as [(Double, Pitch)] {
                stage.play(Pluck(pitch), at: score.seconds(bar: step / 16), level: 0.8)
            }
            for hit in score.hits("X.x.X.x.X.x.X.x.", in: rest, seed: 7) {
                let voices = chords[hit.number / 8 % 4].voices
                stage.play(
                    Pluck(voices[[0, 2, 1, 3][hit.number % 4]].up(12)), at: hit.seconds, level: hit.strength,
                    pan: hit.number % 2 == 0 ? -0.4 : 0.4)
            }
        }
        desk.record(.init(level: 0.2, room: 0.16, echo: 0.3)) { stage in
            for start in [drop.lowerBound, last.lowerBound] {
                for note in score.notes(tune, from: start) {
                    stage.play(Lead(note.pitch, held: note.length * 0.92), at: note.seconds, level: note.strength)
                }
            }
        }
        let beat = score.seconds(bar: 0.25) - score.seconds(bar: 0)
        return desk.finish(
            gain: 1, room: Room(seconds: 1.7), echo: Echo(seconds: beat * 0.75, feedback: 0.42), fade: (end + 0.8)...(end + 3))
    }
}
