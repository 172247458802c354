import Music
import Testing

@Suite("Spectrum frame")
struct SpectrumFrameTests {
    @Test("Every byte's level is read back as that byte")
    func roundTrip() {
        for byte in UInt8.min...UInt8.max { #expect(SpectrumFrame.byte(ofLevel: SpectrumFrame.level(ofByte: byte)) == byte) }
    }

    @Test("Levels out of range become the nearest byte")
    func limits() {
        #expect(SpectrumFrame.level(ofByte: 255) == 0)
        #expect(SpectrumFrame.level(ofByte: 0) == -80)
        #expect(SpectrumFrame.byte(ofLevel: 6) == 255)
        #expect(SpectrumFrame.byte(ofLevel: -379) == 0)
        #expect(SpectrumFrame.byte(ofOnset: 0) == 0)
        #expect(SpectrumFrame.byte(ofOnset: 1) == 255)
    }
}
