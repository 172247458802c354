import Foundation
import Glibc
import System
import Testing

@testable import API
@testable import App

@Suite("The program at the terminal")
struct ProgramTests {
    @Test("--help names every option with its argument and its environment variable")
    func help() async throws {
        let (ending, out, err) = try await Downbeat.run(["--help"])
        #expect(ending == .code(0))
        #expect(err.isEmpty)
        for rule in Options.rules {
            #expect(out.contains("\n  \(rule.usage)  (\(rule.environmentName))\n"))
        }
        for word in ["--print-config", "--version", "--help", "64", "69"] { #expect(out.contains(word)) }
        #expect(out.split(separator: "\n").allSatisfy { $0.count <= 100 }, "it fits a terminal")
    }

    @Test("--version is one line")
    func version() async throws {
        let (ending, out, err) = try await Downbeat.run(["--version"])
        #expect(ending == .code(0))
        #expect(out == "downbeat \(ProgramVersion.text)\n")
        #expect(err.isEmpty)
    }

    @Test("--print-config prints every value and its source")
    func configuration() async throws {
        let (ending, out, _) = try await Downbeat.run(
            ["--port", "81", "--base-path", "/b", "--print-config"],
            environment: ["DOWNBEAT_PORT": "80", "DOWNBEAT_LOOPS": "3"])
        #expect(ending == .code(0))
        let lines = out.split(separator: "\n").map(String.init)
        #expect(lines.map { $0.prefix { $0 != " " } } == Options.rules.map { $0.name[...] })
        for line in [
            "port = 81  # command line", "loops = 3  # environment", "base-path = /b  # command line",
            "bind = ::  # default",
        ] {
            #expect(lines.contains(line))
        }
    }

    @Test(
        "a usage error is one line on standard error and exit code 64",
        arguments: [
            ["--prot", "1"], ["--port"], ["--port", "http"], ["-x"], ["library"], ["--log", "loud"],
            ["--port", "1\n2"], ["--\u{1B}[31m"],
        ])
    func mistakes(_ arguments: [String]) async throws {
        let (ending, out, err) = try await Downbeat.run(arguments)
        #expect(ending == .code(64))
        expectOneLine(out, err)
        #expect(err.hasSuffix("(downbeat --help tells more)\n"))
    }

    @Test(
        "a missing resource is one line on standard error and exit code 69",
        arguments: [
            (["--public", "/nowhere/at/all"], "cannot read /nowhere/at/all: No such file or directory"),
            (["--public", "/etc/hostname"], "cannot read /etc/hostname: Not a directory"),
            (
                ["/nowhere/at/\u{1B}all"],
                "there is no music folder /nowhere/at/\u{FFFD}all: check its name, or mount its disk first"
            ),
            (["/etc/hostname"], "/etc/hostname is not a folder: name the folder that your music lies in"),
            (["--data", "/etc/hostname"], "/etc/hostname is not a folder: name another folder with --data DIR"),
            (["--bind", "192.0.2.1"], "no network card of this machine has the address 192.0.2.1"),
            (["--bind", "all"], "cannot listen on \"all\": give an IP address of this machine, or localhost"),
        ])
    func unavailable(_ arguments: [String], _ reason: String) async throws {
        let data = try TemporaryFolder()
        let (ending, out, err) = try await Downbeat.run(["--port", "0", "--data", data.path] + arguments)
        #expect(ending == .code(69))
        expectOneLine(out, err)
        #expect(err == "downbeat: \(reason)\n")
    }

    @Test("a port that another downbeat uses is taken, whichever address either listens on")
    func portTaken() async throws {
        try await Downbeat.serving { first async throws in
            for address in ["127.0.0.1", "::", "0.0.0.0"] {
                let (ending, out, err) = try await Downbeat.run(["--bind", address, "--port", "\(first.port)"])
                #expect(ending == .code(69), "\(address)")
                expectOneLine(out, err)
                #expect(err.hasPrefix("downbeat: port \(first.port) is taken"))
            }
            #expect(try await get(first.port, "/health").status == 200)
        }
    }

    @Test(
        "an unreadable folder is one line and exit code 69",
        .enabled(if: getuid() != 0, "root may read everything"))
    func lockedFolder() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path)
        let (ending, out, err) = try await Downbeat.run(["--port", "0", "--public", folder.path])
        #expect(ending == .code(69))
        expectOneLine(out, err)
    }

    private func expectOneLine(_ out: String, _ err: String, at place: SourceLocation = #_sourceLocation) {
        #expect(out.isEmpty, sourceLocation: place)
        #expect(err.hasPrefix("downbeat: "), sourceLocation: place)
        #expect(err.unicodeScalars.filter { $0.value < 32 } == ["\n"], sourceLocation: place)
    }
}
