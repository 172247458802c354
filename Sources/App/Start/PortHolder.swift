import Foundation
import Glibc
import System

/// The program that listens on a port, as far as this one may see it: those of other people it may not.
struct PortHolder: Equatable {
    /// TCP_LISTEN, as the kernel writes it (net/tcp_states.h).
    private static let listening = "0A"

    /// A line of a table has 150 bytes: more sockets than a process may have.
    private static let mostTable = 8 << 20

    let name: String
    let process: Int

    init?(of port: UInt16) {
        let sockets = ["tcp", "tcp6"].flatMap { Self.sockets(listeningOn: port, in: "/proc/net/\($0)") }
        guard !sockets.isEmpty else { return nil }
        for process in ProcFile.names(in: "/proc").compactMap({ Int($0) }) {
            let descriptors = "/proc/\(process)/fd"
            let isHolder = ProcFile.names(in: descriptors).contains { name in
                // What was closed meanwhile is nobody's.
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(name)")).map(sockets.contains)
                    ?? false
            }
            guard isHolder, case let name = ProcFile.text(of: "/proc/\(process)/comm"), !name.isEmpty else { continue }
            self.name = name.trimmingCharacters(in: .whitespacesAndNewlines)
            self.process = process
            return
        }
        return nil
    }

    /// The sockets as links to them are written; lines are as proc(5) tells.
    private static func sockets(listeningOn port: UInt16, in table: String) -> [String] {
        ProcFile.text(of: table, atMost: mostTable).split(separator: "\n").dropFirst().compactMap { line in
            let words = line.split(separator: " ")
            guard words.count > 9, words[3] == listening, let digits = words[1].split(separator: ":").last,
                UInt16(digits, radix: 16) == port
            else { return nil }
            return "socket:[\(words[9])]"
        }
    }
}
