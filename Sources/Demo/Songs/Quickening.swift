extension DemoSong {
    /// In E minor, speeding up continuously from 90 to 130 beats a minute.
    static let quickening = DemoSong(
        title: "Quickening", genre: "Electronic", score: Score(tempo: Tempo(90, to: 130, over: 128, lead: 0.3), meter: 4, bars: 32),
        play: Quickening.play)
}

private enum Quickening {
    static let chords: [Chord] = ["E2: G3 B3 E4 F#4", "C3: G3 B3 E4 G4", "G2: G3 B3 D4 G4", "D3: F#3 A3 D4 F#4"]
    static let tune: Melody = """
        B4 - - - E5 - F#5 - | G5 - - - F#5 - E5 - | D5 - - - - - B4 - | A4 - - - D5 - - - |
        B4 - - - E5 - F#5 - | G5 - - - B5 - A5 - | G5 - - - D5 - E5 - | F#5 - - - A5 - - -
        """

    // The form, in bars.
    static let intro = 0..<4, verse = 4..<12, chorus = 12..<20, rest = 20..<24, last = 24..<32

    @Sendable static func play(_ score: Score) -> Stage {
        let end = score.end
        var desk = Desk(seconds: end + 3.1)
        let full = Array(verse) + Array(chorus) + Array(last)
        let kicks =
            score.hits("X.......X.......", in: intro, loose: 0.04) + score.hits("X.......X.x.....", in: full, loose: 0.04)
            + score.hits("X.......x.......", in: rest) + score.hits("X", in: 32..<33)
        let pump = Pump(kicks.map(\.seconds).sorted(), depth: 0.4, seconds: 0.22)

        desk.record(.init(level: 0.85, room: 0.01)) { stage in
            for hit in kicks { stage.play(Kick(hertz: 50, ring: 0.11, click: 0.35), at: hit.seconds, level: hit.strength) }
        }
        desk.record(.init(level: 0.6, room: 0.09)) { stage in
            for hit in score.hits("....X.......X...", in: full, loose: 0.05, seed: 32) {
                stage.play(Snare(number: hit.number, hertz: 180, ring: 0.1), at: hit.seconds, level: hit.strength)
            }
            for hit in score.hits("....x.......x...", in: Array(intro) + Array(rest), seed: 33) {
                stage.play(Rim(number: hit.number), at: hit.seconds, level: hit.strength * 0.8)
            }
            for hit in score.hits("x.x.x.x.xxxxXXXX", in: [23], seed: 34) {
                stage.play(
                    Snare(number: hit.number, ring: 0.05), at: hit.seconds,
                    level: hit.strength * 0.6 * Float(hit.number % 12 + 4) / 16)
            }
        }
        desk.record(.init(level: 0.3, room: 0.03)) { stage in
            for hit in score.hits("x.o.x.o.x.o.x.o.", in: 2..<24, seed: 35) {
                stage.play(Cymbal(.closedHat, number: hit.number), at: hit.seconds, level: hit.strength * 0.8, pan: -0.2)
            }
            for hit in score.hits("xoxoxoxoxoxoxoxo", in: last, seed: 36) {
                stage.play(Cymbal(.closedHat, number: hit.number), at: hit.seconds, level: hit.strength * 0.8, pan: -0.2)
            }
            for hit in score.hits("x...x...x...x...", in: Array(chorus) + Array(last), seed: 37) {
                stage.play(Cymbal(.ride, number: hit.number), at: hit.seconds, level: hit.strength * 0.5, pan: 0.3)
            }
            for bar in [4, 12, 24, 28, 32] {
                stage.play(Cymbal(.crash, number: bar), at: score.seconds(bar: bar), level: 0.8, pan: 0.25)
            }
            stage.play(Riser(seconds: score.seconds(bar: 24) - score.seconds(bar: 21)), at: score.seconds(bar: 21), level: 0.8)
        }
        desk.record(.init(level: 0.44, pump: pump)) { stage in
            let bars = Array(2..<20) + Array(last)
            for hit in score.hits("X.x.x.x.x.x.x.x.", in: bars, seed: 38) {
                let chord = chords[bars[hit.number / 8] % 4]
                let pitch = hit.number % 8 == 7 ? chord.bass.up(0) : chord.bass.down(chord.bass.key > 43 ? 12 : 0)
                stage.play(Bass(pitch, held: 0.16), at: hit.seconds, level: hit.strength)
            }
            stage.play(Bass("E2", held: 2.5), at: end, level: 0.9)
        }
        let rise = Curve(score, [(0, 2.8), (12, 4.4), (20, 5), (20.5, 3), (24, 5.4), (32, 6)])
        desk.record(.init(level: 0.18, room: 0.22, brightness: rise, pump: pump)) { stage in
            for bar in 0..<32 {
                stage.pad(
                    chords[bar % 4], from: score.seconds(bar: bar), to: score.seconds(bar: bar + 1), level: 0.5, rise: 0.2,
                    release: 0.5)
            }
            stage.pad(chords[0], from: end, to: end + 1.8, level: 0.5, rise: 0.03, release: 2)
        }
        desk.record(.init(level: 0.24, room: 0.16, echo: 0.16, brightness: rise)) { stage in
            for hit in score.hits("X.x.x.x.X.x.x.x.", in: 0..<32, seed: 39) {
                let voices = chords[hit.number / 8 % 4].voices
                stage.play(
                    Pluck(voices[[0, 1, 2, 3, 2, 1, 3, 2][hit.number % 8]], ring: 0.16), at: hit.seconds, level: hit.strength,
                    pan: hit.number % 2 == 0 ? -0.3 : 0.3)
            }
            for bar in 0...32 {
                stage.keys(chords[bar % 4], at: score.seconds(bar: bar), held: bar == 32 ? 3 : 1.4, level: 0.55, ring: 1.4)
            }
        }
        desk.record(.init(level: 0.2, room: 0.18, echo: 0.2)) { stage in
            for start in [chorus.lowerBound, last.lowerBound] {
                for note in score.notes(tune, from: start, seed: 40) {
                    stage.play(Lead(note.pitch, held: note.length * 0.92), at: note.seconds, level: note.strength)
                }
            }
        }
        return desk.finish(
            gain: 1, room: Room(seconds: 1.8), echo: Echo(seconds: 0.31, feedback: 0.3), fade: (end + 0.8)...(end + 3))
    }
}
