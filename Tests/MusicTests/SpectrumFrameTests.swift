import Music
import Testing

@Suite("Spectrum frame")
struct SpectrumFrameTests {
    @Test("Every byte's level is converted back to that byte")
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

    @Test("with fewer bands each shows the loudest of those that it covers, and every one is covered once", arguments: 1...64)
    func merging(count: Int) {
        for loud in 0..<SpectrumFrame.bandCount {
            var frame = [UInt8](repeating: 3, count: SpectrumFrame.byteCount)
            frame[loud] = 200
            var shown = [UInt8](repeating: 9, count: count + 2)
            var span = shown.mutableSpan
            SpectrumFrame.mergeBands(of: frame.span, to: count, into: &span, at: 1)
            #expect(shown.first == 9 && shown.last == 9)
            #expect(shown.count { $0 == 200 } == 1 && shown.count { $0 == 3 } == count - 1)
            // Band b of `count` begins at stored band b * 64 / count.
            let band = shown.firstIndex(of: 200).map { $0 - 1 }
            #expect(band == (0..<count).last { $0 * SpectrumFrame.bandCount / count <= loud })
        }
    }

    @Test("frame k of any rate shows the microsecond nearest to k / rate seconds", arguments: [1, 24, 60, 61, 119, 120])
    func times(rate: Int) {
        for frame in stride(from: 0, through: 36_000 * rate, by: 101) {
            let time = SpectrumFrame.time(of: frame, rate: rate).microseconds
            #expect(2 * abs(time * Int64(rate) - Int64(frame) * 1_000_000) <= Int64(rate))
        }
        #expect(SpectrumFrame.time(of: 36_000 * rate, rate: rate) == MediaTime(seconds: 36_000))
    }
}
