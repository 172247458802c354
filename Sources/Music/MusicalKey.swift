/// A key: its tonic, and whether the third above it is minor. Dorian counts as minor, Mixolydian as major.
package struct MusicalKey: Hashable, Sendable {
    package static let tonics = 0..<12

    /// Semitones above C.
    package let tonic: Int
    package let isMinor: Bool

    private static let majors = ["C", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"]
    private static let minors = ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "G#", "A", "Bb", "B"]
    private static let letters: [Character: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]
    private static let modes = ["": false, "major": false, "m": true, "minor": true]

    /// How a name of a key must look, for messages.
    package static let form = "a key, such as C or F# minor"

    package init(tonic: Int, isMinor: Bool) {
        precondition(Self.tonics.contains(tonic), "a tonic is one of twelve")
        self.tonic = tonic
        self.isMinor = isMinor
    }

    /// Reads names such as "C", "F# minor", "Ebm" and "Gb major".
    package init?(_ name: String) {
        var rest = name[...]
        guard let letter = rest.popFirst(), let natural = Self.letters[letter] else { return nil }
        var shift = 0
        if let sign = rest.first, sign == "#" || sign == "b" {
            shift = sign == "#" ? 1 : -1
            rest.removeFirst()
        }
        if rest.first == " " {
            rest.removeFirst()
            guard !rest.isEmpty else { return nil }
        }
        guard let isMinor = Self.modes[String(rest)] else { return nil }
        self.init(tonic: (natural + shift + 12) % 12, isMinor: isMinor)
    }

    /// As musicians write it, such as "C" and "F# minor".
    package var name: String { isMinor ? Self.minors[tonic] + " minor" : Self.majors[tonic] }
}

/// The key found in a track.
package struct KeyReading: Hashable, Sendable {
    package var key: MusicalKey
    /// 0...1, about the probability that it is the key that the music is in.
    package var confidence: Float

    package init(key: MusicalKey, confidence: Float) {
        self.key = key
        self.confidence = confidence
    }
}
