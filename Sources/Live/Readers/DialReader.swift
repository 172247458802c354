import Glibc
import Synchronization
package import System

/// What another machine's port sends. It is dialled again when the connection ends.
package final class DialReader: InputReader {
    private enum Line {
        case none
        /// On a thread of its own, since asking for an address may take long.
        case dialling
        case answered(Int32)
        case failed(String)
    }

    /// Where the thread leaves what it found.
    private final class Desk: Sendable {
        let line = Mutex(Line.dialling)

        func put(_ found: Line) { line.withLock { $0 = found } }

        /// Takes what was found, if anything was.
        func take() -> Line? {
            line.withLock { line in
                if case .dialling = line { return nil }
                defer { line = .none }
                return line
            }
        }

        deinit {
            if case .answered(let raw) = line.withLock({ $0 }) { close(raw) }
        }
    }

    private let host: String
    private let port: UInt16
    private let clock: any HouseClock
    private var desk: Desk?
    private var sender: Socket?
    private var retries = Retries()
    package private(set) var trouble: String?

    package init(_ host: String, _ port: UInt16, _ clock: any HouseClock) {
        (self.host, self.port, self.clock) = (host, port, clock)
    }

    package var waiting: Int { sender.map { Reading.waiting(in: $0.raw) } ?? 0 }

    package func read(_ most: Int) -> Reading {
        if sender == nil { dial() }
        guard let sender else { return .noWriter }
        let reading = Reading(of: sender.raw, most: most)
        if reading == .noWriter {
            self.sender = nil
            fail("the connection ended")
        }
        return reading
    }

    private func dial() {
        guard let desk else {
            guard retries.isDue(at: clock.now) else { return }
            retries.begin(at: clock.now)
            let (next, host, port) = (Desk(), self.host, self.port)
            desk = next
            let code = PlainThread.start(name: "dial") { next.put(Self.dialled(host, port)) }
            if code != 0 { next.put(.failed("\(SystemError("starting a thread", code: code))")) }
            return
        }
        guard let found = desk.take() else { return }
        self.desk = nil
        switch found {
        case .answered(let raw): (sender, trouble) = (Socket(owning: raw), nil)
        case .failed(let reason): fail(reason)
        case .none, .dialling: break
        }
    }

    private func fail(_ reason: String) {
        trouble = "\(host) port \(port): \(reason)"
        retries.fail(at: clock.now)
    }

    private static func dialled(_ host: String, _ port: UInt16) -> Line {
        do throws(SystemError) {
            return .answered(try Socket.dial(host, port))
        } catch {
            return .failed("\(error)")
        }
    }
}
