import Decode
import Foundation
import Testing

@testable import Library
@testable import Worker
@testable import Workers

extension WorkerTests {
    @Suite("Streams") struct Streams {
        /// Formats that no browser plays, with ffmpeg's options to make them, and whether they are lossless.
        private static let strange: [(name: String, words: [String], isLossless: Bool)] = [
            ("a.wma", [], false), ("a.aiff", [], true), ("a.m4a", ["-c:a", "alac"], true), ("a.wv", [], true), ("a.tta", [], true),
            ("a.ac3", [], false), ("a.caf", ["-c:a", "pcm_s16be"], true),
        ]

        private let folder: TemporaryFolder
        private let maker: StreamMaker

        init() throws {
            folder = try TemporaryFolder()
            maker = StreamMaker(pool: try WorkerTrial.pool(), folder: folder.path)
        }

        /// Makes a file of noise with ffmpeg and returns its path.
        private func make(
            _ name: String, _ words: [String] = [], source: String = "anoisesrc=r=44100:d=1.3:seed=7,aformat=s16:44100:stereo"
        ) async throws -> String {
            let path = "\(folder.path)/\(name)"
            try await MediaTrial.ffmpeg(["-f", "lavfi", "-i", source] + words + [path])
            return path
        }

        private func refusal(of path: String, as form: String) async -> WorkerFailure? {
            let job = WorkerJob(task: "stream", arguments: [path, form], input: .path(path), outputFolder: folder.path)
            do {
                _ = try await maker.pool.run(job)
                return nil
            } catch {
                return error
            }
        }

        @Test("a stream is as long as the decoded sound, and if lossless has its samples", .needs(.ffmpeg), arguments: strange)
        func exact(strange: (name: String, words: [String], isLossless: Bool)) async throws {
            let path = try await make(strange.name, strange.words)
            let (format, rows) = try MediaTrial.samples(path)
            for form in StreamForm.allCases where form.isPossible {
                let (file, mediaType) = try await maker.stream(of: .path(path), name: strange.name, as: form)
                #expect(mediaType == form.mediaType)
                let stream = try MediaTrial.samples(file.raw, name: "stream.\(form.rawValue)")
                #expect(stream.format.sampleRate == format.sampleRate && stream.format.channels == 2)
                #expect(stream.rows[0].count == rows[0].count, "\(strange.name) as \(form.rawValue)")
                if strange.isLossless, form != .mp3 { #expect(stream.rows == rows, "\(strange.name) as \(form.rawValue)") }
                #expect(BrowserPlayable.is(codec: stream.format.codec, container: stream.format.container))
            }
        }

        @Test("a WAV file's header has the true length from its first bytes on", .needs(.ffmpeg))
        func waveHeader() async throws {
            let path = try await make("a.aiff")
            let bytes = try MediaTrial.bytes(of: try await maker.stream(of: .path(path), name: "a.aiff", as: .wav).file)
            func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) } }
            #expect(bytes.starts(with: Array("RIFF".utf8)))
            #expect(number(4) == bytes.count - 8)
            #expect(number(40) == bytes.count - 44)
        }

        @Test("surround is mixed down to stereo for formats whose players take no more", .needs(.ffmpeg))
        func surround() async throws {
            let tone = "aevalsrc=0|0|0.5*sin(2*PI*440*t)|0|0|0:c=5.1:s=48000:d=1"
            let path = try await make("a.wv", source: tone)
            for form in StreamForm.allCases where form.isPossible {
                let stream = try await maker.stream(of: .path(path), name: "a.wv", as: form)
                let (format, rows) = try MediaTrial.samples(stream.file.raw, name: "stream.\(form.rawValue)")
                #expect(format.channels == (form == .flac ? 6 : 2))
                #expect(rows[0].count == 48_000)
                if format.channels == 2 { #expect(rows[0] == rows[1] && rows[0].max()! > 0.1) }
            }
        }

        @Test("a rate that MP3 lacks is converted to one that it has", .needs(.ffmpeg), .enabled(if: StreamForm.mp3.isPossible))
        func rate() async throws {
            let path = try await make("a.wv", source: "sine=440:r=96000:d=1")
            let stream = try await maker.stream(of: .path(path), name: "a.wv", as: .mp3)
            let (format, rows) = try MediaTrial.samples(stream.file.raw, name: "a.mp3")
            #expect(format.sampleRate == 48_000)
            #expect(abs(rows[0].count - 48_000) <= 1)
        }

        @Test("24-bit sound stays 24-bit in FLAC", .needs(.ffmpeg))
        func deep() async throws {
            let source = "aevalsrc=0.3*sin(2*PI*440*t)+0.00001*random(0):s=96000:d=1"
            let path = try await make("a.aiff", ["-c:a", "pcm_s24be"], source: source)
            let stream = try await maker.stream(of: .path(path), name: "a.aiff", as: .flac)
            let same = try MediaTrial.samples(stream.file.raw, name: "a.flac").rows == MediaTrial.samples(path).rows
            #expect(same)
        }

        @Test("an unknown form and a file without sound are refused in one sentence")
        func refused() async throws {
            try folder.write(ClickTrack(seconds: 2).wave, to: "a.wav")
            try folder.write("no music", to: "text.wma")
            #expect(
                await refusal(of: "\(folder.path)/a.wav", as: "aiff") == .refused("a stream's form is one of wav, flac, mp3"))
            #expect(
                StreamProblem.notPossible(.mp3).description.hasPrefix(
                    "mp3 cannot be made here, since FFmpeg was built without its encoder; possible are wav, flac"))
            #expect(
                await refusal(of: "\(folder.path)/text.wma", as: "wav") == .refused("the file is not audio; it looks like text"))
        }
    }
}
