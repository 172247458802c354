import Foundation
import Session
import Synchronization
import System
import Testing
import Waiting
import Workers
import Yardstick

@testable import App
@testable import Live

@Suite("Encoded music as a live input")
struct EncodedInputTests {
    private let folder: TemporaryFolder
    private let clock = HandClock()

    init() throws { folder = try TemporaryFolder() }

    /// Six seconds with a click each half second, encoded, with this ending.
    private func clicks(_ ending: String, _ words: [String]) async throws -> [UInt8] {
        let path = "\(folder.path)/clicks.\(ending)"
        let click = "aevalsrc=exprs='0.6*sin(2*PI*1000*t)*lt(mod(t,0.5),0.02)':s=44100:d=6"
        try await MediaTrial.ffmpeg(["-f", "lavfi", "-i", click, "-ac", "2"] + words + [path])
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// The left samples that a worker makes of bytes, and why it failed.
    private func heard(_ bytes: [UInt8]) async throws -> (samples: [Float], trouble: String?) {
        try await WorkerTurns.start {
            let reader = DecodedReader(
                Source(bytes), clock, start: StreamWorker.starter(try Downbeat.worker, { _ in }))
            defer { reader.end() }
            var sound: [UInt8] = []
            try await eventually("the end") {
                while true {
                    switch reader.read(1 << 20) {
                    case .bytes(let more): sound += more
                    case .nothing: return false
                    case .noWriter: return true
                    }
                }
            }
            let starts = stride(from: 0, to: sound.count, by: 8)
            return (
                starts.map { start in Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(sound[start + $1]) << (8 * UInt32($1)) }) },
                reader.trouble
            )
        }
    }

    /// When clicks begin, in seconds.
    private func onsets(_ samples: [Float]) -> [Double] {
        var (found, last) = ([Double](), -1.0)
        for (index, sample) in samples.enumerated() where abs(sample) > 0.2 {
            let second = Double(index) / Double(SoundSample.perSecond)
            if second - last > 0.2 { found.append(second) }
            last = second
        }
        return found
    }

    @Test(
        "clicks of all containers and codecs are where they were, without the codec's delay", .needs(.ffmpeg),
        arguments: [
            ["mp3"], ["ogg", "-c:a", "libopus"], ["ogg", "-c:a", "libvorbis"], ["aac"], ["flac"], ["wav"],
            ["mka", "-c:a", "libopus"],
        ])
    func codecs(words: [String]) async throws {
        let (samples, trouble) = try await heard(try await clicks(words[0], Array(words.dropFirst())))
        let onsets = onsets(samples)
        #expect(trouble == nil && onsets.count == 12)
        for (number, onset) in onsets.enumerated() { #expect(abs(onset - Double(number) / 2) < 0.004, "\(words): \(number)") }
    }

    @Test(
        "after damaged bytes the sound goes on", .needs(.ffmpeg),
        arguments: [["mp3"], ["ogg", "-c:a", "libopus"], ["aac"], ["flac"]])
    func damage(words: [String]) async throws {
        var chance = SeededGenerator(seed: 5)
        var bytes = try await clicks(words[0], Array(words.dropFirst()))
        // Somewhat before the middle; silence takes few bytes.
        let middle = bytes.count * 5 / 12
        bytes.replaceSubrange(middle..<middle + 2_000, with: chance.bytes(3_000))
        let onsets = onsets(try await heard(bytes).samples)
        let last = onsets.suffix(3)
        #expect(onsets.count >= 6)
        for (one, next) in zip(last, last.dropFirst()) { #expect(abs(next - one - 0.5) < 0.004, "\(words)") }
    }

    @Test(
        "frames of FLAC that a Snapcast server sends are at their stamps, soon", .needs(.ffmpeg),
        arguments: [44_100, 48_000, 96_000])
    func snapcast(rate: Int) async throws {
        let bytes = try await clicks("flac", ["-ar", "\(rate)", "-frame_size", "1152"])
        let frames = try #require(FLACFrames(head: bytes))
        // Where each frame begins: with the number that is next.
        var starts: [Int] = []
        for index in bytes.indices.dropLast(8) where bytes[index] == 0xFF && bytes[index + 1] == 0xF8 {
            if frames.first(Array(bytes[index..<index + 8])) == starts.count * 1_152 { starts.append(index) }
        }
        try await WorkerTurns.start {
            let decoding = PackedDecoding(frames, clock, StreamWorker.starter(try Downbeat.worker, { _ in }))
            defer { decoding.end() }
            var (onsets, last, heard) = ([Double](), -1.0, 0)
            for (number, (start, end)) in zip(starts, starts.dropFirst() + [bytes.count]).enumerated() {
                // The server joined late, and its stamps begin anew in the middle.
                guard number >= 10 else { continue }
                let stamp = Double(number) * 1_152 / Double(rate) + (number < 60 ? 0 : 100)
                try decoding.add(Array(bytes[start..<end]), at: stamp * 1e6)
                // All but the last frames are decoded without those that follow.
                try await eventually("frame \(number)") {
                    for chunk in try decoding.take() {
                        heard += chunk.left.count
                        for (index, sample) in chunk.left.enumerated() where abs(sample) > 0.2 {
                            let second = chunk.moment / 1e6 + Double(index) / 48_000
                            if second - last > 0.2 { onsets.append(second) }
                            last = second
                        }
                    }
                    return heard >= (number - 11) * 1_152 * 48_000 / rate - 2_000
                }
            }
            #expect(onsets.count > 5)
            for onset in onsets { #expect(abs(onset * 2 - (onset * 2).rounded()) < 0.002, "\(onset)") }
        }
    }

    /// The packets in pages of Ogg.
    private func packets(_ bytes: [UInt8]) -> [[UInt8]] {
        var (packets, begun, at) = ([[UInt8]](), [UInt8](), 0)
        while at + 27 <= bytes.count {
            let lengths = bytes[at + 27..<at + 27 + Int(bytes[at + 26])]
            at = lengths.endIndex
            for length in lengths {
                begun += bytes[at..<at + Int(length)]
                at += Int(length)
                if length < 255 {
                    packets.append(begun)
                    begun = []
                }
            }
        }
        return packets
    }

    @Test("packets of Opus that a Snapcast server sends are at their stamps", .needs(.ffmpeg), arguments: [10, 20, 60])
    func opus(milliseconds: Int) async throws {
        let ogg = try await clicks("ogg", ["-c:a", "libopus", "-frame_duration", "\(milliseconds)"])
        let frames = try #require(OpusFrames(head: [0x53, 0x55, 0x50, 0x4F, 0x80, 0xBB, 0, 0, 16, 0, 2, 0]))
        let packets = packets(ogg).dropFirst(2)
        #expect(packets.allSatisfy { OpusFrames.samples(of: $0) == milliseconds * 48 })
        // Before the first sound the encoder needs some: a client plays that as well.
        let ahead = 0.0065
        try await WorkerTurns.start {
            let decoding = PackedDecoding(frames, clock, StreamWorker.starter(try Downbeat.worker, { _ in }))
            defer { decoding.end() }
            var (onsets, last, heard) = ([Double](), -1.0, 0)
            for (number, packet) in packets.enumerated() {
                // The server joined late, and its stamps begin anew in the middle.
                guard number >= 10 else { continue }
                let stamp = Double(number * milliseconds) / 1_000 + (number < 40 ? 0 : 100)
                try decoding.add(packet, at: stamp * 1e6)
                try await eventually("packet \(number)") {
                    for chunk in try decoding.take() {
                        heard += chunk.left.count
                        for (index, sample) in chunk.left.enumerated() where abs(sample) > 0.2 {
                            let second = chunk.moment / 1e6 + Double(index) / 48_000
                            if second - last > 0.2 { onsets.append(second - ahead) }
                            last = second
                        }
                    }
                    return heard >= (number - 12) * milliseconds * 48
                }
            }
            #expect(onsets.count > 5)
            for onset in onsets { #expect(abs(onset * 2 - (onset * 2).rounded()) < 0.01, "\(onset)") }
        }
    }

    @Test("sound comes before a second of it has come", .needs(.ffmpeg), arguments: ["mp3", "aac"])
    func soon(ending: String) async throws {
        let path = "\(folder.path)/noise.\(ending)"
        try await MediaTrial.ffmpeg(["-f", "lavfi", "-i", "anoisesrc=r=44100:d=6:a=0.3", "-ac", "2", "-b:a", "128k", path])
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        try await WorkerTurns.start {
            // About six tenths of a second, and the writer writes no more.
            let reader = DecodedReader(
                Source(Array(bytes.prefix(bytes.count / 10)), isOver: false), clock,
                start: StreamWorker.starter(try Downbeat.worker, { _ in }))
            defer { reader.end() }
            try await eventually("sound") { if case .bytes = reader.read(1 << 20) { true } else { false } }
        }
    }

    @Test("what is no music is told")
    func noise() async throws {
        #expect(
            try await heard(Array(String(repeating: "All is well.\n", count: 1_000).utf8)).trouble
                == "what comes is not audio; it looks like text")
        var chance = SeededGenerator(seed: 6)
        #expect(try await heard(chance.bytes(3_000_000)).trouble?.hasPrefix("what comes") == true)
    }
}

/// Gives bytes, and then ends or says nothing more.
private final class Source: InputReader {
    private var bytes: ArraySlice<UInt8>
    private let isOver: Bool

    init(_ bytes: [UInt8], isOver: Bool = true) { (self.bytes, self.isOver) = (bytes[...], isOver) }

    var waiting: Int { bytes.count }
    var trouble: String? { nil }

    func read(_ most: Int) -> Reading {
        guard !bytes.isEmpty else { return isOver ? .noWriter : .nothing }
        defer { bytes = bytes.dropFirst(most) }
        return .bytes(Array(bytes.prefix(most)))
    }
}
