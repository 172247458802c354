import Foundation

/// Debian's nginx, run without root, as a reverse proxy in front of a `downbeat` server.
struct Nginx {
    let port: UInt16

    /// Runs the configuration of the guide after `change`, with the two ports inserted.
    static func serving<Value: Sendable>(
        upstream: UInt16, change: (String) -> String, _ body: (Nginx) async throws -> Value
    ) async throws -> Value {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let port = try OwnPort.take()
        let lines = change(try Guide.block("nginx", on: "proxies"))
            .replacing("listen 80;", with: "listen 127.0.0.1:\(port);")
            .replacing("127.0.0.1:8080", with: "127.0.0.1:\(upstream)")
        try folder.write(configuration(folder.path, lines), to: "nginx.conf")
        let arguments = ["-p", folder.path, "-e", "stderr", "-c", "\(folder.path)/nginx.conf"]
        return try await ChildProcess.running(Tool.nginx.found(), arguments) { process in
            try await Wire.awaitListener(port, process.transcript)
            return try await body(Nginx(port: port))
        }
    }

    private static func configuration(_ folder: String, _ lines: String) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder)/\($0);" }
        return """
            daemon off;
            master_process off;
            pid \(folder)/nginx.pid;
            events {}
            http {
                access_log off;
                \(temporary.joined(separator: "\n    "))
            \(lines)
            }
            """
    }
}
