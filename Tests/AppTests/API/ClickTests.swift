import Clicks
import Foundation
import Music
import System
import Testing
import Workers

@testable import Library

@Suite("Sounds of the metronome", .serialized, .needs(.ffmpeg), .served(music: false))
struct ClickTests: LibraryTests {
    /// Silence for half a second, then a falling tone for two.
    private static let recording = SoundTrial.wave(rate: 44_100, count: 110_250) { index, _ in
        index < 22_050 ? 0 : Int16(8_000 * exp(-Double(index - 22_050) / 20_000) * cos(Double(index - 22_050) / 10))
    }

    private func put(_ path: String, _ body: [UInt8] = recording) async throws -> Answer {
        try await client.send("PUT", "/clicks/\(path)", ["Content-Type": "audio/wav"], body: body)
    }

    private var ownKits: [String] {
        get async throws {
            try await kits.filter { $0["own"] as? Bool == true }.compactMap { $0["name"] as? String }
        }
    }

    private var kits: [[String: Any]] {
        get async throws { try await client.get("/clicks").object["kits"] as? [[String: Any]] ?? [] }
    }

    private func stored() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: try library.data + "/clicks").sorted()
    }

    @Test("our own kits are listed with their labels, and each voice is a WAV file that may be cached")
    func ours() async throws {
        let labels = try await kits.filter { $0["own"] as? Bool == false }.map { $0["label"] as? String }
        #expect(labels == ["Wood block", "Sticks", "Hi-hat", "Cowbell", "Beep", "Drum kit", "Soft", "Shaker"])
        var tags: Set<String> = []
        for kit in try await kits {
            let name = try #require(kit["name"] as? String)
            for voice in try #require(kit["voices"] as? [String]) {
                let answer = try await client.get("/clicks/\(name)/\(voice)")
                #expect((answer.status, answer.type) == (200, "audio/wav"), "\(name) \(voice)")
                let sound = try #require(ClickSound(wave: answer.body))
                #expect(sound.samples.count <= 12_000 && answer.fields["cache-control"] == "private, max-age=3600")
                tags.insert(try #require(answer.fields["etag"]))
            }
        }
        #expect(tags.count == 40)
        let again = try await client.get("/clicks/wood/soft", ["If-None-Match": tags.joined(separator: ", ")])
        #expect(again.status == 304)
        for path in ["wood/loud", "tin/strong", "own-none/strong", "own-/strong"] {
            #expect(try await client.get("/clicks/\(path)").problem == "not-found", "\(path)")
        }
    }

    @Test("an uploaded sound begins at once, is cut to a second and made as loud as its voice, and stands in for others")
    func uploaded() async throws {
        let answer = try await put("own-claps/strong")
        #expect((answer.status, answer.type) == (200, "audio/wav"), "\(answer.text)")
        let sound = try #require(ClickSound(wave: answer.body))
        #expect(sound.samples.count == 48_000 && abs(sound.peak - 0.891) < 0.001)
        #expect(sound.samples.prefix(48).contains { $0 > 0.8 })
        #expect(try stored() == ["claps.strong.wav"])
        let kit = try #require(try await kits.last)
        #expect(
            kit["name"] as? String == "own/claps" && kit["label"] as? String == "claps" && kit["voices"] as? [String] == ["strong"])
        let read = try await client.get("/clicks/own-claps/strong")
        #expect(read.body == answer.body && read.fields["cache-control"] == "no-cache")
        let soft = try #require(ClickSound(wave: try await client.get("/clicks/own-claps/soft").body))
        #expect(abs(soft.peak - 0.316) < 0.001)
        let flac = try await client.send("DELETE", "/clicks/own-claps")
        #expect(flac.status == 204)
        #expect(try await client.send("DELETE", "/clicks/own-claps").problem == "not-found")
        #expect(try await client.get("/clicks/own-claps/strong").problem == "not-found")
        #expect(try stored() == [])
    }

    @Test("what is no sound is refused in one sentence, and nothing of it is stored")
    func refused() async throws {
        let silence = SoundTrial.wave(rate: 48_000, count: 9_600) { _, _ in 3 }
        let text = Array(String(repeating: "no sound ", count: 300).utf8)
        for (body, status, problem) in [
            (silence, 422, "not-music"), (text, 422, "not-music"), ([0], 422, "not-music"),
            (Array(Self.recording[..<20]), 422, "not-music"),
            ([], 400, "bad-body"), ([UInt8](repeating: 1, count: 1 << 20 + 1), 413, "about:blank"),
        ] {
            let answer = try await put("own-a/strong", body)
            #expect((answer.status, answer.problem) == (status, problem), "\(body.count) bytes: \(answer.text)")
        }
        for path in [
            "wood/strong", "own-/strong", "own-A/strong", "own-a.b/strong", "own-\(String(repeating: "a", count: 41))/strong",
        ] {
            #expect(try await put(path).problem == "refused", "\(path)")
        }
        #expect(try await put("own-a/loud").problem == "not-found")
        #expect(try stored() == [])
        #expect(try await ownKits == [])
    }

    @Test("broken files are refused, or become a sound within the limits")
    func broken() async throws {
        var numbers = SeededGenerator(seed: 17)
        let short = Array(Self.recording[..<30_000])
        for round in 0..<22 {
            let way = HostileMutation.allCases[round % HostileMutation.allCases.count]
            let answer = try await put("own-fuzz/normal", way.applied(to: short, other: Self.recording, using: &numbers))
            if answer.status == 200 {
                let sound = try #require(ClickSound(wave: answer.body), "\(way)")
                #expect(sound.peak <= 0.632 && sound.peak > 0.6, "\(way)")
                #expect(try stored() == ["fuzz.normal.wav"])
                #expect(try await client.send("DELETE", "/clicks/own-fuzz").status == 204)
            } else {
                #expect((answer.status, answer.problem) == (422, "not-music"), "\(way): \(answer.text)")
            }
            #expect(try stored() == [], "\(way)")
        }
    }

    @Test("there are at most twenty kits, which outlive the server; what else lies in their folder does no harm")
    func limits() async throws {
        let folder = try TemporaryFolder()
        let log = Log(level: .error, format: .text, clock: MachineClock())
        let pool = WorkerPool(jobs: 2, program: try Downbeat.worker)
        func open() -> ClickKits { ClickKits(folder: folder.path, spool: folder.path, pool: pool, log: log) }
        let sound = ClickSound([0.5, 0.25])
        for number in 0..<19 { try folder.write(sound.wave, to: "k\(number).soft.wav") }
        for name in ["k0.strong.wav.x1Y2z3", "K.soft.wav", "k.loud.wav", "k.soft.mp3", ".soft.wav", "notes", "k.soft.wav.a.b"] {
            try folder.write(sound.wave, to: name)
        }
        try folder.write(Array(sound.wave.dropLast()), to: "short.soft.wav")
        try folder.write([UInt8](repeating: 0, count: 200_000), to: "zeros.soft.wav")
        try FileManager.default.createDirectory(atPath: folder.path + "/dir.soft.wav", withIntermediateDirectories: true)
        let kits = open()
        #expect(kits.all.count == 8 + 19 && kits.kit("own/k7")?.voices == [.soft] && kits.kit("k7") == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/k0.strong.wav.x1Y2z3"))
        let upload = try folder.write(Self.recording, to: "upload")
        func keep(_ name: String, _ voice: ClickTick.Voice) async throws {
            _ = try await kits.keep(try WorkerFile(reading: Array(upload.utf8)), as: voice, of: name)
        }
        try await keep("z", .strong)
        await #expect(throws: LibraryRefusal.tooManyKits(20)) { try await keep("y", .strong) }
        // Another voice of a kit that is there already.
        try await keep("k3", .normal)
        let again = open()
        #expect(again.all == kits.all && again.all.count == 28)
        #expect(again.kit("own/k3")?.voices == [.normal, .soft])
        #expect(try await again.remove("k3"))
        #expect(open().kit("own/k3") == nil)
    }
}
