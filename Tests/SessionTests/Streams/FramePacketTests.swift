import Foundation
import Music
import Session
import Testing
import Yardstick

@Suite("A packet of frames")
struct FramePacketTests {
    private static let grid = BeatGrid.made([0.5, 1, 1.5, 2.1, 2.6, 3], from: 3)
    private let wide = SpectrumFrame.bandCount

    private func score(_ analysis: TrackAnalysis) -> any Score { StoredScore(analysis, grid: analysis.grid()) }

    /// The bytes of each stored frame.
    private func stored(_ analysis: TrackAnalysis) -> [[UInt8]] {
        let bytes = analysis.withFrames(0..<analysis.frameCount) { span in span.indices.map { span[$0] } }
        return stride(from: 0, to: bytes.count, by: SpectrumFrame.byteCount).map {
            Array(bytes[$0..<$0 + SpectrumFrame.byteCount])
        }
    }

    /// Bands, loudness and onset of each frame in a packet.
    private func shown(_ message: [UInt8]) throws -> [[UInt8]] {
        let header = try #require(FrameHeader(message))
        return (0..<header.count).map { frame in
            let start = FrameHeader.byteCount + frame * header.stride
            let tail = start + header.width
            return Array(message[start..<tail]) + [message[tail + 3], message[tail + 4]]
        }
    }

    private func message(
        _ analysis: TrackAnalysis, rate: Int = 60, bands: Int = 64, _ frames: Range<Int>
    ) -> [UInt8] {
        FramePacket.binary(
            score(analysis), FrameForm(rate: rate, bands: bands), on: .made(), frames: frames, sent: Course.start)
    }

    @Test("begins with the header that Python's struct.pack writes, byte for byte")
    func golden() throws {
        // struct.pack("<BBHIqiBBH", 1, 1, 2, 0x01020304, 2592000000123 + 1016667, 1016667 - 500000, 60, 64, 70)
        let golden: [UInt8] = [
            1, 1, 2, 0, 4, 3, 2, 1, 214, 195, 76, 127, 91, 2, 0, 0, 59, 226, 7, 0, 60, 64, 70, 0,
        ]
        let analysis = try MadeAnalysis.track(seconds: 3, grid: Self.grid, seed: 1)
        let message = FramePacket.binary(
            score(analysis), FrameForm(), on: .made(generation: 0x0102_0304), frames: 61..<63, sent: .later(500_000))
        #expect(Array(message.prefix(FrameHeader.byteCount)) == golden)
        #expect(message.count == FrameHeader.byteCount + 2 * 70)
    }

    @Test("the header survives encoding")
    func header() throws {
        let analysis = try MadeAnalysis.track(seconds: 3, grid: Self.grid, seed: 2)
        let message = FramePacket.binary(
            score(analysis), FrameForm(rate: 30, bands: 16), on: .made(generation: 4_294_967_295), frames: 3..<10,
            sent: .later(200_000))
        let header = try #require(FrameHeader(message))
        #expect(header.kind == .spectrum && header.count == 7 && header.generation.number == 4_294_967_295)
        #expect(header.due == .later(100_000) && header.lead == MediaTime(microseconds: -100_000))
        #expect(header.rate == 30 && header.width == 16 && header.stride == 22)
        #expect(FrameHeader(Array(message.dropLast())) == nil && FrameHeader([]) == nil)
        #expect(FrameHeader([9] + message.dropFirst()) == nil && FrameHeader([1, 2] + message.dropFirst(2)) == nil)
    }

    @Test("a lead of hours is limited to the greatest value of its field")
    func clampedLead() throws {
        let analysis = try MadeAnalysis.track(seconds: 1, seed: 3)
        let sent = ServerTime(microseconds: 0)
        let message = FramePacket.binary(score(analysis), FrameForm(), on: .made(), frames: 0..<1, sent: sent)
        #expect(FrameHeader(message)?.lead.microseconds == Int64(Int32.max))
    }

    @Test("60 frames a second with 64 bands are the stored bytes")
    func identity() throws {
        let analysis = try MadeAnalysis.track(seconds: 3, grid: Self.grid, seed: 4)
        let stored = stored(analysis)
        #expect(try shown(message(analysis, 0..<180)) == Array(stored[0..<180]))
        #expect(try shown(message(analysis, 77..<78)) == [stored[77]])
    }

