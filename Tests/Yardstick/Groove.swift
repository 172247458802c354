import Glibc

/// A short piece of synthesized music whose beats are known exactly.
package struct Groove: Sendable {
    /// A sound that an instrument makes once a bar, at a position in beats.
    package struct Hit: Sendable {
        package enum Voice: Sendable { case kick, snare, hat, openHat, clap, click, bass, chord }
        package var voice: Voice
        package var place: Double
        package var level: Double

        package init(_ voice: Voice, _ place: Double, _ level: Double = 1) {
            self.voice = voice
            self.place = place
            self.level = level
        }
    }

    package var name: String
    package var beatsPerBar: Int
    /// Beats a minute at the start and at the end; between them the tempo changes evenly from beat to beat.
    package var tempo: (start: Double, end: Double)
    package var hits: [Hit]
    /// Seconds of silence before the first beat.
    package var lead: Double

    package init(_ name: String, beatsPerBar: Int, tempo: Double, to end: Double? = nil, lead: Double = 0.4, _ hits: [Hit]) {
        self.name = name
        self.beatsPerBar = beatsPerBar
        self.tempo = (tempo, end ?? tempo)
        self.hits = hits
        self.lead = lead
    }

    /// The times of all beats within `seconds`; the first one is a downbeat.
    package func beats(seconds: Double) -> [Double] {
        var times = [lead]
        let count = (seconds - lead) * (tempo.start + tempo.end) / 120
        while let last = times.last, last < seconds {
            let share = min(1, Double(times.count) / count)
            times.append(last + 60 / (tempo.start + (tempo.end - tempo.start) * share))
        }
        times.removeLast()
        return times
    }

    /// Mono samples at 44.1 kHz.
    package func samples(seconds: Double) -> [Float] {
        let beats = beats(seconds: seconds)
        var sound = [Float](repeating: 0, count: Int(seconds * Instrument.rate))
        for (index, beat) in beats.enumerated() where index % beatsPerBar == 0 {
            let bar = index / beatsPerBar
            for hit in hits {
                let before = index + Int(hit.place)
                guard before < beats.count else { continue }
                let length = before + 1 < beats.count ? beats[before + 1] - beats[before] : 60 / tempo.end
                let time = beats[before] + hit.place.truncatingRemainder(dividingBy: 1) * length
                Instrument.play(hit.voice, bar: bar, at: max(time, beat), length: length, level: hit.level, into: &sound)
            }
        }
        return sound.map { tanhf($0) }
    }
}
