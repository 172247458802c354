import Foundation
import Glibc
import Testing
import Waiting

/// After damage to the catalog, no data that users entered is lost if the catalog or its backup is still readable.
@Suite("A library whose catalog is damaged") struct DamagedLibraryTests {
    enum Damage: CaseIterable {
        case header, pages, truncated, empty, text
    }

    @Test("starts, reports where the damaged file is, and has markers, corrections and playlists again", arguments: Damage.allCases)
    func damaged(damage: Damage) async throws {
        let (music, data) = (try TemporaryFolder(), try TemporaryFolder())
        for number in 0..<2 { try music.write(ClickTrack(first: 0.2 + Double(number) / 10, seconds: 4).wave, to: "\(number).wav") }
        let options = ["--open-control", music.path]
        let catalog = data.path + "/catalog.sqlite"
        try await Downbeat.serving(options, data: data.path) { server in
            try await blocking {
                let client = LibraryClient(port: server.port)
                try client.rest { try client.tracks("&state=done").count == 2 }
                let ids = try client.tracks().map { "\($0["id"]!)" }
                _ = try client.ask("POST", "/tracks/\(ids[0])/markers", json: "{\"start\":0.5,\"label\":\"kept\"}")
                _ = try client.ask(
                    "PUT", "/tracks/\(ids[0])/grid/correction", json: "{\"steps\":[{\"do\":\"shift\",\"milliseconds\":7}]}")
                _ = try client.ask("POST", "/playlists", json: "{\"name\":\"kept\",\"tracks\":[\(ids.joined(separator: ","))]}")
            }
        }
        // Make the day's backup again with the entered data. An orderly stop writes the journal back into the file.
        for path in Downbeat.backups(in: data.path) { unlink(path) }
        try await Downbeat.serving(options, data: data.path) { server in
            try await eventually("a copy") { !Downbeat.backups(in: data.path).isEmpty }
            server.process.signal(SIGTERM)
            #expect(try await server.process.end() == .code(0))
        }
        try Self.make(damage, of: catalog)
        try await Downbeat.serving(options, data: data.path) { server in
            try await blocking {
                let client = LibraryClient(port: server.port)
                try client.rest { try client.tracks("&state=done").count == 2 }
                let labels = try client.tracks().flatMap { try client.list("/tracks/\($0["id"]!)/markers") }
                #expect(labels.compactMap { $0["label"] as? String } == ["kept"])
                #expect(try client.tracks().filter { $0["corrected"] as? Bool == true }.count == 1)
                let list = try #require(try client.list("/playlists").first)
                #expect(list["name"] as? String == "kept")
                #expect(try client.list("/playlists/\(list["id"]!)/entries").filter { $0["track"] is [String: Any] }.count == 2)
            }
            let aside = try FileManager.default.contentsOfDirectory(atPath: data.path).filter { $0.contains(".damaged-") }
            let said = server.process.transcript.text(1)
            #expect(aside.isEmpty == false && said.contains("the catalog was damaged"))
            #expect(aside.contains { said.contains(data.path + "/" + $0) }, "\(said)")
        }
    }

    private static func make(_ damage: Damage, of path: String) throws {
        for ending in ["-wal", "-shm"] { unlink(path + ending) }
        let file = URL(fileURLWithPath: path)
        var bytes = [UInt8](try Data(contentsOf: file))
        var random = SeededGenerator(seed: 5)
        switch damage {
        case .header: bytes.replaceSubrange(..<100, with: random.bytes(100))
        case .pages: bytes.replaceSubrange(4096 * 5..<4096 * 11, with: random.bytes(4096 * 6))
        case .truncated: bytes.removeLast(bytes.count / 2)
        case .empty: bytes = []
        case .text: bytes = Array(String(repeating: "hello ", count: 1000).utf8)
        }
        try Data(bytes).write(to: file)
    }
}
