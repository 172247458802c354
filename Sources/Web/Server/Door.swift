import Glibc

/// Accepts new connections for one loop; pauses when the process has run out of file descriptors.
struct Door: ~Copyable {
    static let token = UInt64.max - 1

    private let loop: EventLoop
    private var listener: Listener?
    private(set) var isPaused = false

    init(_ listener: Listener, on loop: EventLoop) {
        self.listener = listener
        self.loop = loop
        loop.watch(listener.raw, .readable, token: Self.token)
    }

    mutating func accept() -> Listener.Accepted {
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

    mutating func resume() {
        guard isPaused, let listener else { return }
        isPaused = false
        loop.watch(listener.raw, .readable, token: Self.token)
    }

    mutating func close() {
        if let listener {
            if !isPaused { loop.forget(listener.raw) }
            // The listener may still be open elsewhere: only shutdown makes the kernel refuse new connections.
            shutdown(listener.raw, Int32(SHUT_RDWR))
        }
        listener = nil
        isPaused = false
    }
}
