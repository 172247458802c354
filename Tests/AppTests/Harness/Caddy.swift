import Foundation

/// Debian's Caddy, run without root, as a reverse proxy in front of a `downbeat` server.
struct Caddy {
    let port: UInt16

    /// Runs the configuration of the guide, with the two ports inserted and without certificates. `site` is the site of the guide
    /// that the tests request.
    static func serving<Value: Sendable>(
        _ site: String, upstream: UInt16, _ body: (Caddy) async throws -> Value
    ) async throws -> Value {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let port = try OwnPort.take()
        var lines = try Guide.block("caddyfile", on: "proxies").replacing("127.0.0.1:8080", with: "127.0.0.1:\(upstream)")
        for name in ["music.example.org", "home.example.org"] {
            lines = lines.replacing("\(name) {", with: "http://\(name == site ? "127.0.0.1" : name):\(port) {")
        }
        // Without its admin endpoint, it uses nothing but this folder and this port.
        try folder.write("{\nadmin off\n}\n\n" + lines, to: "Caddyfile")
        let arguments =
            ["XDG_DATA_HOME=\(folder.path)", "XDG_CONFIG_HOME=\(folder.path)", try Tool.caddy.found()]
            + ["run", "--config", "\(folder.path)/Caddyfile", "--adapter", "caddyfile"]
        return try await ChildProcess.running("/usr/bin/env", arguments) { process in
            try await Wire.awaitListener(port, process.transcript)
            return try await body(Caddy(port: port))
        }
    }
}
