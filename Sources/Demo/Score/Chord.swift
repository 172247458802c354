/// A bass note and the voices above it, lowest first: "A2: C4 E4 G4 B4".
struct Chord: ExpressibleByStringLiteral {
    let bass: Pitch
    let voices: [Pitch]

    init(stringLiteral text: String) {
        let names = text.split { $0 == " " || $0 == ":" }
        precondition(names.count > 1, "\(text) is no chord")
        bass = Pitch(names[0])
        voices = names.dropFirst().map { Pitch($0) }
    }
}
