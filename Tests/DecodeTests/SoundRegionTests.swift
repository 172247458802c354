import Decode
import Music
import Testing

@Suite("The identity of a sound", .serialized)
struct SoundRegionTests {
    /// By their names, since every sample of an argument would be printed.
    enum Length: String, CaseIterable {
        case short, long
    }

    private static let short = Sound.noise(seed: 3, bits: 16, count: 44_100)
    private static let long = Sound.noise(seed: 4, bits: 16, count: 44_100 * 12)

    private static let kept: [(name: String, options: [String])] = [
        ("a.mp3", ["-c:a", "libmp3lame"]), ("a.flac", []), ("a.m4a", ["-c:a", "aac"]), ("b.m4a", ["-c:a", "alac"]),
        ("a.ogg", ["-c:a", "libvorbis"]), ("a.opus", ["-c:a", "libopus"]), ("a.wav", []), ("a.aiff", ["-write_id3v2", "1"]),
        ("a.w64", []), ("a.caf", ["-c:a", "alac"]), ("a.wma", ["-c:a", "wmav2"]),
    ]

    private static let files = MadeFiles {
        [("short", short), ("long", long), ("other", Sound.noise(seed: 5, bits: 16, count: 44_100))].flatMap { word, sound in
            kept.map { .init(name: "\(word)-\($0.name)", options: $0.options, wave: WaveFile([sound, sound], rate: 44_100)) }
        }
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func encode(_ sound: [Float], _ options: [String], to name: String) async throws -> String {
        try await folder.encode(WaveFile([sound, sound], rate: 44_100), options, to: name)
    }

    @Test("new tags do not change it, for short sounds and long ones", .needsFFmpeg, arguments: kept.indices, Length.allCases)
    func retagged(_ index: Int, _ length: Length) async throws {
        let name = Self.kept[index].name
        let path = try await Self.files.path("\(length)-\(name)")
        let before = try TrackProbe(path)
        let tagged = folder.path + "/tagged-" + name
        let title = String(repeating: "another title ", count: 100)
        let id3 = name == "a.aiff" ? ["-write_id3v2", "1"] : []
        try await FFmpeg.run(
            ["-i", path, "-c", "copy", "-metadata", "title=\(title)", "-metadata", "artist=Somebody"] + id3 + [tagged])
        let after = try TrackProbe(tagged)
        #expect(after.identity == before.identity)
        if !["a.w64", "a.wav"].contains(name) { #expect(after.description.tags.artist == "Somebody") }
    }

    @Test("another sound has another identity, and so has one changed byte", .needsFFmpeg, arguments: kept.indices)
    func different(_ index: Int) async throws {
        let name = Self.kept[index].name
        let path = try await Self.files.path("short-\(name)")
        let one = try TrackProbe(path).identity
        let other = try TrackProbe(await Self.files.path("other-\(name)"))
        #expect(other.identity != one)
        var bytes = try bytes(of: path)
        bytes[bytes.count / 2] ^= 1
        #expect(try TrackProbe(folder.write(bytes, to: "changed-" + name)).identity != one)
    }

    @Test("silent sounds with one click differ by its time, however far apart the hashed samples are")
    func sparse() throws {
        let length = 44_100 * 30
        var found: Set<ContentIdentity> = []
        let places = [5, length / 7, length / 3, length * 2 / 3, length - 9]
        for place in places {
            var sound = [Float](repeating: 0, count: length)
            sound[place] = 0.5
            let path = try folder.write(WaveFile([sound, sound], rate: 44_100).bytes, to: "\(place).wav")
            found.insert(try TrackProbe(path).identity)
        }
        #expect(found.count == places.count)
    }

    @Test("tags around an MP3 do not count: ID3v2 twice and with a footer, Lyrics3, APEv2, ID3v1", .needsFFmpeg)
    func around() async throws {
        let plain = try await bytes(of: encode(Self.short, ["-c:a", "libmp3lame", "-id3v2_version", "0"], to: "a.mp3"))
        let identity = try TrackProbe(folder.write(plain, to: "plain.mp3")).identity
        func id3(_ mark: String, _ flags: UInt8) -> [UInt8] { Array(mark.utf8) + [4, 0, flags, 0, 0, 1, 0] }
        let content = [UInt8](repeating: 0, count: 128)
        let front = id3("ID3", 0) + content + id3("ID3", 0x10) + content + id3("3DI", 0x10)
        func ape(_ flags: UInt8) -> [UInt8] {
            Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 32 + 10, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, flags] + [UInt8](repeating: 0, count: 8)
        }
        let item = [UInt8]([1, 0, 0, 0, 0, 0, 0, 0]) + [UInt8(ascii: "T"), 0]
        let apeTag = ape(0xA0) + item + ape(0x80)
        let lyrics = Array("LYRICSBEGININD00002100000".dropLast(2).utf8)
        let lyricsTag = lyrics + Array("0000\(lyrics.count)LYRICS200".utf8)
        let id3v1 = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
        for (name, bytes) in [
            ("front", front + plain), ("v1", plain + id3v1), ("ape", plain + apeTag), ("both", plain + apeTag + id3v1),
            ("lyrics", plain + lyricsTag + id3v1), ("all", front + plain + apeTag + lyricsTag + id3v1),
        ] {
            #expect(try TrackProbe(folder.write(bytes, to: name + ".mp3")).identity == identity, "\(name)")
        }
    }

    @Test("data after the samples of a WAV file does not count")
    func chunksBehind() throws {
        let wave = WaveFile([Self.short], rate: 44_100).bytes
        let behind = Array("id3 ".utf8) + [4, 0, 0, 0, 1, 2, 3, 4]
        let one = try TrackProbe(folder.write(wave, to: "a.wav"))
        let other = try TrackProbe(folder.write(wave + behind, to: "b.wav"))
        #expect(one.identity == other.identity)
    }

    @Test("the same bytes in two codecs have two identities")
    func codecs() throws {
        var wave = WaveFile([[0, 0.5, 0.25, 0]], rate: 44_100).bytes
        let one = try TrackProbe(folder.write(wave, to: "a.wav"))
        // 16-bit IEEE float does not exist; 8-bit A-law has the same bytes.
        wave[20] = 6
        wave[32] = 1
        wave[34] = 8
        let other = try TrackProbe(folder.write(wave, to: "b.wav"))
        #expect(one.description.codec != other.description.codec)
        #expect(one.identity != other.identity)
    }
}
