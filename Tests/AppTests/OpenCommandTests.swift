import CLinux
import Foundation
import Glibc
import System
import Testing
import Waiting
import Web

@testable import App

@Suite("The open command")
struct OpenCommandTests {
    @Test("without a desktop it prints the link that controls the running server")
    func printed() async throws {
        try await Downbeat.serving { server in
            let (ending, out, err) = try await Downbeat.run(
                ["open", "--data", server.data], environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
            #expect(ending == .code(0) && err.isEmpty, "\(err)")
            #expect(out == "http://localhost:\(server.port)/#token=\(try server.token)\n")
        }
    }

    @Test("for people at another device the link has this machine's address in the network, if there is one")
    func elsewhere() async throws {
        try await Downbeat.serving(["--bind", "0.0.0.0"]) { server in
            let (ending, out, err) = try await Downbeat.run(
                ["open", "--data", server.data], environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
            #expect(ending == .code(0) && err.isEmpty, "\(err)")
            let host = LocalAddress.all.first { !$0.isIPv6 }?.host ?? "localhost"
            #expect(out == "http://\(host):\(server.port)/#token=\(try server.token)\n")
        }
    }

    @Test("a desktop's browser gets a file that only this user can read, and no word with the key")
    func desktop() async throws {
        let folder = try TemporaryFolder()
        // Notes its words in place of the desktop's program.
        let script = try folder.write(
            Array("#!/bin/sh\nprintf '%s\\n' \"$@\" >\"$0.new\"; mv \"$0.new\" \"$0.words\"\n".utf8), to: "script")
        try #require(chmod(script, 0o755) == 0)
        let program = folder.path + "/xdg-open"
        try await ChildProcess.copy(script, to: program)
        try await Downbeat.serving { server in
            let desktop = ["DISPLAY": ":99", "XDG_RUNTIME_DIR": folder.path, "PATH": "\(folder.path):/usr/bin:/bin"]
            // The desktop's program outlives the command, and is killed with what is left of it.
            try await ChildProcess.running(try Downbeat.program, ["open", "--data", server.data], environment: desktop) { command in
                #expect(try await command.end() == .code(0) && command.transcript.text(1).isEmpty, "\(command.transcript.text(1))")
                try await eventually("the browser's start") { FileManager.default.fileExists(atPath: program + ".words") }
            }
            let page = folder.path + "/downbeat-open.html"
            #expect(try String(contentsOfFile: program + ".words", encoding: .utf8) == page + "\n")
            var status = stat()
            #expect(stat(page, &status) == 0 && status.st_mode & 0o777 == 0o600)
            let text = try String(contentsOfFile: page, encoding: .utf8)
            #expect(text.contains("url=http://localhost:\(server.port)/#token=\(try server.token)\""))
        }
    }

    @Test("who is another user by sudo, or has no desktop, gets no browser")
    func none() {
        let desktop = ["DISPLAY": ":0", "XDG_RUNTIME_DIR": "/run/user/1000"]
        #expect(DesktopBrowser(desktop) != nil)
        #expect(DesktopBrowser(desktop.merging(["SUDO_UID": "1000"]) { $1 }) == nil)
        #expect(DesktopBrowser(["XDG_RUNTIME_DIR": "/run/user/1000"]) == nil)
        #expect(DesktopBrowser(["DISPLAY": ":0", "XDG_RUNTIME_DIR": "run"]) == nil)
    }

    @Test("nothing of a link leaves its place in the file")
    func escaped() {
        let page = DesktopBrowser.page(leadingTo: "http://localhost/\"><script>&")
        #expect(!page.contains("<script>") && page.contains("&quot;&gt;&lt;script&gt;&amp;"))
    }

    @Test("accepts only its option")
    func words() {
        for wrong in [["Music"], ["--port", "1"]] {
            #expect(throws: Failure.self) { try CommandLineReader(cores: 1).read(["open"] + wrong, environment: [:]) }
        }
    }
}
