import Testing

@testable import Workers

@Suite("The samples that a feed keeps")
struct SoundWindowTests {
    /// As many samples as fit through a pipe at once; each value is its own index.
    private func piece(from start: Int, count: Int = 8192) -> ArraySlice<Float> {
        (0..<count * 2).map { Float((start + $0 / 2) % 1_000_000) }[...]
    }

    @Test("are some seconds around the current position, however long the track is")
    func bounded() {
        var window = SoundWindow(from: 5000)
        var most = 0
        for wanted in stride(from: 5000, to: 5000 + 40 * 48_000, by: 2400) {
            window.want(upTo: wanted + 2400)
            while window.hasRoom { window.append(piece(from: window.end)) }
            most = max(most, window.end - window.start)
            let here = window.samples(wanted..<wanted + 2400)
            #expect(here.first == Float(wanted % 1_000_000) && here.count == 4800)
            let back = max(5000, wanted - 2 * 48_000)
            #expect(window.reaches(back) && window.samples(back..<back + 10).first == Float(back % 1_000_000))
        }
        #expect(most < 7 * 48_000)
    }

    @Test("move forward with the position, and a few do not wake the writer")
    func forward() {
        var window = SoundWindow(from: 0)
        while window.hasRoom { window.append(piece(from: window.end)) }
        #expect(!window.isHungry)
        window.want(upTo: 4800)
        #expect(!window.isHungry)
        #expect(window.reaches(50 * 48_000) && !window.reaches(100 * 48_000))
        window.want(upTo: 50 * 48_000)
        #expect(window.isHungry)
        while window.hasRoom { window.append(piece(from: window.end)) }
        #expect(window.samples(50 * 48_000..<50 * 48_000 + 1) == [400_000, 400_000])
        #expect(!window.reaches(40 * 48_000) && window.samples(0..<10).isEmpty)
    }
}
