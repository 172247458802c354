import Testing

@testable import Live

@Suite("Packets of Opus")
struct OpusFramesTests {
    /// A first byte, and the samples of one frame (RFC 6716, table 2).
    @Test(
        "their length follows from their first bytes",
        arguments: [
            (0, 480), (3, 2_880), (4, 480), (11, 2_880), (12, 480), (13, 960), (15, 960), (16, 120), (19, 960), (28, 120),
            (31, 960),
        ] as [(UInt8, Int)])
    func lengths(configuration: UInt8, samples: Int) {
        let first = configuration << 3
        #expect(OpusFrames.samples(of: [first]) == samples)
        #expect(OpusFrames.samples(of: [first | 1, 0]) == (2 * samples <= 5_760 ? 2 * samples : nil))
        #expect(OpusFrames.samples(of: [first | 4 | 3, 0x80 | 2]) == 2 * samples)
        #expect(OpusFrames.samples(of: [first | 3, 0]) == nil && OpusFrames.samples(of: [first | 3]) == nil)
        #expect(OpusFrames.samples(of: [first | 3, 63]) == (63 * samples <= 5_760 ? 63 * samples : nil))
        #expect(OpusFrames.samples(of: []) == nil)
    }

    @Test("a server's head is understood, and nothing else")
    func head() throws {
        let head: [UInt8] = [0x53, 0x55, 0x50, 0x4F, 0x80, 0xBB, 0, 0, 16, 0, 2, 0]
        let frames = try #require(OpusFrames(head: head))
        #expect(frames.heads.count == 2 && frames.heads[0].count == 19 && frames.heads[0][9] == 2)
        #expect(OpusFrames(head: Array(head.dropLast())) == nil && OpusFrames(head: [0] + head.dropFirst()) == nil)
        #expect(OpusFrames(head: head.dropLast(2) + [8, 0]) == nil)
        #expect(frames.place([0xFC], after: 100) == 100..<1_060 && frames.place([0xFC], after: nil) == 0..<960)
    }
}
