import Testing
import Web

@Test("time moves on") func time() { #expect(monotonic() > 0) }
