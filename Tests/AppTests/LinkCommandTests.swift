import Foundation
import System
import Testing

@testable import App

@Suite("The link command")
struct LinkCommandTests {
    @Test("has the running server make a link and a code, and prints them")
    func made() async throws {
        try await Downbeat.serving { server in
            let words = ["link", "--data", server.data, "--role", "host", "--room", "main", "--code"]
            let (ending, out, err) = try await Downbeat.run(words)
            #expect(ending == .code(0) && err.isEmpty, "\(err)")
            let lines = out.split(separator: "\n").map(String.init)
            try #require(lines.count == 2)
            #expect(lines[0].wholeMatch(of: #/http:\/\/.+\/#token=[a-z2-9]{26}/#) != nil, "\(lines[0])")
            #expect(lines[1].wholeMatch(of: #/[0-9A-Z]{4}-[0-9A-Z]{4}/#) != nil, "\(lines[1])")
            #expect(!out.contains(try server.token), "the owner's token is not shown")
        }
    }

    @Test("says in one line that no server uses the data folder")
    func alone() async throws {
        let folder = try TemporaryFolder()
        let (ending, out, err) = try await Downbeat.run(["link", "--data", folder.path])
        #expect(ending == .code(69) && out.isEmpty)
        #expect(err == "downbeat: no server uses \(folder.path): start one with downbeat, or name its folder with --data DIR\n")
    }

    @Test("accepts only its options, and roles that a link can give")
    func words() {
        for wrong in [["Music"], ["--role", "owner"], ["--room", "/"], ["--port", "1"]] {
            #expect(throws: Failure.self) { try CommandLineReader(cores: 1).read(["link"] + wrong, environment: [:]) }
        }
    }
}
