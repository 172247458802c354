import Foundation
import Testing
import Waiting

@testable import API

extension RoomsTests {
    @Suite("Music with problems") struct RoomTroubleTests: RoomTests {
        /// A file that looks like music but cannot be decoded.
        private static var broken: [UInt8] {
            func little(_ value: Int, _ width: Int) -> [UInt8] { (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
            var numbers = SeededGenerator(seed: 1)
            let sound = numbers.bytes(20_000)
            // The header says MP3 in a WAV file.
            let format = [(0x55, 2), (2, 2), (44_100, 4), (44_100, 4), (1, 2), (0, 2), (12, 2), (1, 2), (2, 4), (417, 2), (1, 2)]
                .flatMap { little($0.0, $0.1) }
            let body =
                Array("WAVEfmt ".utf8) + little(format.count, 4) + format + Array("data".utf8) + little(sound.count, 4) + sound
            return Array("RIFF".utf8) + little(body.count, 4) + body
        }

        /// A separate server that has analyzed nothing yet.
        private func serving(
            _ files: [String: [UInt8]], _ body: @escaping @Sendable (Downbeat, _ music: String) async throws -> Void
        ) async throws {
            let folder = try TemporaryFolder()
            let music = folder.path + "/music"
            try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
            for (name, bytes) in files { try folder.write(bytes, to: "music/\(name)") }
            try await Downbeat.serving(["--open-control", music], data: folder.path + "/data") { server in
                try await body(server, music)
            }
        }

        /// The id of a track, after the scan has found it.
        private static func track(_ title: String, _ server: Downbeat) throws -> Int {
            let client = LibraryClient(port: server.port)
            var found: Int?
            try untilSo("a track called \(title)") {
                found = try client.tracks().first { $0["title"] as? String == title }?["id"] as? Int
                return found != nil
            }
            return found ?? 0
        }

        @Test("frames of a track that plays before its analysis come when it is done, in time")
        func pending() async throws {
            let red = PalettePNG.bytes(width: 8, height: 8, indices: Array(repeating: 0, count: 64), palette: [[255, 0, 0, 255]])
            try await serving(["new.wav": ClickTrack(seconds: 20).wave, "cover.png": red]) { server, _ in
                try await blocking {
                    let track = try Self.track("new", server)
                    let client = try RoomClient(server.port, "streams=state,frames,beats&lead=1")
                    try client.command("set", ["autoplay": "off"])
                    let revision = try client.command("play", ["track": track])
                    let state = try client.message("the state") { $0.type == "state" && $0.int("revision") >= revision }
                    #expect(["pending", "ready"].contains(state.text("analysis")))
                    let ready = try client.message("a finished analysis") { $0.type == "state" && $0.text("analysis") == "ready" }
                    let block = try client.frames()
                    // What was shown while it was not known comes as well, for half a second.
                    #expect((-520_000...1_020_000).contains(block.lead), "\(block.lead)")
                    let beat = try client.next("beat")
                    #expect(beat.int("due") > beat.int("sent") - 50_000)
                    // The state has what is known of the track, with the colours of its cover, whichever came first.
                    func isWhole(_ state: RoomMessage) -> Bool {
                        let track = state.object("track")
                        return track["bpm"] as? Double == 120 && track["colours"] as? [String] == ["#ff0000"]
                    }
                    if !isWhole(ready) { _ = try client.message("tempo and colours") { $0.type == "state" && isWhole($0) } }
                    #expect(client.law.violations == [])
                }
            }
        }

        @Test("of two files with the same sound, a room shows the one that was chosen, also once more is known")
        func sameSound() async throws {
            let sound = ClickTrack(seconds: 20).wave
            try await serving(["first.wav": ClickTrack(seconds: 2).wave]) { server, music in
                _ = try await APIClient(port: server.port).send("PUT", "/analysis", json: #"{"paused": true}"#)
                for name in ["one", "two"] { try Data(sound).write(to: URL(filePath: music + "/\(name).wav")) }
                try await blocking {
                    let tracks = try ["one", "two"].map { try Self.track($0, server) }
                    let client = try RoomClient(server.port, "streams=state")
                    try client.command("play", ["track": try #require(tracks.max())])
                    let state = try client.message("the tempo") {
                        $0.type == "state" && $0.object("track")["bpm"] as? Double == 120
                    }
                    #expect(state.object("track")["id"] as? Int == tracks.max())
                }
            }
        }

        @Test("a track is shown while it is analyzed, and its frames equal those of the finished analysis")
        func growing() async throws {
            let sound = ClickTrack(seconds: 120).wave
            try await serving(["first.wav": ClickTrack(seconds: 2).wave]) { server, music in
                // Only the playing track is analyzed.
                _ = try await APIClient(port: server.port).send("PUT", "/analysis", json: #"{"paused": true}"#)
                try Data(sound).write(to: URL(filePath: music + "/new.wav"))
                let (track, frames) = try await blocking { () -> (Int, [Int: [UInt8]]) in
                    let track = try Self.track("new", server)
                    let client = try RoomClient(server.port, "streams=state,frames,grid&lead=10")
                    try client.command("play", ["track": track])
                    var frames: [Int: [UInt8]] = [:]
                    var withoutBeats = 0
                    while frames.count < 900 {
                        let block = try client.frames()
                        let first = try #require(client.law.lines[block.generation]).frame(block.due, rate: block.rate)
                        for index in 0..<block.count {
                            let frame = Array(block.frame(index))
                            if frame[66] == 255 { withoutBeats += 1 }
                            frames[first + index] = Array(frame[..<64] + frame[67...68])
                        }
                    }
                    #expect(withoutBeats >= 180)
                    #expect((frames.keys.min() ?? 60) < 60)
                    try client.next("grid")
                    #expect(client.law.violations == [])
                    return (track, frames)
                }
                let stored = try await APIClient(port: server.port).get("/tracks/\(track)/frames").body
                for (number, frame) in frames { #expect(frame.elementsEqual(stored[number * 66..<number * 66 + 66])) }
            }
        }

        @Test("an unplayable track is skipped with a reason, whenever it is selected")
        func broken() async throws {
            try await serving(["broken.wav": Self.broken, "good.wav": ClickTrack(seconds: 8).wave]) { server, _ in
                try await blocking {
                    let (broken, good) = (try Self.track("broken", server), try Self.track("good", server))
                    let client = try RoomClient(server.port, "streams=state,queue,frames&lead=1")
                    try client.command("set", ["autoplay": "off"])
                    for attempt in 0..<2 {
                        let revision = try client.command("play", ["tracks": [broken, good]])
                        let state = try client.message("the next track with the reason, attempt \(attempt)") {
                            $0.type == "state" && $0.int("revision") >= revision && $0.object("track")["id"] as? Int == good
                                && !$0.isNull("trouble") && $0.text("trouble").contains("damaged")
                        }
                        let queue = try client.message("the queue's trouble, attempt \(attempt)") {
                            $0.type == "queue" && $0.int("revision") >= revision && $0.list("entries").first?["trouble"] is String
                        }
                        #expect((queue.list("entries").first?["trouble"] as? String)?.contains("damaged") == true)
                        #expect(queue.list("entries").last?["trouble"] is NSNull)
                        let line = RoomLine(state.object("timeline"))
                        _ = try client.frames { $0.generation >= line.generation }
                    }
                    // Without another track the music stops, and `play` tries again.
                    for name in ["play", "toggle"] {
                        let fields: [String: Any] = name == "play" ? ["track": broken] : [:]
                        let revision = try client.command(name, fields)
                        let state = try client.message("standing music after \(name)") {
                            $0.type == "state" && $0.int("revision") >= revision && $0.text("analysis") == "failed"
                                && !RoomLine($0.object("timeline")).isPlaying && !$0.isNull("trouble")
                        }
                        #expect(state.text("trouble").contains("damaged"))
                    }
                    #expect(client.law.violations == [])
                }
            }
        }

        @Test("after an analysis is interrupted while its track plays, frames are missing only briefly")
        func cut() async throws {
            let hall = try hall
            let folder = try TemporaryFolder()
            let data = folder.path + "/data"
            try FileManager.default.copyItem(atPath: hall.prepared, toPath: data)
            try await Downbeat.serving(["--open-control", hall.music], data: data) { server in
                let tracks = try await RoomHall.tracks(of: server)
                let track = try #require(tracks["long"])
                try await blocking {
                    let client = try RoomClient(server.port, "streams=state,frames&lead=1")
                    try client.command("repeat", ["mode": "one"])
                    try client.command("play", ["track": track])
                    _ = try client.frames()
                    var files: [String] = []
                    for case let path as String in FileManager.default.enumerator(atPath: data + "/analysis")! {
                        guard path.hasSuffix(".downbeat") else { continue }
                        files.append("\(data)/analysis/\(path)")
                        try #require(truncate(files.last!, 600) == 0)
                    }
                    #expect(files.count == hall.tracks.count)
                    func size(_ path: String) -> Int { (try? Data(contentsOf: URL(fileURLWithPath: path)))?.count ?? 0 }
                    while files.allSatisfy({ size($0) <= 600 }) { _ = try client.frames() }
                    // The clicks are shown again: missing frames have no loudness. Frames sent before do not count.
                    _ = client.takeAll()
                    _ = try client.frames { block in
                        (0..<block.count).contains { block.frame($0)[block.frame($0).startIndex + block.bands + 3] > 0 }
                    }
                    #expect(client.law.violations == [])
                }
            }
        }

        @Test("a track whose file is deleted plays on, and a later one without a file is skipped until it is back")
        func gone() async throws {
            // Long enough for two scans before it ends.
            let clicks = ClickTrack(seconds: 24).wave
            let next = ClickTrack(interval: 0.4, seconds: 8).wave
            let last = ClickTrack(interval: 0.6, seconds: 8).wave
            try await serving(["now.wav": clicks, "next.wav": next, "last.wav": last]) { server, music in
                try await blocking {
                    let ids = try ["now", "next", "last"].map { try Self.track($0, server) }
                    let api = LibraryClient(port: server.port)
                    try api.rest()
                    let client = try RoomClient(server.port, "streams=state,queue,frames&lead=1")
                    try client.command("set", ["autoplay": "off"])
                    try client.command("repeat", ["mode": "all"])
                    let revision = try client.command("play", ["tracks": ids])
                    var state = try client.message("the state") { $0.type == "state" && $0.int("revision") >= revision }
                    let line = RoomLine(state.object("timeline"))
                    func next(_ state: RoomMessage) -> Int? { (state.object("next")["track"] as? [String: Any])?["id"] as? Int }
                    #expect(next(state) == ids[1])
                    for name in ["now", "next"] {
                        try FileManager.default.moveItem(atPath: "\(music)/\(name).wav", toPath: "\(music)/../\(name).wav")
                    }
                    _ = try api.ask("POST", "/library/scan")
                    state = try client.message("another next track") { $0.type == "state" && next($0) == ids[2] }
                    #expect(state.text("trouble").contains("not there"))
                    let after = RoomLine(state.object("timeline"))
                    #expect(after.track == ids[0] && after.isPlaying && after.at == line.at && after.position == line.position)
                    _ = try client.frames { $0.generation >= after.generation }
                    // One that is not there when it begins is passed over.
                    let another = try RoomClient(server.port, "room=another&streams=state")
                    try another.command("set", ["autoplay": "off"])
                    try another.command("play", ["tracks": [ids[1], ids[2]]])
                    let passed = try another.message("the one that is there") {
                        $0.type == "state" && RoomLine($0.object("timeline")).track == ids[2]
                    }
                    #expect(RoomLine(passed.object("timeline")).isPlaying && passed.text("trouble").contains("not there"))
                    try FileManager.default.moveItem(atPath: "\(music)/../next.wav", toPath: "\(music)/next.wav")
                    _ = try api.ask("POST", "/library/scan")
                    _ = try client.message("the next track again") { $0.type == "state" && next($0) == ids[1] }
                    #expect(client.law.violations == [])
                }
            }
        }
    }
}
