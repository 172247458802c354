import Foundation
import Testing

@testable import Workers

extension WorkerTests {
    @Suite("Hostile files") struct HostileMedia {
        private static let seed: UInt64 = 1
        /// Enough cases that each sound and each picture is used.
        private static let count = 32
        /// Pictures as folders and tracks have them for covers, to be corrupted.
        private static let pictures = ["jpg", "png", "webp", "gif", "bmp", "tiff"]

        @Test(
            "a worker that makes a cover, a stream or its sound from one ends in order", .needs(.ffmpeg),
            arguments: ["cover", "stream", "sound"])
        func media(task: String) async throws {
            let folder = try TemporaryFolder()
            let campaign = try await Self.campaign(task, folder)
            let pool = try WorkerTrial.pool(jobs: 2)
            let tickets = try (0..<Self.count).map { number in
                let path = try campaign.writeCase(number, in: folder.path)
                let argument =
                    switch task {
                    case "cover": "32"
                    case "stream": StreamForm.allCases[number % StreamForm.allCases.count].rawValue
                    default: "\(number * 1000)"
                    }
                return pool.submit(
                    WorkerJob(task: task, arguments: [path, argument], input: .path(path), outputFolder: folder.path))
            }
            var results = 0
            for (number, ticket) in tickets.enumerated() {
                switch await ticket.outcome() {
                case .success: results += 1
                case .failure(.refused): break
                case .failure(let failure): Issue.record("\(failure): case \(number) of seed \(Self.seed)")
                }
            }
            #expect(results > Self.count / 10)
        }

        private static func encodedPictures(in folder: String) async throws -> [HostileSound] {
            var files: [HostileSound] = []
            for ending in pictures {
                let path = "\(folder)/picture.\(ending)"
                try await MediaTrial.ffmpeg(["-f", "lavfi", "-i", "testsrc=s=160x120:d=0.04", "-frames:v", "1", path])
                files.append(HostileSound(ending: ending, bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))))
            }
            return files
        }

        private static func campaign(_ task: String, _ folder: TemporaryFolder) async throws -> HostileCampaign {
            var sounds = try await HostileSounds.encode(with: Tool.ffmpeg.found(), in: folder.path)
            if task == "cover" { sounds += try await encodedPictures(in: folder.path) }
            return HostileCampaign(program: try Downbeat.program, sounds: sounds, seed: seed)
        }
    }
}
