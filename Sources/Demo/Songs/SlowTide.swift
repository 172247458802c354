extension DemoSong {
    /// A slow six-eight in D, felt in two: a listener taps the first and the fourth eighth.
    static let slowTide = DemoSong(
        title: "Slow Tide", genre: "Ambient", score: Score(tempo: Tempo(69, lead: 0.4), meter: 2, bars: 36), play: SlowTide.play)
}

private enum SlowTide {
    static let phrase: [Chord] = [
        "D3: A3 D4 F#4", "C#3: A3 C#4 E4", "B2: A3 D4 F#4", "F#2: A3 C#4 E4", "G2: B3 D4 F#4", "F#2: A3 D4 F#4", "E2: B3 D4 G4",
        "A2: A3 D4 E4",
    ]
    static let tune: Melody = """
        F#5 - - E5 - D5 | E5 - - C#5 - - | D5 - - - - E5 | F#5 - - A5 - - |
        B5 - A5 F#5 - D5 | F#5 - - E5 - - | G5 - F#5 E5 - D5 | E5 - - - - -
        """

    // The form, in bars.
    static let intro = 0..<8, verse = 8..<16, chorus = 16..<24, rest = 24..<28, last = 28..<36

    static func chord(_ bar: Int) -> Chord {
        if bar == last.upperBound { return phrase[0] }
        return phrase[bar < last.lowerBound ? (rest.contains(bar) ? bar - 20 : bar % 8) : bar - last.lowerBound]
    }

    @Sendable static func play(_ score: Score) -> Stage {
        let end = score.end
        var desk = Desk(seconds: end + 3.9)
        let full = Array(verse) + Array(chorus) + Array(last)
        let kicks = score.hits("X.....", in: 0..<37, loose: 0.04) + score.hits(".....o", in: full, seed: 12)

        desk.record(.init(level: 0.75, room: 0.03)) { stage in
            for hit in kicks { stage.play(Kick(hertz: 52, ring: 0.11, click: 0.15), at: hit.seconds, level: hit.strength * 0.9) }
        }
        desk.record(.init(level: 0.42, room: 0.16)) { stage in
            for hit in score.hits("...x..", in: intro) {
                stage.play(Rim(number: hit.number), at: hit.seconds, level: hit.strength * 0.6)
            }
            for hit in score.hits("...X..", in: full + Array(rest), seed: 13) {
                stage.play(
                    Snare(number: hit.number, hertz: 170, ring: 0.13, rattle: 0.7), at: hit.seconds, level: hit.strength * 0.8)
            }
        }
        desk.record(.init(level: 0.3, room: 0.06)) { stage in
            for hit in score.hits("xooxoo", in: 4..<36, seed: 14) {
                stage.play(Cymbal(.shaker, number: hit.number), at: hit.seconds - 0.01, level: hit.strength * 0.7, pan: 0.3)
            }
            for hit in score.hits("xooxoo", in: Array(chorus) + Array(last), seed: 15) {
                stage.play(Cymbal(.ride, number: hit.number), at: hit.seconds, level: hit.strength * 0.35, pan: -0.35)
            }
            for bar in [8, 16, 28, 36] {
                stage.play(Cymbal(.crash, number: bar), at: score.seconds(bar: bar), level: 0.55, pan: 0.2)
            }
        }
        desk.record(.init(level: 0.5, room: 0.02)) { stage in
            for bar in 4..<36 {
                let pitch = chord(bar).bass.key > 45 ? chord(bar).bass.down(12) : chord(bar).bass
                let half = score.seconds(bar: Double(bar) + 0.5)
                stage.play(Bass(pitch, held: 0.75, cutoff: 260, bite: 500), at: score.seconds(bar: bar), level: 0.95)
                stage.play(Bass(pitch, held: 0.5, cutoff: 240, bite: 300), at: half, level: 0.6)
            }
            stage.play(Bass("D2", held: 3, cutoff: 240, bite: 300), at: end, level: 0.9)
        }
        desk.record(.init(level: 0.26, room: 0.2, echo: 0.14)) { stage in
            for bar in 0..<36 {
                let voices = chord(bar).voices
                let line = [chord(bar).bass.up(12), voices[0], voices[1], voices[2], voices[1], voices[0]]
                for (step, pitch) in line.enumerated() {
                    let level: Float = step == 0 ? 1 : step == 3 ? 0.85 : 0.55
                    let place = Double(bar) + Double(step) / 6
                    stage.play(
                        Keys(pitch, held: 1.1, touch: level, ring: 0.9), at: score.seconds(bar: place), level: level,
                        pan: Float(step - 2) * 0.16)
                }
            }
            stage.keys("D3: D3 A3 D4 F#4 A4", at: end, held: 4.5, level: 0.8, ring: 2)
        }
        let tide = Curve(score, [(0, 2.4), (8, 3.2), (16, 4.8), (23.5, 5), (24, 2.8), (28, 5.2), (35, 5), (36, 3)])
        desk.record(.init(level: 0.2, room: 0.28, brightness: tide)) { stage in
            for bar in 0..<36 {
                stage.pad(
                    chord(bar), from: score.seconds(bar: bar), to: score.seconds(bar: bar + 1), level: 0.5, rise: 0.35, release: 0.8
                )
            }
            stage.pad("D3: D3 A3 D4 F#4", from: end, to: end + 2, level: 0.5, rise: 0.2, release: 2.5)
        }
        desk.record(.init(level: 0.26, room: 0.3, echo: 0.3)) { stage in
            for start in [verse.lowerBound, last.lowerBound] {
                for note in score.notes(tune, from: start, seed: 16) {
                    stage.play(
                        Keys(note.pitch, held: note.length + 0.3, touch: note.strength * 0.8, ring: 1.8), at: note.seconds,
                        level: note.strength)
                }
            }
            for start in [chorus.lowerBound, last.lowerBound] {
                for note in score.notes(tune, from: start, seed: 17) {
                    stage.play(
                        Lead(
                            note.pitch.down(start == last.lowerBound ? 12 : 0), held: note.length * 0.95, brightness: 1_300,
                            rise: 0.05), at: note.seconds, level: note.strength * 0.6)
                }
            }
        }
        let eighth = score.seconds(bar: 1.0 / 6) - score.seconds(bar: 0)
        return desk.finish(
            gain: 1, room: Room(seconds: 2.6), echo: Echo(seconds: eighth * 2, feedback: 0.4), fade: (end + 1.2)...(end + 3.8))
    }
}
