import API
import System
import Web

/// The port of the options, opened once for each event loop.
enum ListeningPort {
    /// One listener per loop; throws the reason if there is none, with advice.
    static func open(_ options: Options) throws(Failure) -> [Listener] {
        do {
            return try listeners(options)
        } catch .portTaken(let port) {
            let taken = TakenPort(port, holder: PortHolder(of: port)) { canListen(on: $0, options) }
            throw .unavailable(taken.sentence)
        } catch {
            throw .unavailable("\(error)")
        }
    }

    private static func listeners(_ options: Options) throws(ListenError) -> [Listener] {
        do {
            return try Listener.open(options.loops, on: options.bind, port: options.port)
        } catch .noSuchFamily where options.bind == Invitation.everywhere {
            // A machine without IPv6 still has all its IPv4 addresses.
            return try Listener.open(options.loops, on: "0.0.0.0", port: options.port)
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
