import Glibc
package import System

/// What programs send to a port of this machine, one at a time. The next is heard when the one before has ended, or has sent nothing for a while.
package final class PortReader: InputReader {
    /// A sender may be gone without a word.
    private static let patience: UInt64 = 5_000_000

    private let port: UInt16
    private let clock: any HouseClock
    private var listener: Socket?
    private var sender: Socket?
    /// When the sender last sent something.
    private var heard: UInt64 = 0
    private var retries = Retries()
    package private(set) var trouble: String?

    /// Port 0 takes a free one.
    package init(_ port: UInt16, _ clock: any HouseClock) {
        (self.port, self.clock) = (port, clock)
        listen()
    }

    /// The port that it has; nil while another program has it.
    package var taken: UInt16? { listener?.port }

    package var waiting: Int { sender.map { Reading.waiting(in: $0.raw) } ?? 0 }

    package func read(_ most: Int) -> Reading {
        if listener == nil, retries.isDue(at: clock.now) { listen() }
        if let next = listener?.accept() {
            // Whoever else comes meanwhile is turned away.
            if sender == nil || clock.now - heard > Self.patience {
                (sender, heard) = (next, clock.now)
            }
        }
        guard let sender else { return .noWriter }
        let reading = Reading(of: sender.raw, most: most)
        switch reading {
        case .bytes: heard = clock.now
        case .nothing: break
        case .noWriter: self.sender = nil
        }
        return reading
    }

    private func listen() {
        do throws(SystemError) {
            listener = try Socket(listeningOn: port)
            trouble = nil
        } catch {
            // After an upgrade the old server may still have it.
            trouble = "port \(port) cannot be used: \(error)"
            retries.fail(at: clock.now)
        }
    }
}
