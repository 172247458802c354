import CLinux
import Glibc
import Synchronization

/// A named pipe (FIFO) that is read as its writers come and go. It may be made later, and made anew.
package final class NamedPipe: Sendable {
    private struct State {
        /// -1 while it is not open.
        var raw: Int32 = -1
        /// What is open.
        var status = stat()
        /// Readings until the path is looked at again.
        var rest = 0

        mutating func isDue() -> Bool {
            rest = rest > 0 ? rest - 1 : NamedPipe.pause
            return rest == NamedPipe.pause
        }

        mutating func close() {
            if raw >= 0 { _ = Glibc.close(raw) }
            raw = -1
        }

        /// Waits for no writer.
        mutating func open(_ path: String) {
            raw = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            if raw >= 0, fstat(raw, &status) != 0 || status.st_mode & S_IFMT != S_IFIFO { close() }
        }
    }

    /// While nobody writes, the path is looked at only each so many readings.
    private static let pause = 10

    private let path: String
    private let state = Mutex(State())

    package init(at path: String) {
        self.path = path
        state.withLock { $0.open(path) }
    }

    deinit { state.withLock { $0.close() } }

    /// Whether there is a named pipe. It is not opened: a writer that saw a reader leave would end.
    package var isThere: Bool {
        var now = stat()
        return stat(path, &now) == 0 && now.st_mode & S_IFMT == S_IFIFO
    }

    /// Bytes that wait to be read.
    package var waiting: Int { state.withLock { Reading.waiting(in: $0.raw) } }

    /// What is there, `most` bytes at most; never waits.
    package func read(_ most: Int) -> Reading {
        state.withLock { state in
            if state.raw < 0 {
                guard state.isDue() else { return .noWriter }
                state.open(path)
                if state.raw < 0 { return .noWriter }
            }
            let reading = Reading(of: state.raw, most: most)
            if reading == .noWriter, state.isDue() {
                var now = stat()
                // Another pipe may have taken its place.
                let isSame = stat(path, &now) == 0 && now.st_ino == state.status.st_ino && now.st_dev == state.status.st_dev
                if !isSame { state.close() }
            }
            return reading
        }
    }
}
