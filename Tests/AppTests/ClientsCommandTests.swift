import Foundation
import Testing

/// `downbeat clients` copies the programs for lights and scripts.
@Suite("downbeat clients") struct ClientsCommandTests {
    private let folder: TemporaryFolder
    private let source: String

    init() throws {
        folder = try TemporaryFolder()
        source = Downbeat.checkout.path + "/Public"
    }

    private func clients(_ words: String...) async throws -> (ending: Transcript.Ending, out: String, err: String) {
        try await Downbeat.run(["clients", "--public", source] + words)
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path + "/new/" + name, encoding: .utf8)
    }

    @Test("copies each program into a new folder as it is, to be run there, and no pages")
    func copies() async throws {
        let (ending, out, err) = try await clients(folder.path + "/new")
        #expect(ending == .code(0) && err.isEmpty && out.contains("downbeat.py: copied\n"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/new")
        #expect(names.contains("downbeat.mjs") && names.contains("beat.sh"))
        #expect(names.allSatisfy { !$0.hasSuffix(".html") && !$0.hasSuffix(".js") })
        for name in names { #expect(try text(name) == String(contentsOfFile: "\(source)/clients/\(name)", encoding: .utf8)) }
        #expect(FileManager.default.isExecutableFile(atPath: folder.path + "/new/beats.py"))
        #expect(try await clients(folder.path + "/new").out.contains("downbeat.py: is there already\n"))
    }

    @Test("keeps a file that differs, unless it is forced, and writes through nothing")
    func keeps() async throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/new/osc.py", withIntermediateDirectories: true)
        try folder.write("mine", to: "new/beats.py")
        try folder.write("far", to: "far.py")
        let link = folder.path + "/new/wled.py"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path + "/far.py")
        let (ending, out, _) = try await clients(folder.path + "/new")
        #expect(ending == .code(1) && out.contains("beats.py: kept, since it differs: --force replaces it\n"))
        #expect(out.contains("osc.py: not copied: something that is no file has its name\n"))
        #expect(try text("beats.py") == "mine")
        let forced = try await clients("--force", folder.path + "/new")
        #expect(forced.ending == .code(1) && forced.out.contains("beats.py: replaced\n"))
        #expect(try text("beats.py").hasPrefix("#!/usr/bin/env python3"))
        #expect(try String(contentsOfFile: folder.path + "/far.py", encoding: .utf8) == "far")
    }

    @Test("names what is wrong in one line: a folder that cannot be made, or no clients to copy")
    func refuses() async throws {
        try folder.write("", to: "file")
        let blocked = try await clients(folder.path + "/file/new")
        #expect(blocked.ending == .code(69) && blocked.err.hasPrefix("downbeat: the folder \(folder.path)/file/new cannot be made"))
        let none = try await Downbeat.run(["clients", "--public", folder.path, folder.path + "/new"])
        #expect(none.ending == .code(69) && none.err == "downbeat: there are no clients in \(folder.path)/clients\n")
        #expect(try await clients("--help").out.contains("Usage: downbeat clients"))
    }
}
