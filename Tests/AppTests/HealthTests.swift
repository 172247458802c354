import Foundation
import System
import Testing
import Web

@testable import App

@Suite("The health command")
struct HealthTests {
    @Test("prints nothing and exits with 0 if a server with these settings answers")
    func well() async throws {
        try await Downbeat.serving(["--base-path", "/a"]) { server in
            let options = ["--port", "\(server.port)", "--base-path", "/a", "--bind"]
            let variables = ["DOWNBEAT_PORT": "\(server.port)", "DOWNBEAT_BASE_PATH": "/a", "DOWNBEAT_BIND": "127.0.0.1"]
            let ways: [([String], [String: String])] = [
                (options + ["127.0.0.1"], [:]), (options + ["0.0.0.0"], [:]), ([], variables),
            ]
            for (words, environment) in ways {
                let (ending, out, err) = try await Downbeat.run(["health"] + words, environment: environment)
                #expect(ending == .code(0) && out.isEmpty && err.isEmpty, "\(words): \(err)")
            }
        }
    }

    @Test("prints one line and exits with 69 if nobody listens, nobody answers, or another program answers")
    func ill() async throws {
        // Nothing accepts connections from this socket, so that a client waits.
        let silent = try Listener.open(1, on: "127.0.0.1", port: 0)[0]
        let port = try OwnPort.take()
        try await expect("no answer on port \(port) (Connection refused)", port)
        try await expect("no answer on port \(silent.port) (none in 10 s)", silent.port)
        withExtendedLifetime(silent) {}
        try await Downbeat.serving { server in
            try await expect("the server on port \(server.port) is not healthy (status 404)", server.port, "/elsewhere")
        }
    }

    private func expect(_ sentence: String, _ port: UInt16, _ basePath: String = "/") async throws {
        let words = ["health", "--bind", "127.0.0.1", "--port", "\(port)", "--base-path", basePath]
        let (ending, out, err) = try await Downbeat.run(words)
        #expect(ending == .code(69) && out.isEmpty)
        #expect(err == "downbeat: \(sentence)\n")
    }

    @Test("accepts only options")
    func words() {
        #expect(throws: Failure.self) {
            try CommandLineReader(cores: 1).read(["health", "Music"], environment: [:])
        }
    }
}
