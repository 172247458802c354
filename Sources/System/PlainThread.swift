import CLinux
import Glibc

/// Carries a closure into a new POSIX thread.
package final class PlainThread: Sendable {
    private let run: @Sendable () -> Void

    private init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }

    /// Runs `body` on a new thread with this name; returns the kernel's error code, 0 for none.
    package static func start(name: String, _ body: @escaping @Sendable () -> Void) -> Int32 {
        let box = Unmanaged.passRetained(
            PlainThread {
                downbeat_name_thread(name)
                body()
            })
        var thread = pthread_t()
        let outcome = pthread_create(
            &thread, nil,
            { pointer in
                Unmanaged<PlainThread>.fromOpaque(pointer!).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        if outcome == 0 { pthread_detach(thread) } else { box.release() }
        return outcome
    }
}
