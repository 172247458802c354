import CLinux
import Foundation
import Glibc
package import System
import Text
package import Web

/// What a guardian hands to the program that takes its place in the same process: that of a new version, or the one before if the new one
/// fails.
///
/// It is JSON in a nameless file. Programs of other versions read it: fields that are added later must be optional.
package struct Succession: Codable, Sendable {
    /// The argument before the number of the file's descriptor.
    package static let word = "takes-over"
    /// Far more than the list of what is set aside takes.
    private static let mostBytes = 256 << 10

    /// A server that still serves, and the line to it.
    struct Server: Codable {
        let process: Int32
        let line: Int32
    }

    /// The version of the program that hands over.
    let version: String
    /// That program: an open file, since its path leads to another one by now.
    let program: Int32
    let listeners: [Int32]
    /// Nil between two servers.
    let server: Server?
    /// The signals that were blocked when the first guardian of this process started.
    let blocked: [Int32]
    /// In hexadecimal.
    let epoch: String
    let isGreeted: Bool
    /// How often a server ended, by the name of the reason.
    let endings: [String: UInt64]
    let setAside: String
    /// Why the program that took over hands back; nil on the way there.
    let refusal: String?

    /// Parses and removes the number after `word`; nil if no guardian has handed this over.
    package static func read(_ words: inout ArraySlice<String>) -> Succession? {
        guard let raw = words.popFirst().flatMap({ Int32($0) }), fcntl(raw, F_SETFD, FD_CLOEXEC) == 0 else { return nil }
        let file = Descriptor(owning: raw)
        var bytes = [UInt8](repeating: 0, count: mostBytes)
        let count = pread(file.raw, &bytes, bytes.count, 0)
        guard count > 0, let read = try? JSON.read(Succession.self, from: Array(bytes[..<count]), atMost: mostBytes) else {
            return nil
        }
        for raw in read.descriptors { _ = fcntl(raw, F_SETFD, FD_CLOEXEC) }
        return read
    }

    private var descriptors: [Int32] { [program] + listeners + (server.map { [$0.line] } ?? []) }

    /// The listening sockets, which this process owns from now on.
    package func takeListeners() throws(Failure) -> [Listener] {
        do {
            return try listeners.map { raw throws(SystemError) in try Listener(adopting: raw) }
        } catch {
            throw .unavailable("\(error)")
        }
    }

    /// Starts a program in place of this one, with these words after its own name. Returns only if that fails.
    func hand(to path: String, _ words: [String]) -> SystemError {
        let raw = downbeat_memory_file("downbeat")
        guard raw >= 0 else { return SystemError("making shared memory") }
        let file = Descriptor(owning: raw)
        if let error = file.write(JSON.bytes(self)) { return error }
        let kept = [file.raw] + descriptors
        for raw in kept { _ = fcntl(raw, F_SETFD, 0) }
        let name = CommandLine.arguments.first ?? "downbeat"
        var pointers = ([name, Self.word, "\(file.raw)"] + words).map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        execv(path, &pointers)
        let error = SystemError("starting \(path)")
        for raw in kept { _ = fcntl(raw, F_SETFD, FD_CLOEXEC) }
        return error
    }

    /// This program cannot even read its settings: the one before goes on. Returns only if that fails.
    package func goBack(because reason: String, _ words: [String]) {
        let back = Succession(
            version: version, program: program, listeners: listeners, server: server, blocked: blocked, epoch: epoch,
            isGreeted: isGreeted, endings: endings, setAside: setAside, refusal: reason)
        _ = back.hand(to: Self.path(of: program), words)
    }

    /// A path of an open program.
    static func path(of program: Int32) -> String { "/proc/self/fd/\(program)" }
}
