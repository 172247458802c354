import Foundation
import System
import Testing
import Waiting
import Yardstick

@testable import Web

/// The real server on a free port of this machine.
struct TestServer: Sendable {
    /// How clients begin TLS; nil for plain connections.
    @TaskLocal static var hello: ClientTLS.Hello?

    let server: Server
    let port: UInt16
    let spoolFolder: String

    func connect(receiveBuffer: Int32? = nil) throws -> TestClient {
        try TestClient(port: port, receiveBuffer: receiveBuffer)
    }

    /// Returns when the server has read what other clients sent before: it takes events in their order.
    func settle() async throws {
        let client = try connect()
        _ = try await client.get("/nowhere")
        await client.close()
    }

    /// Clients that have sent these requests, each once those before it are counted as held of a kind.
    func send(_ requests: [String], countedAs kind: QuotaKind) async throws -> [TestClient] {
        var clients: [TestClient] = []
        for request in requests {
            let client = try connect()
            try await client.send(request)
            clients.append(client)
            try await eventually("it is counted") { server.quotas.total(of: kind) == clients.count }
        }
        return clients
    }

    /// A client that already speaks WebSocket.
    func open(_ path: String = "/ws", receiveBuffer: Int32? = nil) async throws -> TestClient {
        let client = try connect(receiveBuffer: receiveBuffer)
        try await client.upgrade(path)
        return client
    }
}

/// Serves the routes from `build` while `body` runs, then stops and waits until every part of the server is freed. Unless a clock is given, time
/// stands still: no limit of time is reached, however busy the machine is.
func withServer(
    loops: Int = 1, clock: any HouseClock = HandClock(), _ build: (inout Site) throws -> Void = { _ in },
    _ body: (TestServer) async throws -> Void
) async throws {
    try await withFolder { spoolFolder in
        var site = Site(
            routes: Routes(), files: nil, hosts: HostPolicy(), origins: OriginPolicy(), spoolFolder: spoolFolder,
            log: Log(level: .error, descriptor: -1, clock: MachineClock()), clock: clock)
        // What a test leaves open is cut at once.
        site.limits.stopping = .zero
        let certificates = try TestFolder([:])
        defer { certificates.remove() }
        if TestServer.hello != nil { site.encryption = try TestCertificates(in: certificates.path).encryption() }
        try build(&site)
        let listeners = try Listener.open(loops, on: "127.0.0.1", port: 0)
        let server = try Server(site, listeners: listeners)
        async let running: Void = server.run()
        do {
            try await body(TestServer(server: server, port: listeners[0].port, spoolFolder: spoolFolder))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
        await running
    }
}

/// Lends a folder with the given files, and removes it afterwards.
func withFolder<Result>(_ files: [String: [UInt8]] = [:], _ body: (String) async throws -> Result) async throws
    -> Result
{
    let folder = try TestFolder(files)
    defer { folder.remove() }
    return try await body(folder.path)
}

/// A new temporary folder.
struct TestFolder: Sendable {
    let path: String

    init(_ files: [String: [UInt8]]) throws {
        path = FileManager.default.temporaryDirectory.path + "/downbeat-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, bytes) in files {
            let folder = (path + "/" + name as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
        }
    }

    func remove() {
        // A leftover temporary folder does no harm.
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// A gate that a test opens, so that a handler waits exactly as long as the test wants.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var arrivals = 0

    func pass() async {
        arrivals += 1
        guard !isOpen else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting.append($0) }
        } onCancel: {
            // A test that failed before opening the gate must not keep its server from stopping.
            Task { await open() }
        }
    }

    func open() {
        isOpen = true
        for one in waiting { one.resume() }
        waiting = []
    }
}
