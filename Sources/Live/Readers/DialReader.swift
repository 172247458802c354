import Glibc
package import System

/// What another machine's port sends. It is dialled again when the connection ends.
package final class DialReader: InputReader {
    private let host: String
    private let port: UInt16
    private let clock: any HouseClock
    /// On a thread of its own, since asking for an address may take long.
    private var dialling: Findings<Result<Socket, SystemError>>?
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

    /// Says a few words to who answers; what is not taken at once is lost.
    func send(_ words: String) {
        guard let sender else { return }
        let bytes = Array(words.utf8)
        _ = Glibc.send(sender.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Ends the connection, which is dialled again later.
    func hangUp() {
        guard sender != nil else { return }
        sender = nil
        fail("the connection was ended")
    }

    private func dial() {
        guard let dialling else {
            guard retries.isDue(at: clock.now) else { return }
            retries.begin(at: clock.now)
            let (host, port) = (self.host, self.port)
            self.dialling = Findings("dial", lack: Result.failure) {
                Result { () throws(SystemError) in Socket(owning: try Socket.dial(host, port)) }
            }
            return
        }
        guard let found = dialling.take() else { return }
        self.dialling = nil
        switch found {
        case .success(let socket): (sender, trouble) = (socket, nil)
        case .failure(let problem): fail("\(problem)")
        }
    }

    private func fail(_ reason: String) {
        trouble = "\(host) port \(port): \(reason)"
        retries.fail(at: clock.now)
    }
}
