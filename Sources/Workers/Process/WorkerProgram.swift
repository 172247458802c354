import Foundation
import Glibc
package import System

/// The program `downbeat-worker`, whose processes open hostile files. Only it is linked with decoders.
///
/// The file is held open: all workers are of one version, even if an update replaces the file meanwhile.
package final class WorkerProgram: Sendable {
    private static let name = "downbeat-worker"

    private let file: Descriptor
    let zygote: WorkerZygote

    /// Opens the program at a path.
    package init(at path: String) throws(Failure) {
        guard access(path, X_OK) == 0, case let raw = open(path, O_RDONLY | O_CLOEXEC), raw >= 0 else {
            throw .unavailable(
                "\(path) cannot be run (\(SystemError.text(of: errno))): it belongs beside downbeat, and "
                    + "\"swift build -c release\" builds both")
        }
        defer { close(raw) }
        // Above the number that a zygote's socket gets: the program is opened when that is in place already.
        let copy = fcntl(raw, F_DUPFD_CLOEXEC, WorkerPlace.firstFree)
        guard copy >= 0 else { throw .unavailable("\(path) cannot be held open (\(SystemError.text(of: errno)))") }
        file = Descriptor(owning: copy)
        zygote = WorkerZygote(path: Self.path(copy))
    }

    /// The program in the folder of the running one.
    package convenience init() throws(Failure) {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes {
            readlink("/proc/self/exe", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
        }
        guard count > 0, let slash = bytes[..<count].lastIndex(of: UInt8(ascii: "/")) else {
            throw .unavailable("the folder of this program is not known (\(SystemError.text(of: errno)))")
        }
        try self.init(at: String(decoding: bytes[...slash], as: UTF8.self) + Self.name)
    }

    /// Throws if its process cannot start because a shared library is missing.
    package func checkLibraries() throws(Failure) {
        var words = [strdup(Self.name), nil]
        var variables = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        var id = pid_t()
        // Without words it complains and ends; the dynamic linker ends with 127 (POSIX: "cannot be executed").
        let code = posix_spawn(&id, Self.path(file.raw), nil, nil, &words, &variables)
        guard code == 0 else { throw .unavailable("\(Self.name) cannot be run (\(SystemError.text(of: code)))") }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        guard status >> 8 & 0xFF != 127 else { throw .unavailable("\(Self.name) lacks a shared library") }
    }

    deinit {
        zygote.close()
    }

    /// A path of the open file, for this process and for a child process that has not closed it yet.
    private static func path(_ raw: Int32) -> String { "/proc/self/fd/\(raw)" }

    /// Runs it in place of this program, with these arguments.
    package func takeOver(_ words: [String]) throws(Failure) -> Never {
        var pointers = ([Self.name] + words).map { strdup($0) } + [nil]
        execv(Self.path(file.raw), &pointers)
        throw .unavailable("\(Self.name) cannot be run (\(SystemError.text(of: errno)))")
    }
}
