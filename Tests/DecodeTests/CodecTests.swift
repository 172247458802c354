import Decode
import Signal
import Testing

/// An encoding for the tests.
struct Encoding: Sendable, CustomTestStringConvertible {
    /// The file's name; its extension selects the container.
    let name: String
    let options: [String]
    var rate = 44_100
    /// FFmpeg's name for the codec.
    let codec: String
    /// Whether the container stores the length, at least to the millisecond.
    var isExact = true

    var testDescription: String { name }

    static let all = [
        Encoding(name: "lame.mp3", options: ["-c:a", "libmp3lame", "-b:a", "192k"], codec: "mp3"),
        Encoding(name: "vbr.mp3", options: ["-c:a", "libmp3lame", "-q:a", "2"], codec: "mp3"),
        Encoding(
            name: "bare.mp3", options: ["-c:a", "libmp3lame", "-b:a", "192k", "-write_xing", "0"], codec: "mp3", isExact: false),
        Encoding(name: "layer2.mp2", options: ["-c:a", "mp2"], codec: "mp2", isExact: false),
        Encoding(name: "aac.m4a", options: ["-c:a", "aac", "-b:a", "192k"], codec: "aac"),
        Encoding(name: "alac.m4a", options: ["-c:a", "alac"], codec: "alac"),
        Encoding(name: "adts.aac", options: ["-c:a", "aac"], codec: "aac", isExact: false),
        Encoding(name: "aac.mka", options: ["-c:a", "aac"], codec: "aac", isExact: false),
        Encoding(name: "aac.ts", options: ["-c:a", "aac"], codec: "aac", isExact: false),
        Encoding(name: "mp3.mka", options: ["-c:a", "libmp3lame", "-b:a", "192k"], codec: "mp3"),
        Encoding(name: "mp3.avi", options: ["-c:a", "libmp3lame", "-b:a", "192k"], codec: "mp3", isExact: false),
        Encoding(name: "vorbis.ogg", options: ["-c:a", "libvorbis"], codec: "vorbis"),
        Encoding(name: "opus.opus", options: ["-c:a", "libopus"], rate: 48_000, codec: "opus"),
        Encoding(name: "opus.webm", options: ["-c:a", "libopus"], rate: 48_000, codec: "opus"),
        Encoding(name: "opus.mp4", options: ["-c:a", "libopus"], rate: 48_000, codec: "opus"),
        Encoding(name: "flac.flac", options: [], codec: "flac"),
        Encoding(name: "flac.ogg", options: ["-c:a", "flac"], codec: "flac"),
        Encoding(name: "wavpack.wv", options: [], codec: "wavpack"),
        Encoding(name: "true.tta", options: [], codec: "tta"),
        Encoding(name: "windows1.wma", options: ["-c:a", "wmav1"], codec: "wmav1", isExact: false),
        Encoding(name: "windows2.wma", options: ["-c:a", "wmav2"], codec: "wmav2", isExact: false),
        Encoding(name: "dolby.ac3", options: [], codec: "ac3", isExact: false),
        Encoding(name: "dolby.eac3", options: [], codec: "eac3", isExact: false),
        Encoding(name: "dolby.mka", options: ["-c:a", "ac3"], codec: "ac3", isExact: false),
        Encoding(name: "theatre.dts", options: ["-c:a", "dca", "-strict", "-2"], codec: "dts", isExact: false),
        Encoding(name: "speex.spx", options: ["-c:a", "libspeex", "-b:a", "40k"], rate: 32_000, codec: "speex", isExact: false),
        Encoding(name: "adpcm.wav", options: ["-c:a", "adpcm_ima_wav"], codec: "adpcm_ima_wav", isExact: false),
        Encoding(name: "law.wav", options: ["-c:a", "pcm_mulaw"], codec: "pcm_mulaw"),
        Encoding(name: "apple.aiff", options: [], codec: "pcm_s16be"),
        Encoding(name: "apple.caf", options: ["-c:a", "alac"], codec: "alac"),
        Encoding(name: "long.w64", options: [], codec: "pcm_s16le"),
        Encoding(name: "sun.au", options: [], codec: "pcm_s16be"),
    ]
}

extension Encoding {
    /// The first encoding of each container.
    static let onePerEnding = all.reduce(into: [Encoding]()) { found, encoding in
        func ending(_ name: String) -> Substring? { name.split(separator: ".").last }
        if !found.contains(where: { ending($0.name) == ending(encoding.name) }) { found.append(encoding) }
    }
}

@Suite("Every codec", .serialized, .needsFFmpeg)
struct CodecTests {
    private static let clicks = [0.013, 0.25, 0.5, 0.75]

    static let timed = MadeFiles {
        Encoding.all.map { MadeFiles.Order(name: $0.name, options: $0.options, wave: wave(rate: $0.rate)) }
    }
    private static let (rates, counts) = ([8_000, 22_050, 96_000, 192_000], [1, 2, 6, 8])
    private static let shaped = MadeFiles {
        rates.flatMap { rate in
            counts.map { .init(name: "\(rate)-\($0).flac", options: [], wave: WaveFile(noise(channels: $0), rate: rate)) }
        }
    }
    private static let exact: [(WaveFile.Depth, String, [String])] = [
        (.signed16, "a.flac", []), (.signed24, "b.flac", []), (.signed16, "a.m4a", ["-c:a", "alac"]),
        (.signed24, "b.m4a", ["-c:a", "alac"]), (.signed16, "a.wv", []), (.signed24, "b.wv", []), (.float32, "c.wv", []),
        (.signed16, "a.tta", []), (.signed16, "a.aiff", []), (.signed24, "b.aiff", ["-c:a", "pcm_s24be"]),
        (.signed32, "c.aiff", ["-c:a", "pcm_s32be"]), (.float32, "d.aiff", ["-c:a", "pcm_f32be"]),
        (.unsigned8, "e.aiff", ["-c:a", "pcm_s8"]), (.float64, "f.caf", ["-c:a", "pcm_f64be"]),
        (.signed24, "g.mka", ["-c:a", "pcm_s24le"]), (.signed16, "h.thd", ["-c:a", "truehd", "-strict", "-2"]),
    ]
    private static let bits = MadeFiles {
        exact.map { depth, name, options in
            .init(name: name, options: options, wave: WaveFile(noise(bits: depth.bits), rate: 48_000, depth: depth))
        }
    }

