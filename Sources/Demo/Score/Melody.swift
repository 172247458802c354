/// A tune as text. Bar lines separate the bars. The signs of a bar divide it evenly: a name starts a note, a dash holds it, and a
/// dot is a rest.
struct Melody: ExpressibleByStringLiteral {
    struct Tone {
        let pitch: Pitch
        /// In bars from the tune's start.
        let place: Double
        let length: Double
    }

    let tones: [Tone]

    init(stringLiteral text: String) {
        var tones: [Tone] = []
        let bars = text.split(separator: "|")
        for (bar, line) in bars.enumerated() {
            let signs = line.split { $0 == " " || $0 == "\n" }
            let step = 1 / Double(signs.count)
            for (index, sign) in signs.enumerated() {
                if sign == "-", let last = tones.last {
                    tones[tones.count - 1] = Tone(pitch: last.pitch, place: last.place, length: last.length + step)
                } else if sign != "." {
                    tones.append(Tone(pitch: Pitch(sign), place: Double(bar) + Double(index) * step, length: step))
                }
            }
        }
        self.tones = tones
    }
}
