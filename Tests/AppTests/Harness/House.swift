import Foundation
import Live
import System
import Waiting

@testable import API
@testable import App
@testable import Library
@testable import Rooms
@testable import Web

/// A server in this process, put together as `downbeat serve` puts it together. It needs no port: `answer` is a function of a request.
struct House: Sendable {
    let site: Site
    let server: Server
    let library: Library
    let rooms: Rooms
    /// The port that it is served at, or else the one that it takes itself to have.
    let port: UInt16

    var data: String { library.data.path }
    /// The control token, which a request that changes something must send.
    var token: String { library.data.token.text }
    var client: APIClient { APIClient(self, token: token) }

    /// Puts a server together for `words` of the command line while `body` runs, with a data folder and an empty music folder of its own
    /// unless `data` is given. It begins when so many `tracks` are analyzed, and has a port only if the test is about sockets.
    static func serving<Value: Sendable>(
        _ words: [String] = [], data: String? = nil, tracks: Int = 0, atPort: Bool = false,
        clock: any HouseClock = MachineClock(), _ body: (House) async throws -> Value
    ) async throws -> Value {
        let folder = try data == nil ? TemporaryFolder() : nil
        let noMusic = try data == nil ? TemporaryFolder() : nil
        defer { withExtendedLifetime((folder, noMusic)) {} }
        let all = (noMusic.map { ["--music", $0.path] } ?? []) + words
        return try await WorkerTurns.start {
            try await serving(all, in: data ?? folder!.path, tracks: tracks, atPort: atPort, clock, body)
        }
    }

    private static func serving<Value: Sendable>(
        _ words: [String], in data: String, tracks: Int, atPort: Bool, _ clock: any HouseClock,
        _ body: (House) async throws -> Value
    ) async throws -> Value {
        words.forEach(Downbeat.age)
        let standard = ["--bind", "127.0.0.1", "--public", Downbeat.checkout.path + "/Public", "--data", data]
        guard case .serve(let options) = try CommandLineReader(cores: 2).read(standard + words, environment: [:]) else {
            throw NeverHappened("a server for \(words)")
        }
        let log = Log(level: .info, format: .json, descriptor: -1, clock: clock)
        let library = try Library(options.library, Downbeat.worker, log: log, clock: clock)
        try await library.open(offersDemo: true)
        try await library.setAside.load(adding: [], board: nil, library.reader)
        let links = try Links(in: library.data, clock)
        let inputs = NamedInput.start(
            options.inputs, titles: options.inputTitles, delay: options.inputDelay, log, clock, library.streamDecoder)
        let rooms = try Rooms(library, LocalRoomStore(library.rooms, library.catalog, clock), log: log, clock: clock, inputs)
        let listeners = atPort ? try Listener.open(1, on: "127.0.0.1", port: 0) : []
        let port = listeners.first?.port ?? options.port
        let invitation = Invitation(
            bind: options.bind, port: port, basePath: options.basePath, names: options.allowedHosts, named: options.addresses)
        let (vitals, events, push) = (Vitals(clock), EventStreams(), CompanionPush())
        let site = try Serve(options, nil, clock).site(vitals, library, rooms, events, push, invitation, links, nil, log)
        let server = try Server(site, [Entrance(listeners, requests: requests(options.basePath))])
        Serve.connect(server, vitals, library, rooms, events, push)
        let house = House(site: site, server: server, library: library, rooms: rooms, port: port)
        let analyzed = Watched<Set<Int>>([])
        library.events.observe { event in
            if case .analysis(let track, .done) = event { analyzed.withLock { _ = $0.insert(track) } }
        }
        async let _: Void = run(server, atPort: atPort, push, library, inputs)
        await rooms.restore()
        await library.begin()
        try await eventually("the end of the scan") { await !library.librarian.isScanning }
        try await analyzed.wait("the analysis of \(tracks) tracks") { $0.count >= tracks }
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(try await body(house))
        } catch {
            outcome = .failure(error)
        }
        if atPort { await server.stop() }
        await library.end()
        rooms.close()
        inputs.end()
        await library.close()
        return try outcome.get()
    }

    /// The limits of requests.
    static func requests(_ basePath: String) -> RequestLimits { CompanionAPI.requests(atRoot: false, basePath: basePath) }

    @concurrent
    private static func run(_ server: Server, atPort: Bool, _ push: CompanionPush, _ library: Library, _ inputs: Inputs) async {
        await withTaskGroup { group in
            if atPort { group.addTask { await server.run() } }
            group.addTask { await push.run(library) }
            group.addTask { await inputs.run() }
        }
    }
}
