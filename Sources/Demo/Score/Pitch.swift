/// A note by its name: "C4" is middle C; "F#3" and "Bb5" have an accidental.
struct Pitch: Hashable, ExpressibleByStringLiteral {
    /// The MIDI note number: 69 is the A of 440 Hz.
    let key: Int

    init(key: Int) {
        self.key = key
    }

    /// Traps on a wrong name, since all names are written in this program.
    init(_ name: some StringProtocol) {
        let whites: [Character: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]
        guard let letter = name.first, let white = whites[letter], let last = name.last, let octave = last.wholeNumberValue else {
            preconditionFailure("\(name) is no note")
        }
        let signs = name.dropFirst().dropLast()
        key = 12 * (octave + 1) + white + signs.count { $0 == "#" } - signs.count { $0 == "b" }
    }

    init(stringLiteral name: String) {
        self.init(name)
    }

    var hertz: Double { 440 * Powers.two(Double(key - 69) / 12) }

    func up(_ semitones: Int) -> Pitch { Pitch(key: key + semitones) }

    func down(_ semitones: Int) -> Pitch { Pitch(key: key - semitones) }
}
