import Music
import Testing

@Suite("Onsets near a time")
struct OnsetSnapTests {
    /// Frames without sound but for onsets at some of them.
    private struct Onsets: FrameStore {
        let frames = 0..<600
        let at: [Int: UInt8]

        func withFrames<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
            var bytes = [UInt8](repeating: 0, count: range.count * SpectrumFrame.byteCount)
            for frame in range {
                bytes[(frame - range.lowerBound) * SpectrumFrame.byteCount + SpectrumFrame.onset] = at[frame] ?? 4
            }
            return body(bytes.span)
        }
    }

    @Test("a time moves to the strongest onset within reach, and stays where there is none")
    func moves() {
        let snap = OnsetSnap(Onsets(at: [120: 200, 126: 90, 300: 10]))
        #expect(snap(2.02, 0.1) == 2 && snap(2.05, 0.02) == 2.05 && snap(2.09, 0.04) == 2.1)
        #expect(snap(5, 0.1) == 5)
    }

    @Test("in steady noise, before the start and behind the end nothing moves")
    func stays() {
        let noise = OnsetSnap(Onsets(at: Dictionary(uniqueKeysWithValues: (0..<600).map { ($0, 100) })))
        for time in [0, 1, 9.99, 10, 20, 1e9, 1e300, -1] { #expect(noise(time, 0.1) == time) }
    }
}
