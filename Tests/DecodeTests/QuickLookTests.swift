import Decode
import Glibc
import Music
import Testing

extension TrackProbe {
    /// The result of probing a file.
    init(_ path: String) throws(DecodeError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        self = try QuickLook.probe(descriptor: descriptor, nameHint: path)
    }
}

@Suite("Probing", .serialized)
struct QuickLookTests {
    private static let whole = MadeFiles {
        Encoding.all.map { encoding in
            let options = encoding.options + ["-metadata", "title=T", "-metadata", "lyrics=La"]
            return order(encoding, options, count: encoding.rate * 3 + 1_234)
        }
    }
    private static let shortened = MadeFiles {
        Encoding.onePerEnding.map { order($0, $0.options, count: $0.rate / 4) }
    }
    private static let padded: [(name: String, options: [String])] = [
        ("a.mp3", ["-c:a", "libmp3lame", "-q:a", "2"]), ("b.mp3", ["-c:a", "libmp3lame", "-ac", "1"]), ("a.flac", []),
        ("a.ogg", ["-c:a", "libvorbis"]), ("a.m4a", ["-c:a", "alac"]), ("a.wav", []),
    ]
    private static let padding = MadeFiles {
        let tone = Sound.sine(440, rate: 44_100, count: 100_001)
        return padded.map { .init(name: $0.name, options: $0.options, wave: WaveFile([tone, tone], rate: 44_100)) }
    }
    private static let (names, counts) = (["a.flac", "a.mp3", "a.m4a", "a.ogg", "a.wav"], [500, 5_000, 17_640])
    private static let brief = MadeFiles {
        counts.flatMap { count in
            let wave = WaveFile([Sound.sine(440, rate: 44_100, count: count)], rate: 44_100)
            return names.map { MadeFiles.Order(name: "\(count)-\($0)", options: [], wave: wave) }
        }
    }

    private static func order(_ encoding: Encoding, _ options: [String], count: Int) -> MadeFiles.Order {
        let tone = Sound.sine(440, rate: encoding.rate, count: count)
        return MadeFiles.Order(name: encoding.name, options: options, wave: WaveFile([tone, tone], rate: encoding.rate))
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("it gives the same for every format as decoding the whole file", .needsFFmpeg, arguments: Encoding.all)
    func asDecoded(_ encoding: Encoding) async throws {
        let path = try await Self.whole.path(encoding.name)
        let probe = try TrackProbe(path)
        let decoded = try Decoded(path)
        #expect(probe.description.codec == decoded.format.codec)
        #expect(probe.description.container == decoded.format.container)
        #expect(probe.sampleRate == decoded.format.sampleRate)
        #expect(probe.channels == decoded.format.channels)
        var tags = decoded.tags
        tags.lyrics = nil
        #expect(probe.description.tags == tags)
        #expect(!probe.hasCover)
        let bitRate = try #require(probe.bitRate)
        #expect(8_000...2_000_000 ~= bitRate)
        let duration = try #require(probe.duration)
        // A transport stream does not store the length of its last packets.
        let tolerance = encoding.name == "aac.ts" ? 0.5 : 0.1
        let error = duration - Double(decoded.count) / Double(decoded.format.sampleRate)
        #expect(abs(error) < tolerance, "\(error) s off")
    }

    @Test("if the file stores the encoder's padding, the length is exact to the sample", .needsFFmpeg)
    func exact() async throws {
        for (name, _) in Self.padded {
            let path = try await Self.padding.path(name)
            let duration = try #require(try TrackProbe(path).duration)
            #expect(abs(duration * 44_100 - 100_001) < 1, "\(name): \(duration)")
        }
    }

    @Test("a sound of a few frames is accepted", .needsFFmpeg, arguments: names)
    func few(name: String) async throws {
        for count in Self.counts {
            let probe = try TrackProbe(await Self.brief.path("\(count)-\(name)"))
            #expect(probe.sampleRate == 44_100 && probe.channels == 1)
        }
    }

    @Test("a cover is found", .needsFFmpeg, arguments: ["a.mp3", "a.flac", "a.m4a"])
    func cover(name: String) async throws {
        let art = folder.path + "/a.png"
        try await FFmpeg.run(["-f", "lavfi", "-i", "color=red:s=200x100:d=0.04", "-frames:v", "1", art])
        let tone = Sound.sine(440, rate: 44_100, count: 44_100)
        let source = try folder.write(WaveFile([tone], rate: 44_100).bytes, to: "a.wav")
        let path = folder.path + "/" + name
        try await FFmpeg.run(
            ["-i", source, "-i", art, "-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic", path])
        let probe = try TrackProbe(path)
        #expect(probe.hasCover)
        let duration = try #require(probe.duration)
        #expect(abs(duration - 1) < 0.1)
    }

    @Test("what is not music is refused as by the decoder")
    func refusals() throws {
        let wave = WaveFile([Sound.sine(440, rate: 8_000, count: 8_000)], rate: 8_000).bytes
        var generator = Sound.Generator(seed: 7)
        let noise = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let crowd = WaveFile([[Float]](repeating: [0, 0.5, 0, 0.5], count: 20), rate: 8_000).bytes
        let files: [(name: String, bytes: [UInt8])] = [
            ("empty.mp3", []), ("text.mp3", Array("So sang the sirens, and nobody wrote it down.\n".utf8)),
            ("text.flac", Array("So sang the sirens, and nobody wrote it down.\n".utf8)),
            (
                "picture.mp3",
                [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8) + [UInt8](repeating: 0, count: 900)
            ),
            ("zeros.mp3", [UInt8](repeating: 0, count: 10_000)), ("noise.mp3", noise), ("noise.flac", noise), ("noise.m4a", noise),
            ("head.wav", Array(wave.prefix(44))), ("crowd.wav", crowd),
            ("fast.wav", WaveFile([[0, 0.5, 0, 0.5]], rate: 2_000_000_000).bytes),
        ]
        for (name, bytes) in files {
            let path = try folder.write(bytes, to: name)
            let expected = try #require(Decoded.refusal(of: path), "\(name)")
            #expect(throws: expected, "\(name)") { _ = try TrackProbe(path) }
        }
        #expect(throws: DecodeError.unreadable(errno: EISDIR)) { _ = try TrackProbe(folder.path) }
    }

    @Test("no changed byte can make it trap", .needsFFmpeg, arguments: Encoding.onePerEnding)
    func hostile(_ encoding: Encoding) async throws {
        let bytes = try await bytes(of: Self.shortened.path(encoding.name))
        var generator = Sound.Generator(seed: 42)
        for number in 0..<60 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = min(Int.random(in: 0..<400, using: &generator), changed.count - 1)
                changed[number % 2 == 0 ? place : changed.count - 1 - place] = [0, 1, 0x7F, 0xFF].randomElement(using: &generator)!
            }
            if number % 5 == 0 { changed.removeLast(Int.random(in: 0..<changed.count, using: &generator)) }
            let path = try folder.write(changed, to: "changed-" + encoding.name)
            do {
                let probe = try TrackProbe(path)
                #expect(probe.duration.map { $0 >= 0 && $0.isFinite } ?? true)
            } catch {
                // Any error is valid; it must only return one.
            }
        }
    }
}

/// All bytes of a file.
func bytes(of path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(file))
    rewind(file)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
}
