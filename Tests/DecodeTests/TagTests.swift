import Decode
import Foundation
import Music
import Testing

@Suite("Tags and covers", .serialized, .needsFFmpeg)
struct TagTests {
    private static let wave = WaveFile([Sound.sine(440, rate: 44_100, count: 4_000)], rate: 44_100)

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func tags(_ options: [String], in name: String) async throws -> Tags {
        try Decoded(await folder.encode(Self.wave, options.flatMap { ["-metadata", $0] }, to: name)).tags
    }

    @Test(
        "tags are read from every container",
        arguments: ["a.mp3", "a.flac", "a.ogg", "a.opus", "a.m4a", "a.wma", "a.wv", "a.mka"])
    func names(name: String) async throws {
        let tags = try await tags(
            ["title=Über den Wolken", "artist=Jemand", "album=Ein Album", "album_artist=Viele", "genre=Lied", "date=1974-05-01"],
            in: name)
        #expect(tags.title == "Über den Wolken")
        #expect(tags.artist == "Jemand")
        #expect(tags.album == "Ein Album")
        #expect(tags.albumArtist == "Viele")
        #expect(tags.genre == "Lied")
        #expect(tags.year == 1974)
    }

    @Test("the year is read as Windows writes it")
    func windowsYear() async throws {
        #expect(try await tags(["WM/Year=1987"], in: "a.wma").year == 1987)
    }

    @Test("RIFF INFO and AIFF chunks are tags too", arguments: ["a.wav", "a.aiff"])
    func chunks(name: String) async throws {
        #expect(try await tags(["title=T"], in: name).title == "T")
    }

    @Test("track and disc numbers have their totals", arguments: ["a.mp3", "a.m4a", "a.flac", "a.wv"])
    func positions(name: String) async throws {
        let tags = try await tags(["track=3/12", "disc=1/2"], in: name)
        #expect(tags.track == 3 && tags.trackCount == 12)
        #expect(tags.disc == 1 && tags.discCount == 2)
    }

    @Test("ReplayGain is read in any spelling")
    func replayGain() async throws {
        let tags = try await tags(
            [
                "REPLAYGAIN_TRACK_GAIN=-6.50 dB", "replaygain_track_peak=0.988", "REPLAYGAIN_ALBUM_GAIN=+1,25 dB",
                "REPLAYGAIN_ALBUM_PEAK=1.01",
            ], in: "a.mp3")
        #expect(tags.trackGain == -6.5)
        #expect(tags.trackPeak == 0.988)
        #expect(tags.albumGain == 1.25)
        #expect(tags.albumPeak == 1.01)
    }

    @Test("Opus's R128 gain, relative to -23 LUFS, is converted to -18")
    func r128() async throws {
        let tags = try await tags(["R128_TRACK_GAIN=-1024", "R128_ALBUM_GAIN=256"], in: "a.opus")
        #expect(tags.trackGain == 1)
        #expect(tags.albumGain == 6)
    }

    @Test("compilation and lyrics", arguments: ["a.m4a", "a.flac", "a.mp3"])
    func others(name: String) async throws {
        let tags = try await tags([name == "a.mp3" ? "TCMP=1" : "compilation=1", "lyrics=La la\nla"], in: name)
        #expect(tags.compilation == true)
        #expect(tags.lyrics == "La la\nla")
    }

    private static let (isrc, recording) = ("USRC17607839", "b1a9c0e9-d987-4042-ae91-78d6a3267d69")

    @Test(
        "codes of the recording are read from every container",
        arguments: [
            ("a.mp3", "TSRC", "MusicBrainz Recording Id"), ("a.flac", "ISRC", "MUSICBRAINZ_TRACKID"),
            ("a.ogg", "ISRC", "MUSICBRAINZ_TRACKID"), ("a.opus", "ISRC", "MUSICBRAINZ_TRACKID"),
            ("a.wma", "WM/ISRC", "MusicBrainz/Track Id"), ("a.wv", "ISRC", "MUSICBRAINZ_TRACKID"),
            ("a.mka", "ISRC", "MUSICBRAINZ_TRACKID"),
        ])
    func codes(name: String, isrc: String, recording: String) async throws {
        let tags = try await tags(["\(isrc)=us-rc1-76-07839", "\(recording)=\(Self.recording.uppercased())"], in: name)
        #expect(tags.isrc == Self.isrc)
        #expect(tags.musicBrainzID == Self.recording)
    }

