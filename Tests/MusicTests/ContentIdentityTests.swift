import Music
import Testing

@Suite("Content identity")
struct ContentIdentityTests {
    @Test("survives conversion to text, also with leading zeros")
    func roundTrip() {
        for identity in [
            ContentIdentity(high: 0, low: 0), ContentIdentity(high: 1, low: .max), ContentIdentity(high: .max, low: 0xAB),
        ] {
            #expect(identity.description.count == 32)
            #expect(ContentIdentity(identity.description) == identity)
        }
    }

    @Test(
        "only 32 lowercase hexadecimal digits are valid",
        arguments: [
            "", "0", String(repeating: "0", count: 33), String(repeating: "G", count: 32), "+" + String(repeating: "0", count: 31),
            String(repeating: "A", count: 32),
        ])
    func malformed(text: String) {
        #expect(ContentIdentity(text) == nil)
    }
}
