import API
import System
import Web

/// The ports of the options, each opened once for each event loop.
enum ListeningPort {
    /// One listener per loop, and then one per loop for the companion's port, if there is one; throws the reason if there is none,
    /// with advice.
    static func open(_ options: Options) throws(Failure) -> [Listener] {
        var all = try open(options, on: options.port, "port")
        guard options.companionPort != options.port || options.port == 0 else {
            throw .usage("--companion-port must differ from --port, which is \(options.port)")
        }
        if let port = options.companionPort { all += try open(options, on: port, "companion-port") }
        return all
    }

    /// The listeners of one port; `name` is its option.
    private static func open(_ options: Options, on port: UInt16, _ name: String) throws(Failure) -> [Listener] {
        do {
            return try listeners(options, port)
        } catch .portTaken(let port) {
            let taken = TakenPort(port, option: name, holder: PortHolder(of: port)) { canListen(on: $0, options) }
            throw .unavailable(taken.sentence)
        } catch {
            throw .unavailable("\(error)")
        }
    }

    private static func listeners(_ options: Options, _ port: UInt16) throws(ListenError) -> [Listener] {
        do {
            return try Listener.open(options.loops, on: options.bind, port: port)
        } catch .noSuchFamily where options.bind == Invitation.everywhere {
            // A machine without IPv6 still has all its IPv4 addresses.
            return try Listener.open(options.loops, on: "0.0.0.0", port: port)
        }
    }

    private static func canListen(on port: UInt16, _ options: Options) -> Bool {
        do {
            return try !Listener.open(1, on: options.bind, port: port).isEmpty
        } catch {
            return false
        }
    }
}
