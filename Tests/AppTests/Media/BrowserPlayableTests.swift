import Decode
import Testing

@testable import Library

@Suite("Sound for browsers") struct BrowserPlayableTests {
    @Test(
        "browsers play these files directly",
        arguments: [
            ("mp3", "mp3"), ("aac", "mov"), ("aac", "aac"), ("flac", "flac"), ("pcm_u8", "wav"), ("pcm_s16le", "wav"),
            ("pcm_s24le", "wav"), ("vorbis", "ogg"), ("opus", "ogg"), ("opus", "matroska"), ("vorbis", "matroska"),
        ])
    func playable(codec: String, container: String) {
        #expect(BrowserPlayable.is(codec: codec, container: container))
    }

    @Test(
        "and not these",
        arguments: [
            ("wmav2", "asf"), ("alac", "mov"), ("ape", "ape"), ("pcm_s16be", "aiff"), ("wavpack", "wv"), ("mp3", "avi"),
            ("ac3", "ac3"), ("pcm_s32le", "wav"), ("adpcm_ms", "wav"), ("flac", "matroska"), ("dsd_lsbf", "dsf"), ("", ""),
        ])
    func unplayable(codec: String, container: String) {
        #expect(!BrowserPlayable.is(codec: codec, container: container))
    }

    @Test("the names are those that the decoder reports", .needs(.ffmpeg))
    func names() async throws {
        let folder = try TemporaryFolder()
        for name in ["a.mp3", "a.m4a", "a.aac", "a.flac", "a.wav", "a.ogg", "a.opus", "a.webm"] {
            let path = "\(folder.path)/\(name)"
            try await MediaTrial.ffmpeg(["-f", "lavfi", "-i", "sine=440:r=48000:d=1", path])
            let format = try MediaTrial.samples(path).format
            #expect(BrowserPlayable.is(codec: format.codec, container: format.container), "\(name): \(format)")
        }
    }
}
