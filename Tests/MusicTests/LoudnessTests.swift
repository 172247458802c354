import Music
import Testing

@Suite("The gain of a track")
struct LoudnessTests {
    private func gain(_ integrated: Double?, peak: Double?) -> Double {
        Loudness(integrated: integrated, range: 5, truePeak: peak).gain
    }

    @Test("gives -14 LUFS if the peaks allow it")
    func target() {
        #expect(gain(-8, peak: -0.5) == -6)
        #expect(gain(-20, peak: -10) == 6)
        #expect(gain(-14, peak: -2) == 0)
        #expect(gain(-20, peak: nil) == 6)
    }

    @Test("reaches the target however quiet the track is, as far as the true peak allows it")
    func quiet() {
        for integrated in stride(from: -70.0, through: -14, by: 0.7) {
            #expect(gain(integrated, peak: -100) == -14 - integrated)
            for peak in stride(from: integrated, through: 0, by: 2.3) {
                #expect(gain(integrated, peak: peak) == min(-14 - integrated, -1 - peak))
            }
        }
        #expect(gain(-40, peak: -30) == 26 && gain(-40, peak: -20) == 19)
    }

    @Test("never lifts the true peak above -1 dBTP")
    func peak() {
        #expect(gain(-20, peak: -3) == 2)
        #expect(gain(-14.5, peak: 0.5) == -1.5)
        for integrated in stride(from: -40.0, through: 0, by: 0.7) {
            for peak in stride(from: -30.0, through: 6, by: 0.9) {
                #expect(gain(integrated, peak: peak) + peak <= -1 + 1e-9)
            }
        }
    }

    @Test("is 0 without a measurement, and limited otherwise")
    func limits() {
        #expect(gain(nil, peak: -50) == 0)
        #expect(gain(-1e300, peak: -1e300) == 56 && gain(-1e300, peak: nil) == 56)
        #expect(gain(1e300, peak: 1e300) == -84 && gain(-14, peak: 1e300) == -84)
    }
}
