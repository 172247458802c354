import Foundation
import Glibc

/// The program that listens on a port, as far as this one may see it: those of other people it may not.
struct PortHolder: Equatable {
    /// TCP_LISTEN, as the kernel writes it (net/tcp_states.h).
    private static let listening = "0A"

    let name: String
    let process: Int

    init?(of port: UInt16) {
        let sockets = ["tcp", "tcp6"].flatMap { Self.sockets(listeningOn: port, in: "/proc/net/\($0)") }
        guard !sockets.isEmpty else { return nil }
        for process in Self.names(in: "/proc").compactMap({ Int($0) }) {
            let descriptors = "/proc/\(process)/fd"
            let isHolder = Self.names(in: descriptors).contains { name in
                // What was closed meanwhile is nobody's.
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(name)")).map(sockets.contains)
                    ?? false
            }
            guard isHolder, let name = Self.text(of: "/proc/\(process)/comm") else { continue }
            self.name = name.trimmingCharacters(in: .whitespacesAndNewlines)
            self.process = process
            return
        }
        return nil
    }

    /// The sockets as links to them are written; lines are as proc(5) tells.
    private static func sockets(listeningOn port: UInt16, in table: String) -> [String] {
        (text(of: table) ?? "").split(separator: "\n").dropFirst().compactMap { line in
            let words = line.split(separator: " ")
            guard words.count > 9, words[3] == listening, let digits = words[1].split(separator: ":").last,
                UInt16(digits, radix: 16) == port
            else { return nil }
            return "socket:[\(words[9])]"
        }
    }

    /// Nothing of what may not be read, or is gone. Foundation gives up on a folder whose entries go while it reads them, as processes do.
    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }

    /// All of a file. Foundation takes only the first page of those whose length nobody knows, as all in /proc are.
    private static func text(of path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = fread(&piece, 1, piece.count, file)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece[..<count]
        }
    }
}
