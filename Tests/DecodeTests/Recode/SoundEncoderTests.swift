import Decode
import Glibc
import Signal
import Testing

@Suite("Encoding sound", .serialized)
struct SoundEncoderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Encodes rows in blocks of the given lengths, repeated, and returns the file's path.
    private func encode(
        _ form: SoundForm, _ rows: [[Float]], rate: Int = 44_100, layout: String = "stereo", bits: Int? = nil,
        blocks: [Int] = [4_096], name: String = "encoded"
    ) throws -> String {
        let path = "\(folder.path)/\(name).\(form.rawValue)"
        let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        var encoder = try SoundEncoder(
            form, sampleRate: rate, channels: rows.count, layout: layout, storedBits: bits, to: descriptor)
        var start = 0
        var turn = 0
        while start < rows[0].count {
            let end = min(rows[0].count, start + blocks[turn % blocks.count])
            var block = SampleBlock(channels: rows.count)
            block.rows = rows.map { Array($0[start..<end]) }
            try encoder.add(block)
            start = end
            turn += 1
        }
        try encoder.finish()
        return path
    }

    @Test(
        "FLAC returns every sample, 16-bit and 24-bit, at any rate and length",
        arguments: [16, 24], [(8_000, 1), (44_100, 4_607), (48_000, 100_000), (192_000, 30_001), (352_800, 9_000)])
    func lossless(bits: Int, sound: (rate: Int, count: Int)) throws {
        let rows = [1, 2].map { Sound.noise(seed: $0, bits: bits, count: sound.count) }
        let decoded = try Decoded(encode(.flac, rows, rate: sound.rate, bits: bits))
        #expect(decoded.rows == rows)
        #expect(decoded.format.sampleRate == sound.rate)
        #expect(decoded.damage == nil)
        #expect(decoded.format.estimatedDuration == Double(sound.count) / Double(sound.rate))
    }

    @Test("FLAC keeps up to eight channels in their order", arguments: ["mono", "5.1", "7.1"], [16])
    func channels(layout: String, bits: Int) throws {
        let count = ["mono": 1, "5.1": 6, "7.1": 8][layout]!
        let rows = (0..<count).map { Sound.noise(seed: UInt64($0), bits: bits, count: 10_000) }
        let decoded = try Decoded(encode(.flac, rows, layout: layout, bits: bits))
        #expect(decoded.rows == rows)
        #expect(decoded.format.layout == layout)
    }

    @Test("the block lengths have no effect", arguments: SoundForm.allCases.filter(\.isPossible))
    func anySplit(form: SoundForm) throws {
        let rows = [1, 2].map { Sound.noise(seed: $0, bits: 16, count: 30_000) }
        let files = try [[30_000], [1, 7, 5_000], [4_608]].enumerated().map { number, blocks in
            try contents(of: encode(form, rows, blocks: blocks, name: "\(number)"))
        }
        #expect(files[0] == files[1] && files[1] == files[2])
        #expect(!files[0].isEmpty)
    }

    @Test(
        "MP3 keeps the length and the times", .enabled(if: SoundForm.mp3.isPossible),
        arguments: [(44_100, 100_000), (48_000, 1_152), (22_050, 44_101), (8_000, 8_000)])
    func gapless(rate: Int, count: Int) throws {
        let sine = Sound.sine(440, rate: rate, count: count)
        let decoded = try Decoded(encode(.mp3, [sine, sine], rate: rate))
        #expect(decoded.count == count)
        let inner = count / 4..<count * 3 / 4
        let error = inner.map { decoded.rows[0][$0] - sine[$0] }
        let level = Sound.rootMeanSquare(error[...])
        #expect(level < 0.02, "one sample late would be 0.02 at 44100 Hz, one frame any number")
    }

    @Test("an empty sound gives a valid file", arguments: SoundForm.allCases.filter(\.isPossible))
    func nothing(form: SoundForm) throws {
        let path = try encode(form, [[], []])
        #expect(access(path, R_OK) == 0)
    }

    @Test("rates that a form lacks are replaced by the nearest of their family")
    func rates() {
        for rate in [8_000, 44_100, 48_000, 96_000, 192_000, 352_800] { #expect(SoundForm.flac.sampleRate(for: rate) == rate) }
        #expect(SoundForm.flac.sampleRate(for: 705_600) == 44_100)
        #expect(SoundForm.mp3.sampleRate(for: 44_100) == 44_100)
        #expect(SoundForm.mp3.sampleRate(for: 88_200) == 44_100)
        #expect(SoundForm.mp3.sampleRate(for: 96_000) == 48_000)
        #expect(SoundForm.mp3.sampleRate(for: 6_000) == 48_000)
    }

    @Test("a result that cannot be written fails with the system's reason")
    func unwritable() throws {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(throws: EncodeError.unwritable(errno: EBADF)) {
            var encoder = try SoundEncoder(
                .flac, sampleRate: 44_100, channels: 1, layout: "mono", storedBits: 16, to: descriptor)
            var block = SampleBlock(channels: 1)
            block.rows = [Sound.noise(seed: 1, bits: 16, count: 200_000)]
            try encoder.add(block)
            try encoder.finish()
        }
    }

    @Test("the bit depth of a file is known, up to 24 bits", .needsFFmpeg)
    func storedBits() async throws {
        let wave = WaveFile([Sound.noise(seed: 1, bits: 16, count: 5_000)], rate: 44_100)
        let kinds: [(String, [String], Int?)] = [
            ("a.wav", ["-c:a", "pcm_s16le"], 16), ("b.wav", ["-c:a", "pcm_s24le"], 24), ("a.flac", ["-sample_fmt", "s32"], 24),
            ("a.m4a", ["-c:a", "alac", "-sample_fmt", "s16p"], 16), ("a.aiff", [], 16), ("a.mp3", [], nil), ("a.wma", [], nil),
            ("c.wav", ["-c:a", "pcm_f32le"], 24),
        ]
        for (name, options, bits) in kinds {
            let path = try await folder.encode(wave, options, to: name)
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            defer { close(descriptor) }
            let decoder = try AudioDecoder(descriptor: descriptor, nameHint: name)
            let found = decoder.storedBits
            #expect(found == bits, "\(name)")
        }
    }

    private func contents(of path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(descriptor, &bytes, bytes.count)
        return Array(bytes[..<max(0, count)])
    }
}
