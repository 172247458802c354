import Foundation
import System

/// Compares what the page's files cost the server with what they cost nginx, and how soon both start and stop; the two run in turns.
struct FilesBenchmark {
    private static let connections = 8
    private static let titles = ["CPU us a request", "p50 ms", "p99 ms", "starting, ms", "stopping, ms"]

    private let root: String
    private let port: UInt16
    private let load: SearchLoad

    static func run(_ options: BenchmarkOptions) throws {
        let root = URL(fileURLWithPath: options.files.first ?? "Public").standardizedFileURL.path
        let names = try FileManager.default.contentsOfDirectory(atPath: root)
            .filter { $0.hasSuffix(".js") || $0.hasSuffix(".css") }.sorted()
        guard !names.isEmpty else { throw BenchmarkOptions.Problem(text: "files needs the folder of the page") }
        let count = max(options.number("rows", default: 20_000), 1)
        let port = UInt16(clamping: options.number("port", default: 8092))
        let benchmark = FilesBenchmark(
            root: root, port: port, load: SearchLoad(targets: (0..<count).map { "/\(names[$0 % names.count])" }))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("downbeat-bench-files-\(port)").path
        try FileManager.default.createDirectory(atPath: "\(folder)/music", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }  // What stays is in the folder for temporary files.
        let pairs = try (0..<max(options.number("rounds", default: 5), 1)).map { _ in
            (ours: try benchmark.ours(in: folder), nginx: try benchmark.nginx(in: folder))
        }
        var table = Table(["\(count) requests of the page, median of \(pairs.count)", "ours", "nginx", "ratio"])
        for (index, title) in Self.titles.enumerated() {
            let (ours, nginx) = (pairs.map { $0.ours[index] }.median, pairs.map { $0.nginx[index] }.median)
            table.add([title] + [ours, nginx, nginx > 0 ? ours / nginx : 0].map { Table.number($0, digits: 2) })
        }
        print(table)
    }

    private func ours(in folder: String) throws -> [Double] {
        try cost(try RunningServer(data: "\(folder)/data", music: "\(folder)/music", port: port))
    }

    /// One process, as the server is, with the files of the page kept open.
    private func nginx(in folder: String) throws -> [Double] {
        let parts = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        let paths = parts.map { "\($0)_temp_path \(folder)/\($0);" }.joined(separator: " ")
        let settings = """
            daemon off; master_process off; pid \(folder)/nginx.pid; error_log /dev/null; events { worker_connections 1024; }
            http { access_log off; sendfile on; keepalive_requests 1000000000; open_file_cache max=200; \(paths)
            types { text/javascript js; text/css css; } server { listen 127.0.0.1:\(port + 1); root \(root); } }
            """
        let file = "\(folder)/nginx.conf"
        try Data(settings.utf8).write(to: URL(fileURLWithPath: file))
        return try cost(try RunningServer(["nginx", "-e", "/dev/null", "-p", folder, "-c", file], port: port + 1))
    }

    /// In the order of the titles; the server is stopped.
    private func cost(_ server: RunningServer) throws -> [Double] {
        let before = server.processorSeconds
        let reading = Result { try load.run(port: server.port, connections: Self.connections) }
        let (spent, stopped) = (server.processorSeconds - before, MachineClock().now)
        server.stop()
        let times = try reading.get().times
        return [
            spent * 1e6 / Double(load.targets.count), times.milliseconds(0.5), times.milliseconds(0.99), server.startSeconds * 1000,
            Double(MachineClock().now - stopped) / 1000,
        ]
    }
}
