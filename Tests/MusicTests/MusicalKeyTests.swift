import Music
import Testing

@Suite("Names of keys")
struct MusicalKeyTests {
    private static let keys = [false, true].flatMap { isMinor in MusicalKey.tonics.map { MusicalKey(tonic: $0, isMinor: isMinor) } }

    @Test("every key is read from its own name, which no other has")
    func roundTrip() {
        #expect(Set(Self.keys.map(\.name)).count == 24)
        for key in Self.keys { #expect(MusicalKey(key.name) == key, "\(key.name)") }
    }

    @Test(
        "other spellings name the same key",
        arguments: [
            ("Am", "A minor"), ("C major", "C"), ("Gb", "F#"), ("D#m", "Eb minor"), ("Cb", "B"), ("B#m", "C minor"),
            ("Fb minor", "E minor"),
        ])
    func spellings(name: String, usual: String) {
        #expect(MusicalKey(name)?.name == usual)
    }

    @Test(
        "what is no key is none",
        arguments: ["", "H", "a", "C ", "C  minor", " C", "C##", "C#b", "minor", "8A", "C\u{301}", "Cm ", "C M"])
    func strange(name: String) {
        #expect(MusicalKey(name) == nil)
    }
}
