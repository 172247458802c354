import Glibc
import Synchronization
import System

/// A connection to a Snapcast server, on a thread of its own: an answer about time is worth what the moment is known when it came.
final class SnapLine: Sendable {
    /// What came, and when.
    struct Arrival: Sendable {
        let message: SnapMessage
        let received: UInt64
    }

    private struct State {
        var arrivals: [Arrival] = []
        /// Bytes of sound in these.
        var held = 0
        var ending: String?
        var isClosed = false
    }

    /// Bytes of sound that wait for who reads them: some seconds. What comes meanwhile is lost.
    private static let most = 16 << 20
    private static let mostArrivals = 10_000
    /// Microseconds between questions for the time, first and later, and how many are the first.
    private static let pauses: (first: UInt64, later: UInt64) = (100_000, 1_000_000)
    private static let firstQuestions = 20
    /// Milliseconds until it looks whether it was closed.
    private static let glance: Int32 = 100

    private let state = Mutex(State())
    private let clock: any HouseClock

    /// Dials, and says who we are.
    init(_ host: String, _ port: UInt16, id: String, _ clock: any HouseClock) {
        self.clock = clock
        let code = PlainThread.start(name: "snapcast") { [self] in
            let reason = talk(host, port, id)
            state.withLock { $0.ending = reason }
        }
        if code != 0 { state.withLock { $0.ending = "\(SystemError("starting a thread", code: code))" } }
    }

    /// Takes what came since it was asked last, and why the connection has ended, if it has.
    func take() -> (arrivals: [Arrival], ending: String?) {
        state.withLock { state in
            defer { (state.arrivals, state.held) = ([], 0) }
            return (state.arrivals, state.ending)
        }
    }

    func close() { state.withLock { $0.isClosed = true } }

    private func talk(_ host: String, _ port: UInt16, _ id: String) -> String {
        do throws(SystemError) {
            let socket = Socket(owning: try Socket.dial(host, port))
            try say(SnapQuestion.hello(id: id, host: Self.ownName, at: clock.now), to: socket)
            return try listen(to: socket)
        } catch {
            return "\(error)"
        }
    }

    private func listen(to socket: Socket) throws(SystemError) -> String {
        var (parser, asked, next) = (SnapParser(), 0, clock.now)
        while !state.withLock({ $0.isClosed }) {
            if clock.now >= next {
                try say(SnapQuestion.time(at: clock.now), to: socket)
                asked += 1
                next = clock.now + (asked < Self.firstQuestions ? Self.pauses.first : Self.pauses.later)
            }
            var watched = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
            guard poll(&watched, 1, Self.glance) > 0 else { continue }
            switch Reading(of: socket.raw, most: 65_536) {
            case .nothing: continue
            case .noWriter: return "the server ended the connection"
            case .bytes(let bytes):
                let received = clock.now
                do throws(SnapProblem) {
                    keep(try parser.push(bytes), received)
                } catch {
                    return "\(error)"
                }
            }
        }
        return ""
    }

    private func keep(_ messages: [SnapMessage], _ received: UInt64) {
        state.withLock { state in
            for message in messages {
                guard state.arrivals.count < Self.mostArrivals else { return }
                if case .chunk(_, let bytes) = message {
                    guard state.held + bytes.count <= Self.most else { continue }
                    state.held += bytes.count
                }
                state.arrivals.append(Arrival(message: message, received: received))
            }
        }
    }

    private func say(_ bytes: [UInt8], to socket: Socket) throws(SystemError) {
        // So little is taken whole, or nobody reads.
        guard send(socket.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw SystemError("sending")
        }
    }

    /// What this machine is called.
    static var ownName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "downbeat" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
