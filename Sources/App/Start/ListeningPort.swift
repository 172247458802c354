import API
import System
import Web

/// The port that the options name, opened for as many loops as they ask for.
enum ListeningPort {
    /// One listener a loop, or the reason why there is none, and what to do about it.
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
