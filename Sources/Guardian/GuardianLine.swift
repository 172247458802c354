import CLinux
import Foundation
import Glibc
import Synchronization
import System

/// The messages between the guardian and its server, one byte each.
package enum LineWord: UInt8 {
    /// The server obeys this line from now on.
    case obeys = 1
    /// The server serves.
    case ready
    /// The server stops.
    case stopping
    /// The guardian asks the server to stop, as SIGTERM or SIGINT does.
    case terminate
    case interrupt
    /// The guardian asks the server to make way for that of another program.
    case replace
}

/// The server's end of the line to its guardian.
package final class GuardianLine: Sendable {
    private let descriptor: Descriptor
    private let makesWayFlag = Atomic<Bool>(false)

    init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    package func say(_ word: LineWord) {
        var byte = word.rawValue
        downbeat_say(descriptor.raw, &byte, 1)
    }

    /// Whether the server stops because another one takes its place at once.
    package var makesWay: Bool { makesWayFlag.load(ordering: .acquiring) }

    /// Listens on a separate thread. The first request to stop becomes a signal to this process; the second one, or the
    /// guardian's end, ends the process.
    package func listen() {
        Thread.detachNewThread { [self] in
            var asked = 0
            while true {
                var byte: UInt8 = 0
                guard downbeat_listen(descriptor.raw, &byte, 1) == 1 else { _exit(1) }
                let number: Int32
                switch LineWord(rawValue: byte) {
                case .terminate: number = SIGTERM
                case .interrupt: number = SIGINT
                case .replace:
                    makesWayFlag.store(true, ordering: .releasing)
                    kill(getpid(), SIGTERM)
                    continue
                default: continue
                }
                asked += 1
                if asked > 1 { _exit(1) }
                kill(getpid(), number)
            }
        }
    }
}
