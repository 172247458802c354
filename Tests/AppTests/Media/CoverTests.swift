import Foundation
import Testing

@testable import Library
@testable import Workers

extension WorkerTests {
    @Suite("Covers") struct Covers {
        private let folder: TemporaryFolder
        private let maker: CoverMaker

        init() throws {
            folder = try TemporaryFolder()
            maker = CoverMaker(pool: try WorkerTrial.pool(), folder: folder.path)
        }

        private func refusal(of name: String, edge: Int?) async -> WorkerFailure? {
            do {
                _ = try await maker.cover(of: .path("\(folder.path)/\(name)"), name: name, edge: edge)
                return nil
            } catch {
                return error
            }
        }

        @Test(
            "come from music and from pictures, unchanged or smaller", .needs(.ffmpeg),
            arguments: ["a.mp3", "a.flac", "a.png"])
        func cover(name: String) async throws {
            let picture = "\(folder.path)/a.png"
            try await MediaTrial.ffmpeg(["-f", "lavfi", "-i", "testsrc=s=600x400:d=0.04", "-frames:v", "1", picture])
            try folder.write(ClickTrack(seconds: 2).wave, to: "a.wav")
            if name != "a.png" {
                try await MediaTrial.ffmpeg([
                    "-i", "\(folder.path)/a.wav", "-i", picture, "-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v",
                    "attached_pic", "\(folder.path)/\(name)",
                ])
            }
            let source = WorkerJob.Source.path("\(folder.path)/\(name)")
            let own = try await maker.cover(of: source, name: name, edge: nil)
            #expect(own.mediaType == "image/png")
            let ownBytes = try MediaTrial.bytes(of: own.file)
            #expect(try ownBytes == [UInt8](Data(contentsOf: URL(fileURLWithPath: picture))))

            let small = try await maker.cover(of: source, name: name, edge: 150)
            #expect(small.mediaType == "image/jpeg")
            let smallBytes = try MediaTrial.bytes(of: small.file)
            #expect(smallBytes.starts(with: [0xFF, 0xD8, 0xFF]) && smallBytes.count < ownBytes.count)
            let again = try await maker.cover(of: source, name: name, edge: 150)
            #expect(try MediaTrial.bytes(of: again.file) == smallBytes)
        }

        @Test("files without a picture are refused in one sentence")
        func none() async throws {
            try folder.write(ClickTrack(seconds: 2).wave, to: "a.wav")
            try folder.write("no music", to: "text.mp3")
            try folder.write([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: 500), to: "broken.jpg")
            #expect(
                await refusal(of: "a.wav", edge: 100) == .refused("there is no cover: the file carries no picture of at most 32 MB")
            )
            #expect(await refusal(of: "text.mp3", edge: 100) == .refused("the file is not audio; it looks like text"))
            #expect(
                await refusal(of: "broken.jpg", edge: 100)
                    == .refused("the picture cannot be decoded, or has more than 16 million pixels"))
            #expect(
                await refusal(of: "a.wav", edge: 0) == .refused("a cover's size is a number of pixels above 0, or \"original\""))
        }

        @Test(
            "the largest picture that is decoded fits the worker's limits at its highest bit depth", .needs(.ffmpeg))
        func largest() async throws {
            let source = "color=teal:s=4096x4096:d=0.04"
            try await MediaTrial.ffmpeg([
                "-f", "lavfi", "-i", source, "-frames:v", "1", "-pix_fmt", "rgba64be", "-pred", "none", "\(folder.path)/a.png",
            ])
            let cover = try await maker.cover(of: .path("\(folder.path)/a.png"), name: "a.png", edge: 4_000)
            #expect(cover.mediaType == "image/jpeg")
        }
    }
}
