extension DemoSong {
    /// Drum and bass in F minor at 174.
    static let undertow = DemoSong(
        title: "Undertow", genre: "Drum and Bass", score: Score(tempo: Tempo(174, lead: 0.3), meter: 4, bars: 48),
        play: Undertow.play)
}

private enum Undertow {
    /// Two bars each.
    static let chords: [Chord] = ["F1: Ab3 C4 Eb4 G4", "Db2: Ab3 C4 Eb4 F4", "Ab1: Ab3 C4 Eb4 G4", "Eb2: G3 Bb3 C4 F4"]
    static let tune: Melody = """
        C5 - - - - - - - | - - G5 - F5 - Eb5 - | F5 - - - - - - - | - - Eb5 - C5 - Bb4 - |
        C5 - - - - - - - | - - Eb5 - G5 - Ab5 - | G5 - - - - - F5 - | - - Eb5 - F5 - G5 -
        """

    // The form, in bars.
    static let intro = 0..<8, build = 8..<12, drop = 12..<28, rest = 28..<36, last = 36..<44, outro = 44..<48

    static func chord(_ bar: Int) -> Chord { chords[(bar + (bar >= 12 ? 4 : 0)) / 2 % 4] }

    @Sendable static func play(_ score: Score) -> Stage {
        let end = score.end
        var desk = Desk(seconds: end + 3.1)
        let loud = Array(drop) + Array(last)
        let beaten = (0..<48).filter { !rest.contains($0) }
        let kicks =
            score.hits("X.........x.....", in: beaten.filter { $0 % 2 == 0 }, loose: 0.04)
            + score.hits("X.....x...x.....", in: beaten.filter { $0 % 2 == 1 }, loose: 0.04) + score.hits("X", in: 48..<49)
        let snares = score.hits("....X.......X...", in: build.lowerBound..<48, loose: 0.04, seed: 22)
        let pump = Pump(kicks.map(\.seconds).sorted(), depth: 0.5, seconds: 0.16)

        desk.record(.init(level: 0.85, room: 0.01)) { stage in
            for hit in kicks { stage.play(Kick(hertz: 52, ring: 0.085, click: 0.4), at: hit.seconds, level: hit.strength) }
        }
        desk.record(.init(level: 0.66, room: 0.07)) { stage in
            for hit in snares where !rest.contains(hit.number / 2 + 8) {
                stage.play(Snare(number: hit.number, hertz: 205), at: hit.seconds, level: hit.strength)
            }
            for hit in score.hits(".......o.o.....o", in: loud, loose: 0.2, seed: 23) {
                stage.play(Snare(number: hit.number, hertz: 205, ring: 0.05), at: hit.seconds, level: hit.strength * 0.6, pan: 0.1)
            }
            for hit in score.hits("....x.......x...", in: Array(intro) + Array(rest), seed: 24) {
                stage.play(Rim(number: hit.number), at: hit.seconds, level: hit.strength * 0.8)
            }
            for hit in score.hits("x.x.x.x.xxxxXXXX", in: [11, 35], seed: 25) {
                stage.play(
                    Snare(number: hit.number, ring: 0.05), at: hit.seconds,
                    level: hit.strength * 0.6 * Float(hit.number % 12 + 4) / 16)
            }
        }
        desk.record(.init(level: 0.3, room: 0.03)) { stage in
            for hit in score.hits("X.x.X.x.X.x.X.x.", in: 0..<48, seed: 26) {
                stage.play(Cymbal(.closedHat, number: hit.number), at: hit.seconds, level: hit.strength * 0.8, pan: -0.2)
            }
            for hit in score.hits("x...x...x...x...", in: last, seed: 27) {
                stage.play(Cymbal(.ride, number: hit.number), at: hit.seconds, level: hit.strength * 0.6, pan: 0.3)
            }
            for bar in [12, 20, 28, 36, 44, 48] {
                stage.play(Cymbal(.crash, number: bar), at: score.seconds(bar: bar), level: 0.8, pan: 0.25)
            }
            for (from, to) in [(8, 12), (32, 36)] {
                stage.play(
                    Riser(seconds: score.seconds(bar: to) - score.seconds(bar: from)), at: score.seconds(bar: from), level: 0.8)
            }
        }
        desk.record(.init(level: 0.46, pump: pump)) { stage in
            let bar = score.seconds(bar: 1) - score.seconds(bar: 0)
            for start in stride(from: 8, to: 48, by: 2) where !rest.contains(start) {
                let pitch = chord(start).bass
                let at = score.seconds(bar: start)
                stage.play(Reese(pitch, held: bar * 0.6, wander: 2 / bar), at: at, level: 1)
                stage.play(Reese(pitch, held: bar * 0.32, wander: 4 / bar), at: at + bar * 0.625, level: 0.85)
                stage.play(Reese(pitch, held: bar * 0.7, wander: 3 / bar), at: at + bar, level: 0.95)
                stage.play(
                    Reese(pitch.up(start % 4 == 2 ? 7 : 12), held: bar * 0.17, wander: 6 / bar), at: at + bar * 1.75, level: 0.7)
            }
            stage.play(Reese("F1", held: 2.5, wander: 0.8), at: end, level: 0.8)
        }
        let water = Curve(score, [(0, 2.6), (8, 3.6), (12, 4.6), (28, 5), (28.5, 3), (36, 5.6), (44, 4.6), (48, 3)])
        desk.record(.init(level: 0.2, room: 0.26, brightness: water, pump: pump)) { stage in
            for bar in stride(from: 0, to: 48, by: 2) {
                stage.pad(
                    chord(bar), from: score.seconds(bar: bar), to: score.seconds(bar: bar + 2), level: 0.5, rise: 0.25, release: 0.7
                )
            }
            stage.pad(chords[0], from: end, to: end + 1.8, level: 0.5, rise: 0.05, release: 2)
        }
        desk.record(.init(level: 0.26, room: 0.22, echo: 0.3, brightness: water)) { stage in
            for hit in score.hits("X..x..x.X..x..x.", in: Array(intro) + Array(build) + Array(rest), seed: 28) {
                let bars = Array(intro) + Array(build) + Array(rest)
                let voices = chord(bars[hit.number / 6]).voices
                stage.play(
                    Pluck(voices[[0, 2, 3, 1, 3, 2][hit.number % 6]].up(12)), at: hit.seconds, level: hit.strength,
                    pan: hit.number % 2 == 0 ? -0.4 : 0.4)
            }
            for hit in score.hits("X", in: stride(from: 0, to: 49, by: 2), seed: 29) {
                stage.keys(chord(hit.number * 2), at: hit.seconds, held: 1.5, level: hit.strength * 0.6, ring: 1.4)
            }
        }
        desk.record(.init(level: 0.2, room: 0.2, echo: 0.3)) { stage in
            for start in [20, 36] {
                for note in score.notes(tune, from: start, seed: 30) {
                    stage.play(
                        Lead(note.pitch, held: note.length * 0.92, brightness: 1_700), at: note.seconds, level: note.strength)
                }
            }
        }
        let beat = score.seconds(bar: 0.25) - score.seconds(bar: 0)
        return desk.finish(
            gain: 1, room: Room(seconds: 2), echo: Echo(seconds: beat * 1.5, feedback: 0.4), fade: (end + 0.8)...(end + 3))
    }
}