    private static func noise(channels: Int) -> [[Float]] {
        (0..<channels).map { Sound.noise(seed: UInt64($0), bits: 16, count: 3_000) }
    }

    private static func noise(bits: Int) -> [[Float]] {
        [1, 2].map { Sound.noise(seed: $0, bits: bits, count: 48_000) }
    }

    /// A second of clicks, then half a second of a steady tone. The length is not a multiple of any frame size.
    private static func wave(rate: Int) -> WaveFile {
        let sound =
            Sound.clicks(at: clicks, rate: rate, count: rate)
            + Sound.sine(1_000, rate: rate, count: rate / 2 + 1_234)
        return WaveFile([sound, sound], rate: rate)
    }

    @Test("clicks are at their times, the length is right, and a tone keeps its level", arguments: Encoding.all)
    func timeAndLevel(_ encoding: Encoding) async throws {
        let rate = encoding.rate
        let decoded = try Decoded(await Self.timed.path(encoding.name))
        #expect(decoded.format.codec == encoding.codec)
        #expect(decoded.format.sampleRate == rate)
        #expect(decoded.format.roles == [.left, .right])
        #expect(decoded.damage == nil)

        let excess = decoded.count - (rate + rate / 2 + 1_234)
        // Without a stored length it is padded to whole frames, the largest of which (WMA's) has 2048 samples.
        #expect(encoding.isExact ? abs(excess) <= rate / 1_000 : abs(excess) <= 2_048, "\(excess) samples too many")

        let source = Sound.clicks(at: Self.clicks, rate: rate, count: rate)
        for time in Self.clicks {
            let expected = Sound.centre(of: source, around: time, rate: rate)
            let found = Sound.centre(of: decoded.rows[0], around: time, rate: rate)
            #expect(abs(found.time - expected.time) < 0.001, "\((found.time - expected.time) * 1_000) ms off")
            #expect(found.energy > expected.energy / 16)
        }
        let tone = Sound.rootMeanSquare(decoded.rows[1][(rate * 11 / 10)..<(rate * 14 / 10)])
        #expect(abs(tone - 0.5 * 0.5.squareRoot()) < 0.015, "root mean square \(tone)")
    }

    @Test("every sample rate and number of channels is decoded", arguments: rates, counts)
    func shapes(rate: Int, channels: Int) async throws {
        let decoded = try Decoded(await Self.shaped.path("\(rate)-\(channels).flac"))
        #expect(decoded.format.sampleRate == rate)
        let isSame = decoded.rows == Self.noise(channels: channels)
        #expect(isSame)
        #expect(decoded.format.roles.count == channels)
        if channels == 6 {
            #expect(decoded.format.roles == [.left, .right, .centre, .lowFrequency, .leftSurround, .rightSurround])
        }
    }

    @Test("lossless codecs return every bit", arguments: exact)
    func lossless(depth: WaveFile.Depth, name: String, options: [String]) async throws {
        let decoded = try Decoded(await Self.bits.path(name))
        let isSame = decoded.rows == Self.noise(bits: depth.bits)
        #expect(isSame)
        #expect(decoded.damage == nil)
    }
}

@Suite("Uncompressed samples", .serialized)
struct PlainSampleTests {
    @Test("every bit depth of a WAV file gives exactly the written samples", arguments: WaveFile.Depth.allCases)
    func depths(_ depth: WaveFile.Depth) throws {
        let folder = try TemporaryFolder()
        let rows = [1, 2, 3].map { Sound.noise(seed: $0, bits: depth.bits, count: 10_001) }
        let decoded = try Decoded(folder.write(WaveFile(rows, rate: 44_100, depth: depth).bytes, to: "a.wav"))
        let isSame = decoded.rows == rows
        #expect(isSame)
        #expect(decoded.format.container == "wav")
    }

    @Test("all blocks but the last are full, and the same each time")
    func blocks() throws {
        let folder = try TemporaryFolder()
        let count = 3 * AudioDecoder.blockLength + 17
        let rows = [Sound.noise(seed: 1, bits: 16, count: count)]
        let path = try folder.write(WaveFile(rows, rate: 8_000).bytes, to: "a.wav")
        let (first, second) = (try Decoded(path), try Decoded(path))
        #expect(first.count == count)
        let isSame = first.rows == second.rows
        #expect(isSame)
    }

    @Test("NaN and samples far beyond full scale become silence")
    func wildSamples() throws {
        let folder = try TemporaryFolder()
        let row: [Float] = [0.5, .nan, .infinity, -.infinity, 1e30, -0.25, 8]
        let decoded = try Decoded(folder.write(WaveFile([row], rate: 44_100, depth: .float32).bytes, to: "a.wav"))
        #expect(decoded.rows == [[0.5, 0, 0, 0, 0, -0.25, 8]])
    }
}