    @Test("the id that MusicBrainz gives an MP3 is read, also behind the ids of others")
    func uniqueFileIdentifier() async throws {
        let plain = try await folder.encode(Self.wave, ["-id3v2_version", "0"], to: "a.mp3")
        let owners = [("http://example.org", "b1a9c0e9-d987-4042-ae91-000000000000"), ("http://musicbrainz.org", Self.recording)]
        let frames = owners.flatMap { owner, id in
            let body = Array("\(owner)\0\(id)".utf8)
            return Array("UFID".utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
        }
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, UInt8(frames.count >> 7), UInt8(frames.count & 0x7F)] + frames
        let tagged = try folder.write(tag + [UInt8](Data(contentsOf: URL(fileURLWithPath: plain))), to: "b.mp3")
        let probe = try TrackProbe(tagged)
        #expect(probe.description.tags.musicBrainzID == Self.recording)
        #expect(try TrackProbe(plain).description.tags.musicBrainzID == nil)
        #expect(try TrackProbe(plain).identity == probe.identity)
    }

    @Test("a file without tags has none")
    func none() throws {
        #expect(try Decoded(folder.write(Self.wave.bytes, to: "a.wav")).tags == Tags())
    }

    @Test(
        "the cover is returned byte for byte",
        arguments: [
            ("a.mp3", "a.jpg", "image/jpeg"), ("b.mp3", "b.png", "image/png"), ("a.flac", "a.jpg", "image/jpeg"),
            ("a.m4a", "b.png", "image/png"),
        ])
    func covers(name: String, picture: String, mediaType: String) async throws {
        let art = folder.path + "/" + picture
        try await FFmpeg.run(["-f", "lavfi", "-i", "color=red:s=200x100:d=0.04", "-frames:v", "1", art])
        let source = try folder.write(Self.wave.bytes, to: "a.wav")
        try await FFmpeg.run(
            [
                "-i", source, "-i", art, "-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic",
                folder.path + "/" + name,
            ])
        let decoded = try Decoded(folder.path + "/" + name)
        #expect(try decoded.art?.bytes == [UInt8](Data(contentsOf: URL(fileURLWithPath: art))))
        #expect(decoded.art?.mediaType == mediaType)
    }

    @Test("the front cover is preferred")
    func frontCover() async throws {
        let source = try folder.write(Self.wave.bytes, to: "a.wav")
        for (name, colour) in [("back.png", "black"), ("front.png", "white")] {
            try await FFmpeg.run([
                "-f", "lavfi", "-i", "color=\(colour):s=32x32:d=0.04", "-frames:v", "1", folder.path + "/" + name,
            ])
        }
        try await FFmpeg.run(
            [
                "-i", source, "-i", folder.path + "/back.png", "-i", folder.path + "/front.png", "-map", "0", "-map", "1", "-map",
                "2",
                "-c:v", "copy", "-metadata:s:v:0", "comment=Cover (back)", "-metadata:s:v:1", "comment=Cover (front)",
                folder.path + "/a.mp3",
            ])
        let art = try #require(try Decoded(folder.path + "/a.mp3").art)
        #expect(try art.bytes == [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.path + "/front.png"))))
    }
}

@Suite("Colours of a cover", .serialized, .needsFFmpeg)
struct CoverColourTests {
    private static let palette = ["-vf", "split[a][b];[a]palettegen=reserve_transparent=0[p];[b][p]paletteuse=dither=none"]
    private static let kinds = [
        ("a.png", "image/png", ["-pix_fmt", "rgb24"]), ("b.png", "image/png", ["-pix_fmt", "rgba64be"]),
        ("c.png", "image/png", palette), ("a.jpg", "image/jpeg", ["-q:v", "2"]), ("a.gif", "image/gif", palette),
        ("a.bmp", "image/bmp", []), ("a.webp", "image/webp", []), ("a.tiff", "image/tiff", []),
    ]

    @Test("a picture of three areas gives their three colours, in every format", arguments: kinds)
    func fields(name: String, mediaType: String, options: [String]) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/" + name
        try await FFmpeg.run(
            [
                "-f", "lavfi", "-i",
                "color=0x2040c0:s=320x320:d=0.04,format=rgb24,drawbox=0:0:320:120:0xe0a010:fill,drawbox=200:200:100:100:0x202020:fill",
                "-frames:v", "1",
            ] + options + [path])
        let art = CoverArt(bytes: try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))), mediaType: mediaType)
        let colours = try CoverColours.dominant(in: art)
        #expect(colours == (try CoverColours.dominant(in: art)))
        try #require(colours.count >= 3)
        for (colour, expected) in zip(colours, [(0x20, 0x40, 0xC0), (0xE0, 0xA0, 0x10), (0x20, 0x20, 0x20)]) {
            let distance = max(
                abs(Int(colour.red) - expected.0), abs(Int(colour.green) - expected.1), abs(Int(colour.blue) - expected.2))
            #expect(distance <= 12, "\(name): \(colour.hex)")
        }
    }

    @Test("what is not a picture has no colours")
    func noPicture() throws {
        for mediaType in ["image/jpeg", "image/png", "image/webp", "text/plain"] {
            #expect(try CoverColours.dominant(in: CoverArt(bytes: Array("no picture".utf8), mediaType: mediaType)).isEmpty)
        }
    }
}
