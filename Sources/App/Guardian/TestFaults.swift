import Foundation
import Glibc
import Rooms
import System
import Web

/// Faults on demand, for tests of the guardian: only if the environment of the process, which no request can change, enables them.
enum TestFaults {
    static func add(to routes: inout Routes, _ rooms: Rooms) {
        guard ProcessInfo.processInfo.environment["DOWNBEAT_TEST_FAULTS"] == "yes" else { return }
        routes.immediate(.get, "/test/loop-trap") { _ in fatalError("a trap on a loop") }
        routes.immediate(.get, "/test/loop-spin") { _ in
            // Unmarked work is never set aside, so that tests can repeat it.
            WorkBoard.mark(nil)
            while getpid() > 0 {}
            return Response(.ok, "")
        }
        routes.immediate(.get, "/test/loop-lock") { _ in
            lockTwice()
            return Response(.ok, "")
        }
        routes.on(.get, "/test/request-trap") { _ in fatalError("a trap in a request") }
        routes.immediate(.get, "/test/room-trap") { _ in
            rooms.post { $0.with("main") { _, _ in fatalError("a trap in a room") } }
            return Response(.ok, "")
        }
        routes.immediate(.get, "/test/rooms-spin") { _ in
            rooms.post { _ in while getpid() > 0 {} }
            return Response(.ok, "")
        }
    }

    /// Throws if the environment names this word, and the running file, as a program that fails when it takes over: "WORD FILE".
    static func refuse(_ word: String) throws(Failure) {
        let words = (ProcessInfo.processInfo.environment["DOWNBEAT_TEST_REFUSAL"] ?? "").split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0] == word else { return }
        var (own, named) = (stat(), stat())
        guard stat("/proc/self/exe", &own) == 0, stat(String(words[1]), &named) == 0, own.st_ino == named.st_ino else { return }
        throw .unavailable("refused on demand")
    }

    private static func lockTwice() {
        var mutex = pthread_mutex_t()
        pthread_mutex_init(&mutex, nil)
        pthread_mutex_lock(&mutex)
        pthread_mutex_lock(&mutex)
    }
}
