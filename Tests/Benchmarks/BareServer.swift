import Glibc
import System
import Web

/// A server with nothing but one WebSocket endpoint, at every path, since load generators use different ones.
struct BareServer {
    let server: Server
    private let port: UInt16
    private let signals = StopSignals()

    init(_ options: BenchmarkOptions, _ route: WebSocketRoute) throws {
        var routes = Routes()
        routes.webSocket("/", route)
        routes.webSocket("/{path...}", route)
        var site = Site(
            routes: routes, files: nil, hosts: HostPolicy(names: ["*"]), origins: OriginPolicy(),
            log: Log(level: .warning, clock: MachineClock()), clock: MachineClock())
        if options.word("mode") == "tls" { site.encryption = try Self.encryption() }
        let listeners = try Listener.open(
            options.number("loops", default: 1), on: "::", port: UInt16(clamping: options.number("port", default: 0)))
        port = listeners[0].port
        server = try Server(site, listeners: listeners)
    }

    /// A certificate for this machine, by an authority that is made for it.
    private static func encryption() throws -> Encryption {
        var folder = Array("/tmp/downbeat-bench-XXXXXX".utf8CString)
        guard mkdtemp(&folder) != nil else { throw SystemError("making a folder") }
        let path = String(decoding: folder.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let authority = try LocalAuthority(in: path, host: "", MachineClock())
        return Encryption(TLSCertificates(try authority.certificate(for: ["localhost", "127.0.0.1", "[::1]"])), isRequired: false)
    }

    /// Serves until a stop signal, then prints its metrics as a table and exits.
    func run(_ title: String) async {
        print("listening on port \(port)")
        fflush(nil)
        await withTaskGroup { group in
            group.addTask { await server.run() }
            group.addTask {
                _ = await signals.next()
                await server.stop()
                print(Self.table(title, await server.metrics()))
                fflush(nil)
                exit(0)
            }
        }
    }

    private static func table(_ title: String, _ metrics: Metrics) -> Table {
        let seconds = ProcessorTime.seconds
        let sent = metrics.messagesSent
        var table = Table([title, "connections", "received", "sent", "dropped", "stalls", "CPU s", "CPU s per million sent"])
        table.add([
            "total", "\(metrics.connectionsAccepted)", "\(metrics.messagesReceived)", "\(sent)", "\(metrics.framesDropped)",
            "\(metrics.stalls)", Table.number(seconds, digits: 2),
            sent == 0 ? "-" : Table.number(seconds / Double(sent) * 1_000_000, digits: 2),
        ])
        return table
    }
}