    @Test("at 120 frames a second every other one is stored, and those between are interpolated")
    func doubled() throws {
        let analysis = try MadeAnalysis.track(seconds: 2, seed: 5)
        let stored = stored(analysis)
        let shown = try shown(message(analysis, rate: 120, 0..<240))
        for frame in 0..<120 {
            #expect(shown[2 * frame] == stored[frame])
            let middle = zip(stored[frame], stored[frame + 1]).map { (low: UInt8, high: UInt8) -> UInt8 in
                let sum = Int(low) + Int(high)
                return UInt8((sum + 1) / 2)
            }
            #expect(shown[2 * frame + 1] == middle)
        }
    }

    @Test("higher rates are interpolated linearly between the stored frames", arguments: [61, 75, 90, 100, 119])
    func interpolated(rate: Int) throws {
        let analysis = try MadeAnalysis.track(seconds: 2, seed: 6)
        let stored = stored(analysis)
        for (frame, bytes) in try shown(message(analysis, rate: rate, 0..<2 * rate)).enumerated() {
            let place = Double(frame) * 60 / Double(rate)
            let before = Int(place + 1e-9)
            for (index, byte) in bytes.enumerated() {
                let low = Double(stored[before][index])
                let high = Double(stored[before + 1][index])
                let onLine = low + (high - low) * (place - Double(before))
                #expect(abs(Double(byte) - onLine) <= 0.500_001)
            }
        }
    }

    @Test("at lower rates each stored frame is part of one frame, whose bytes are their maxima", arguments: Array(1...59))
    func lowered(rate: Int) throws {
        // A number of frames that no rate divides.
        let seconds = 2.917
        let analysis = try MadeAnalysis.track(seconds: seconds, seed: 7)
        let stored = stored(analysis)
        let all = FrameSchedule.frames(
            rate, on: .made(), known: .zero..<analysis.duration, after: .later(-1), through: .later(9_000_000))
        let shown = try shown(message(analysis, rate: rate, all))
        var groups = [[Int]](repeating: [], count: all.count)
        for index in stored.indices {
            // The nearest in time: the later of two equally near, and the last if there is no later one.
            groups[min((2 * index * rate + 60) / 120, all.count - 1)].append(index)
        }
        for (frame, group) in groups.enumerated() {
            let greatest = (0..<SpectrumFrame.byteCount).map { byte in group.map { stored[$0][byte] }.max() }
            #expect(shown[frame] == greatest)
        }
    }

    @Test(
        "frames are the same whether they are sent alone or together", arguments: [(7, 5), (30, 16), (60, 64), (90, 11), (120, 64)])
    func split(rate: Int, bands: Int) throws {
        let analysis = try MadeAnalysis.track(seconds: 3, grid: Self.grid, seed: 8)
        let whole = message(analysis, rate: rate, bands: bands, 0..<3 * rate)
        let singles = (0..<3 * rate).flatMap {
            message(analysis, rate: rate, bands: bands, $0..<$0 + 1).dropFirst(FrameHeader.byteCount)
        }
        #expect(Array(whole.dropFirst(FrameHeader.byteCount)) == singles)
    }

    @Test("the phase and the position in the bar are the grid's, and a phase is less than a whole beat", arguments: [13, 60, 120])
    func phases(rate: Int) throws {
        let analysis = try MadeAnalysis.track(seconds: 3, grid: Self.grid, seed: 9)
        let message = message(analysis, rate: rate, bands: 2, 0..<3 * rate)
        for frame in 0..<3 * rate {
            let place = FrameHeader.byteCount + frame * 8 + 2
            let phase = try #require(Self.grid.phase(at: SpectrumFrame.time(of: frame, rate: rate)))
            let fraction = Int(message[place]) + Int(message[place + 1]) << 8
            #expect(fraction == Int(phase.fraction * 65_536) && Int(message[place + 2]) == phase.position)
        }
        // Frame 60 is a microsecond before the beat.
        let late = BeatGrid.made([0, 1.000_001, 2])
        let score = StoredScore(analysis, grid: late)
        let bytes = FramePacket.binary(score, FrameForm(bands: 1), on: .made(), frames: 60..<61, sent: Course.start)
        #expect(Array(bytes.dropFirst(FrameHeader.byteCount + 1).prefix(3)) == [255, 255, 1])
    }

    @Test("without a grid there is no phase, and the position in the bar has its own value")
    func noGrid() throws {
        let analysis = try MadeAnalysis.track(seconds: 1, seed: 10)
        let bytes = message(analysis, bands: 1, 0..<1)
        #expect(Array(bytes.dropFirst(FrameHeader.byteCount + 1).prefix(3)) == [0, 0, FramePacket.noGrid])
        let unknown = BeatGrid(
            beats: Self.grid.beats.map { Beat(time: $0.time, position: 0) }, meter: 0, confidence: 0.5)
        let other = FramePacket.binary(
            StoredScore(analysis, grid: unknown), FrameForm(bands: 1), on: .made(), frames: 0..<1, sent: Course.start)
        #expect(other[FrameHeader.byteCount + 3] == 0)
    }

