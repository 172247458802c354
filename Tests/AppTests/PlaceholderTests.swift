import Testing
import Web

@Test("time moves on") func time() { #expect(MonotonicClock.now > 0) }
