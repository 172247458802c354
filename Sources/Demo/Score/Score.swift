/// The time line of a song: converts bars and beats to seconds.
struct Score {
    /// A stroke of a pattern, with its time.
    struct Hit {
        let seconds: Double
        let strength: Float
        /// Number of the hit in the pattern, for sounds that vary from hit to hit.
        let number: Int
    }

    /// A tone of a tune, with its time.
    struct Note {
        let pitch: Pitch
        let seconds: Double
        let length: Double
        let strength: Float
    }

    let tempo: Tempo
    /// Beats in a bar.
    let meter: Int
    /// Bars before the last chord, which stands alone on the first beat of one more bar.
    let bars: Int

    /// The time of a bar, or of a position within a bar.
    func seconds(bar: Double) -> Double { tempo.seconds(at: bar * Double(meter)) }

    func seconds(bar: Int) -> Double { seconds(bar: Double(bar)) }

    /// The time of the last chord.
    var end: Double { seconds(bar: bars) }

    /// All beats that a listener taps, including the last chord's.
    var beats: [DemoBeat] {
        (0...bars * meter).map { DemoBeat(seconds: tempo.seconds(at: Double($0)), position: $0 % meter + 1) }
    }

    /// The hits of a pattern played in each of `bars`, with small random variations.
    ///
    /// - Parameter swing: how late every second step is, as a share of a step.
    func hits(_ pattern: Pattern, in bars: some Sequence<Int>, swing: Double = 0, loose: Double = 0.08, seed: UInt64 = 1) -> [Hit] {
        var dice = Dice(seed: seed)
        var hits: [Hit] = []
        for bar in bars {
            for stroke in pattern.strokes {
                let late = stroke.isOff ? swing / Double(pattern.stepCount) : 0
                let strength = stroke.strength * Float(1 + dice.uniform(-loose, loose))
                hits.append(Hit(seconds: seconds(bar: Double(bar) + stroke.place + late), strength: strength, number: hits.count))
            }
        }
        return hits
    }

    /// The notes of a tune that starts at `bar`, with small random variations.
    func notes(_ melody: Melody, from bar: Int, loose: Double = 0.1, seed: UInt64 = 1) -> [Note] {
        var dice = Dice(seed: seed)
        return melody.tones.map { tone in
            let start = seconds(bar: Double(bar) + tone.place)
            let stop = seconds(bar: Double(bar) + tone.place + tone.length)
            return Note(pitch: tone.pitch, seconds: start, length: stop - start, strength: Float(1 + dice.uniform(-loose, loose)))
        }
    }
}