    @Test("after a track's last stored frame it is repeated, and a track without frames is silent", arguments: [7, 60, 100])
    func missingFrames(rate: Int) throws {
        let one = (0..<SpectrumFrame.byteCount).map { UInt8($0) }
        let short = try MadeAnalysis.track(frames: one, duration: MediaTime(seconds: 2))
        #expect(try shown(message(short, rate: rate, 0..<2 * rate)).allSatisfy { $0 == one })
        let empty = try MadeAnalysis.track(frames: [], duration: MediaTime(seconds: 2))
        #expect(try shown(message(empty, rate: rate, 0..<2 * rate)).allSatisfy { $0 == one.map { _ in 0 } })
    }

    @Test("JSON has the same values as the binary form", arguments: [(60, 64), (30, 16), (90, 3)])
    func text(rate: Int, bands: Int) throws {
        let analysis = try MadeAnalysis.track(seconds: 3, grid: Self.grid, seed: 11)
        let form = FrameForm(rate: rate, bands: bands, isText: true)
        let json = FramePacket.text(score(analysis), form, on: .made(), frames: 5..<2 * rate, sent: .later(-250_000))
        let object = try #require(try JSONSerialization.jsonObject(with: Foundation.Data(json)) as? [String: Any])
        #expect(object["type"] as? String == "frames" && object["rate"] as? Int == rate && object["first"] as? Int == 5)
        #expect(object["generation"] as? Int == 512)
        #expect(object["sent"] as? Int64 == Course.start.microseconds - 250_000)
        let message = message(analysis, rate: rate, bands: bands, 5..<2 * rate)
        #expect(object["due"] as? Int64 == FrameHeader(message)?.due.microseconds)
        let frames = try #require(object["frames"] as? [[String: Any]])
        let binary = try shown(message)
        #expect(frames.count == binary.count)
        for (index, (frame, bytes)) in zip(frames, binary).enumerated() {
            let numbers = try #require(frame["bands"] as? [UInt8])
            let loudness = try #require(frame["loudness"] as? UInt8)
            let onset = try #require(frame["onset"] as? UInt8)
            #expect(numbers + [loudness, onset] == bytes)
            #expect(frame["top"] as? UInt8 == message[FrameHeader.byteCount + (index + 1) * (bands + 6) - 1])
            let phase = try #require(Self.grid.phase(at: SpectrumFrame.time(of: 5 + index, rate: rate)))
            let fraction = try #require(frame["phase"] as? Double)
            #expect(fraction <= phase.fraction && phase.fraction - fraction < 0.000_101)
            #expect(frame["beat"] as? Int == phase.position)
        }
    }

    @Test("JSON for scripts is exactly this text")
    func knownText() throws {
        let bytes = (0..<2 * SpectrumFrame.byteCount).map { UInt8($0) }
        let analysis = try MadeAnalysis.track(frames: bytes, duration: MediaTime(microseconds: 30_000))
        let form = FrameForm(bands: 2, isText: true)
        let sent = ServerTime(microseconds: 7)
        let plain = FramePacket.text(score(analysis), form, on: .made(), frames: 1..<2, sent: sent)
        #expect(
            String(decoding: plain, as: UTF8.self)
                == #"{"type":"frames","sent":7,"due":2592000016790,"rate":60,"generation":512,"first":1,"#
                + #""frames":[{"bands":[97,129],"phase":null,"beat":0,"loudness":130,"onset":131,"top":128}]}"#)
    }
}

@Suite("A packet of sound")
struct AudioPacketTests {
    @Test("begins with the header that Python's struct.pack writes, then has its samples in little-endian order")
    func golden() {
        // struct.pack("<BBHIqiBBH", 2, 1, 3, 512, 5000000, -20000, 48, 2, 4) + struct.pack("<6h", 0, 1, -1, 32767, -32768, 258)
        let golden: [UInt8] = [
            2, 1, 3, 0, 0, 2, 0, 0, 64, 75, 76, 0, 0, 0, 0, 0, 224, 177, 255, 255, 48, 2, 4, 0,
            0, 0, 1, 0, 255, 255, 255, 127, 0, 128, 2, 1,
        ]
        let samples: [Int16] = [0, 1, -1, 32_767, -32_768, 258]
        let message = AudioPacket.binary(
            samples.span, generation: Generation(512), due: ServerTime(microseconds: 5_000_000),
            sent: ServerTime(microseconds: 5_020_000))
        #expect(message == golden)
        #expect(FrameHeader(message)?.kind == .sound)
    }
}
