import Testing

@testable import Music

private func pixels(_ points: [Int16], samplesPerPixel: Int) -> WaveformPixels {
    WaveformPixels(points: PointWindow(points), samplesPerPoint: 256, sampleRate: 44_100, samplesPerPixel: samplesPerPixel)
}

@Suite("Waveform as audiowaveform writes it")
struct WaveformPixelsTests {
    private let points: [Int16] = [-300, 511, 10, -32768, 32767, 20, -1, 255, 30]

    @Test("Version 1 has 8-bit pairs from byte 20 on")
    func versionOne() {
        #expect(
            pixels(points, samplesPerPixel: 256).binary(.one, .eightBits) == [
                1, 0, 0, 0, 1, 0, 0, 0, 0x44, 0xac, 0, 0, 0, 1, 0, 0, 3, 0, 0, 0,
                0xff, 1, 0x80, 127, 0, 0,
            ])
    }

    @Test("Version 2 states one channel and has 16-bit pairs from byte 24 on")
    func versionTwo() {
        #expect(
            pixels(points, samplesPerPixel: 256).binary(.two, .sixteenBits) == [
                2, 0, 0, 0, 0, 0, 0, 0, 0x44, 0xac, 0, 0, 0, 1, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0,
                0xd4, 0xfe, 0xff, 1, 0, 0x80, 0xff, 0x7f, 0xff, 0xff, 0xff, 0,
            ])
    }

    @Test("JSON has the same values")
    func json() {
        let text = String(decoding: pixels(points, samplesPerPixel: 512).json(.sixteenBits), as: UTF8.self)
        let expected = """
            {"version":2,"channels":1,"sample_rate":44100,"samples_per_pixel":512,"bits":16,"length":2,\
            "data":[-32768,32767,-1,255]}

            """
        #expect(text == expected)
    }

    @Test("A pixel covers every point that overlaps it; none is finer than a point")
    func overlapping() {
        #expect(pixels(points, samplesPerPixel: 300).values == [-32768, 32767, -32768, 32767, -1, 255])
        #expect(pixels(points, samplesPerPixel: 10) == pixels(points, samplesPerPixel: 256))
    }
}
