import Decode
import Foundation
import Testing

@Suite("Damaged files", .serialized, .needsFFmpeg)
struct DamageTests {
    private static let seconds = 4
    private static let rate = 44_100
    /// With noise, so that no codec makes it too small to be cut.
    private static let wave = WaveFile(
        [
            zip(Sound.sine(440, rate: rate, count: seconds * rate), Sound.noise(seed: 1, bits: 16, count: seconds * rate)).map {
                $0 + $1 / 8
            }
        ],
        rate: rate)

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func bytes(of path: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) }

    @Test(
        "truncated: the first half is decoded, and the damage is reported",
        arguments: [
            ("a.mp3", ["-b:a", "192k"]), ("a.flac", []), ("a.wav", []), ("a.ogg", ["-c:a", "libvorbis"]), ("a.wv", []),
            ("a.tta", []),
            ("a.m4a", ["-movflags", "faststart"]), ("a.aiff", []), ("a.opus", ["-ar", "48000"]), ("a.wma", []),
        ])
    func truncated(name: String, options: [String]) async throws {
        let whole = try bytes(of: await folder.encode(Self.wave, options, to: name))
        let decoded = try Decoded(folder.write(Array(whole.prefix(whole.count / 2)), to: "half-\(name)"))
        let length = Double(decoded.count) / Double(decoded.format.sampleRate)
        #expect(length > 0.9 && length < 2.7, "\(length) s")
        // Ogg stores its length only on its last page; of WAV and ASF only the truncated packet shows.
        if !["a.ogg", "a.opus"].contains(name) { #expect(decoded.damage != nil) }
        if let damage = decoded.damage, !["a.wav", "a.wma", "a.ogg", "a.opus"].contains(name) {
            #expect(abs((damage.missingSeconds ?? 0) + length - Double(Self.seconds)) < 0.2, "\(damage)")
            #expect(damage.description.contains("s earlier than it states"))
        }
    }

    @Test("damaged in the middle: the end is still decoded", arguments: ["a.mp3", "a.flac", "a.ac3", "a.ogg"])
    func broken(name: String) async throws {
        var whole = try bytes(of: await folder.encode(Self.wave, [], to: name))
        var generator = Sound.Generator(seed: 3)
        for index in whole.count / 2..<whole.count / 2 + 4_000 { whole[index] = UInt8.random(in: 0...255, using: &generator) }
        let decoded = try Decoded(folder.write(whole, to: "broken-\(name)"))
        #expect(abs(Double(decoded.count) / Double(Self.rate) - 4) < 2.5)
        #expect(Sound.rootMeanSquare(decoded.rows[0].suffix(Self.rate)) > 0.3)
    }

    @Test("an intact file is not reported as damaged, also with tags before and after its sound")
    func tagged() async throws {
        let path = try await folder.encode(
            Self.wave, ["-b:a", "128k", "-write_id3v1", "1", "-metadata", "title=Behind"], to: "a.mp3")
        let decoded = try Decoded(path)
        #expect(decoded.damage == nil)
        #expect(decoded.count == Self.seconds * Self.rate)
        let marks = Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
        let twice = try Decoded(folder.write(try bytes(of: path) + marks, to: "b.mp3"))
        #expect(twice.damage == nil)
        let isSame = twice.rows == decoded.rows
        #expect(isSame)
    }

    @Test("junk and a huge tag before the sound are skipped", arguments: [100, 3_000_000])
    func junk(tagSize: Int) async throws {
        let plain = try bytes(of: await folder.encode(Self.wave, ["-b:a", "128k", "-id3v2_version", "0"], to: "a.mp3"))
        let size = (0..<4).map { UInt8(truncatingIfNeeded: tagSize >> (7 * (3 - $0)) & 0x7F) }
        let tag = Array("ID3".utf8) + [3, 0, 0] + size + [UInt8](repeating: 0, count: tagSize)
        let original = try Decoded(folder.path + "/a.mp3")
        for (name, start) in [("b.mp3", tag), ("c", tag)] {
            let decoded = try Decoded(folder.write(start + plain, to: name))
            let isSame = decoded.rows == original.rows
            #expect(isSame, "\(name)")
        }
        // Behind junk LAME's header is not found: the sound is at its time, only the padding at its end stays.
        let behindJunk = try Decoded(folder.write([UInt8](repeating: 0, count: 2_000) + plain, to: "d.mp3"))
        let isSame = behindJunk.rows[0].starts(with: original.rows[0])
        #expect(isSame && behindJunk.count < original.count + 2 * 1_152)
    }

    @Test("a changed sample rate is converted to the first one")
    func changingFormat() async throws {
        let first = try bytes(of: await folder.encode(Self.wave, ["-c:a", "aac"], to: "a.aac"))
        let second = try bytes(of: await folder.encode(Self.wave, ["-c:a", "aac", "-ar", "22050", "-ac", "2"], to: "b.aac"))
        let decoded = try Decoded(folder.write(first + second, to: "c.aac"))
        #expect(decoded.format.sampleRate == Self.rate)
        #expect(abs(Double(decoded.count) / Double(Self.rate) - 8) < 0.3)
        #expect(Sound.rootMeanSquare(decoded.rows[0].suffix(Self.rate * 2).prefix(Self.rate)) > 0.3)
        #expect(decoded.damage?.changedFormat == true)
    }

    @Test("an embedded picture has no effect on the sound")
    func pictures() async throws {
        let plain = try Decoded(await folder.encode(Self.wave, ["-b:a", "128k"], to: "a.mp3"))
        let picture = folder.path + "/a.png"
        try await FFmpeg.run(["-f", "lavfi", "-i", "color=blue:s=600x600:d=0.04", "-frames:v", "1", picture])
        try await FFmpeg.run([
            "-i", folder.path + "/a.mp3", "-i", picture, "-map", "0", "-map", "1", "-c", "copy", folder.path + "/b.mp3",
        ])
        let adorned = try Decoded(folder.path + "/b.mp3")
        let isSame = adorned.rows == plain.rows
        #expect(isSame)
        #expect(adorned.damage == nil)
        #expect(try adorned.art?.bytes == bytes(of: picture))
    }
}

@Suite("Hostile bytes", .serialized, .needsFFmpeg)
struct MutationTests {
    @Test(
        "a mutated file gives sound or an error, never a crash",
        arguments: [
            "a.mp3", "a.flac", "a.ogg", "a.opus", "a.m4a", "a.wav", "a.wma", "a.wv", "a.aiff", "a.mka", "a.ac3", "a.tta", "a.caf",
        ])
    func mutations(name: String) async throws {
        let folder = try TemporaryFolder()
        let wave = WaveFile(
            [Sound.sine(440, rate: 44_100, count: 8_000), Sound.noise(seed: 1, bits: 16, count: 8_000)], rate: 44_100)
        let path = try await folder.encode(wave, ["-metadata", "title=T"], to: name)
        let original = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        for seed in UInt64(0)..<12 {
            var generator = Sound.Generator(seed: seed)
            var bytes = original
            for _ in 0...Int.random(in: 0...20, using: &generator) {
                let index = Int.random(in: 0..<(seed % 2 == 0 ? bytes.count : min(400, bytes.count)), using: &generator)
                bytes[index] = UInt8.random(in: 0...255, using: &generator)
            }
            if seed % 3 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
            let mutant = try folder.write(bytes, to: "mutant-\(name)")
            if let refusal = Decoded.refusal(of: mutant) { #expect(!refusal.description.isEmpty, "seed \(seed)") }
        }
    }
}
