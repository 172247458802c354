import Decode
import Foundation
import Testing

@Suite("What is not music is refused with a reason", .serialized)
struct RefusalTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("an empty file")
    func empty() throws {
        #expect(try Decoded.refusal(of: folder.write([], to: "a.mp3")) == .empty)
    }

    @Test("text, whatever its name", arguments: ["a.mp3", "a.flac", "a.wav", "a.txt", "a"])
    func text(name: String) throws {
        let text = Array(String(repeating: "So sang the sirens, and nobody wrote it down.\n", count: 100).utf8)
        #expect(try Decoded.refusal(of: folder.write(text, to: name)) == .notAudio(looksLike: "text"))
    }

    @Test("pictures and documents with a song's extension")
    func disguises() throws {
        func refusal(_ head: [UInt8]) throws -> DecodeError? {
            try Decoded.refusal(of: folder.write(head + [UInt8](repeating: 0, count: 5_000), to: "a.mp3"))
        }
        #expect(
            try refusal([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8))
                == .notAudio(looksLike: "a PNG image"))
        #expect(try refusal([0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8)) == .notAudio(looksLike: "a JPEG image"))
        #expect(try refusal(Array("%PDF-1.7".utf8)) == .notAudio(looksLike: "a PDF document"))
        #expect(try refusal([0x50, 0x4B, 3, 4]) == .notAudio(looksLike: "a ZIP archive"))
    }

    @Test("a playlist opens no file", arguments: ["a.m3u8", "a.mp3", "a.ffconcat"])
    func playlists(name: String) throws {
        let song = try folder.write(WaveFile([Sound.sine(440, rate: 8_000, count: 8_000)], rate: 8_000).bytes, to: "song.wav")
        for text in [
            "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://\(song)\n#EXT-X-ENDLIST\n",
            "ffconcat version 1.0\nfile '\(song)'\n",
        ] {
            let refusal = try #require(try Decoded.refusal(of: folder.write(Array(text.utf8), to: name)))
            guard case .notAudio = refusal else {
                Issue.record("\(refusal)")
                continue
            }
        }
    }

    @Test("noise", arguments: ["a.mp3", "a.flac", "a.ogg", "a.m4a", "a"])
    func noise(name: String) throws {
        var generator = Sound.Generator(seed: 7)
        let bytes = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(try Decoded.refusal(of: folder.write(bytes, to: name)) != nil)
    }

    private func threadSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test("a gigabyte of zeros, quickly")
    func sparse() throws {
        let path = try folder.write([], to: "a.mp3")
        #expect(truncate(path, 1 << 30) == 0)
        // Only the CPU time of this thread counts, since other tests run at the same time.
        let start = threadSeconds()
        #expect(Decoded.refusal(of: path) == .notAudio(looksLike: "nothing but zeros"))
        #expect(threadSeconds() - start < 2)
    }

    @Test("a folder, a pipe and a closed descriptor")
    func notFiles() throws {
        #expect(Decoded.refusal(of: folder.path) == .unreadable(errno: EISDIR))
        #expect(Decoded.refusal(of: folder.path + "/absent.mp3") == .unreadable(errno: EBADF))
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(throws: DecodeError.notARegularFile) { _ = try AudioDecoder(descriptor: ends[0], nameHint: "a.mp3").format }
    }

    @Test("a header without data")
    func headOnly() throws {
        let wave = WaveFile([Sound.sine(440, rate: 8_000, count: 8_000)], rate: 8_000).bytes
        #expect(try Decoded.refusal(of: folder.write(Array(wave.prefix(44)), to: "a.wav")) == .damaged(container: "wav"))
        #expect(try Decoded.refusal(of: folder.write(Array(wave.prefix(20)), to: "a.wav")) != nil)
    }

    @Test("a video without sound", .needsFFmpeg)
    func silentFilm() async throws {
        let path = folder.path + "/a.mp4"
        try await FFmpeg.run(["-f", "lavfi", "-i", "color=red:s=64x64:d=0.2", "-c:v", "mpeg4", path])
        #expect(Decoded.refusal(of: path) == .noAudioStream(container: "mov"))
    }

    @Test("too many channels")
    func channels() throws {
        let rows = [[Float]](repeating: [0, 0.5, 0, 0.5], count: 20)
        #expect(try Decoded.refusal(of: folder.write(WaveFile(rows, rate: 8_000).bytes, to: "a.wav")) == .tooManyChannels(20))
    }

    @Test("an impossible sample rate", arguments: [1, 999, 2_000_000_000])
    func rates(rate: Int) throws {
        let wave = WaveFile([Sound.sine(440, rate: 8_000, count: 800)], rate: rate)
        #expect(try Decoded.refusal(of: folder.write(wave.bytes, to: "a.wav")) == .absurdSampleRate(rate))
    }

    @Test("the reason is one plain sentence")
    func sentences() {
        let errors: [DecodeError] = [
            .empty, .notAudio(looksLike: nil), .notAudio(looksLike: "text"), .noAudioStream(container: "mov"),
            .unsupportedCodec("x"), .damaged(container: "mp3"), .unreadable(errno: EIO), .notARegularFile, .tooManyChannels(20),
            .absurdSampleRate(1), .outOfMemory,
        ]
        for error in errors {
            #expect(error.description.wholeMatch(of: /[a-z][^\n]*[^.\n]/) != nil, "\(error)")
        }
        #expect(DecodeError.unreadable(errno: EIO).description == "the file cannot be read: Input/output error")
    }
}
