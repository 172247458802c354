import Glibc

/// Accepts new connections of one entrance for one loop; pauses when the process has run out of file descriptors.
final class Door {
    /// The token of the first door; those of the others count down from it.
    private static let firstToken = UInt64.max - 16

    let entrance: Entrance
    private let loop: EventLoop
    private let token: UInt64
    private var listener: Listener?
    private(set) var isPaused = false

    init(_ listener: Listener, of entrance: Entrance, number: Int, on loop: EventLoop) {
        self.listener = listener
        self.entrance = entrance
        self.loop = loop
        token = Self.firstToken - UInt64(number)
        loop.watch(listener.raw, .readable, token: token)
    }

    /// The number of the door with this token, if it is one of so many doors.
    static func number(of token: UInt64, among count: Int) -> Int? {
        guard token <= firstToken, firstToken - token < UInt64(count) else { return nil }
        return Int(firstToken - token)
    }

    func accept() -> Listener.Accepted {
        guard let listener, !isPaused else { return .nothing }
        switch listener.accept() {
        case .connection(let descriptor, let peer):
            return .connection(descriptor, peer)
        case .nothing:
            return .nothing
        case .exhausted(let code):
            // Level-triggered epoll would report the waiting connection again at once, and for ever.
            isPaused = true
            loop.forget(listener.raw)
            return .exhausted(code)
        }
    }

    func resume() {
        guard isPaused, let listener else { return }
        isPaused = false
        loop.watch(listener.raw, .readable, token: token)
    }

    /// With `forGood`, connections are refused from now on; without, they wait in the kernel for the next server.
    func close(forGood: Bool) {
        if let listener {
            if !isPaused { loop.forget(listener.raw) }
            // The listener may still be open elsewhere: only shutdown makes the kernel refuse new connections.
            if forGood { shutdown(listener.raw, Int32(SHUT_RDWR)) }
        }
        listener = nil
        isPaused = false
    }
}
