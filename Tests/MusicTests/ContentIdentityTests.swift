import Music
import Testing

@Suite("Content identity")
struct ContentIdentityTests {
    @Test("its text reads back as itself, zeros in front included")
    func roundTrip() {
        for identity in [
            ContentIdentity(high: 0, low: 0), ContentIdentity(high: 1, low: .max), ContentIdentity(high: .max, low: 0xAB),
        ] {
            #expect(identity.description.count == 32)
            #expect(ContentIdentity(identity.description) == identity)
        }
    }

    @Test(
        "nothing but 32 small hexadecimal digits is one",
        arguments: [
            "", "0", String(repeating: "0", count: 33), String(repeating: "G", count: 32), "+" + String(repeating: "0", count: 31),
            String(repeating: "A", count: 32),
        ])
    func malformed(text: String) {
        #expect(ContentIdentity(text) == nil)
    }
}
