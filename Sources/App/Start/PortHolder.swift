import Foundation
import Glibc
import System

/// The program that listens on a port, if this process may see it: programs of other users are hidden.
struct PortHolder: Equatable {
    /// TCP_LISTEN, as the kernel writes it (net/tcp_states.h).
    private static let listening = "0A"

    /// The most bytes of a table. A line has 150 bytes, so that is more sockets than a process may have.
    private static let mostTable = 8 << 20

    let name: String
    let process: Int

    init?(of port: UInt16) {
        let sockets = ["tcp", "tcp6"].flatMap { Self.sockets(listeningOn: port, in: "/proc/net/\($0)") }
        guard !sockets.isEmpty else { return nil }
        let holders = ProcFile.names(in: "/proc").compactMap { Int($0) }.filter { process in
            let descriptors = "/proc/\(process)/fd"
            return ProcFile.names(in: descriptors).contains { name in
                // A descriptor that was closed meanwhile has no link.
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(name)")).map(sockets.contains)
                    ?? false
            }
        }
        // A child has its parent's sockets. Stopping the child alone would not free the port.
        guard let process = holders.first(where: { holder in !holders.contains { $0 == Self.parent(of: holder) } }),
            case let name = ProcFile.text(of: "/proc/\(process)/comm").trimmingCharacters(in: .whitespacesAndNewlines),
            !name.isEmpty
        else { return nil }
        self.name = name
        self.process = process
    }

    /// Found after the name, which may contain spaces and parentheses itself (proc(5), stat).
    private static func parent(of process: Int) -> Int? {
        ProcFile.text(of: "/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ").dropFirst().first
            .flatMap { Int($0) }
    }

    /// The sockets in the form of links to them; proc(5) describes the table.
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
