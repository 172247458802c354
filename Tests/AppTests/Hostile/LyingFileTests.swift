import Foundation
import Music
import Testing
import Waiting

@testable import Workers

/// A 64-bit WAV file (EBU Tech 3306) with 10,000 samples whose header claims 2^62.
private func lyingWave() -> [UInt8] {
    func number(_ value: UInt64, _ width: Int) -> [UInt8] { (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let sound = (0..<10_000).flatMap { number(UInt64($0 % 251 * 100), 2) }
    let claim = UInt64(1) << 62
    let sizes = number(claim, 8) + number(claim, 8) + number(claim, 8) + number(0, 4)
    let format = number(1, 2) + number(1, 2) + number(8000, 4) + number(16_000, 4) + number(2, 2) + number(16, 2)
    return Array("RF64".utf8) + number(0xFFFF_FFFF, 4) + Array("WAVEds64".utf8) + number(28, 4) + sizes
        + Array("fmt ".utf8) + number(16, 4) + format + Array("data".utf8) + number(0xFFFF_FFFF, 4) + sound
}

extension WorkerTests {
    @Suite("Files with a false length") struct LyingFiles {
        @Test("a file that claims 2^62 samples is probed, and its length is unknown")
        func look() async throws {
            let folder = try TemporaryFolder()
            try folder.write(lyingWave(), to: "lie.wav")
            let desk = ProbeDesk(jobs: 1, program: try Downbeat.worker)
            let probe = try await desk.probe([FileToProbe(path: Array("\(folder.path)/lie.wav".utf8))])[0].get().probe
            #expect(probe.sampleRate == 8000)
            if let duration = probe.duration { #expect(duration < 86_400) }
        }

        @Test("a room queues and plays it, also after a restart and if the catalog has the false length")
        func room() async throws {
            let folder = try TemporaryFolder()
            let (music, data) = (folder.path + "/music", folder.path + "/data")
            try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
            try folder.write(lyingWave(), to: "music/lie.wav")
            try folder.write(ClickTrack(seconds: 2).wave, to: "music/true.wav")
            let ended = try await Downbeat.run(["library", "scan", music, "--data", data])
            #expect(ended.ending == .code(0))
            for duration in [nil, "1e14", "9e999", "-1e14"] {
                if let duration {
                    let catalog = try Database(data + "/catalog.sqlite")
                    try catalog.run("UPDATE track SET duration = \(duration)")
                    try catalog.run("UPDATE content SET duration = \(duration), sound_start = \(duration), sound_end = \(duration)")
                }
                try await Downbeat.serving(["--open-control", music], data: data) { server in
                    try await blocking {
                        let client = LibraryClient(port: server.port)
                        let tracks = try client.tracks().compactMap { $0["id"] as? Int }
                        for track in tracks {
                            _ = try client.ask("POST", "/rooms/main/commands", json: #"{"do":"queue.add","track":\#(track)}"#)
                        }
                        _ = try client.ask("POST", "/rooms/main/commands", json: #"{"do":"play"}"#)
                        _ = try client.ask("POST", "/rooms/main/commands", json: #"{"do":"set","crossfade":5,"skipSilence":true}"#)
                        _ = try client.ask("POST", "/rooms/main/commands", json: #"{"do":"next"}"#)
                        #expect((try client.object("/rooms/main")["queue"] as? [String: Any])?["count"] as? Int ?? 0 >= 2)
                    }
                    server.process.signal(SIGTERM)
                    #expect(try await server.process.end() == .code(0), "\(duration ?? "as scanned")")
                }
            }
        }
    }
}
