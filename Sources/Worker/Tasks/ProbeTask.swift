import CLinux
import Decode
import Glibc
import Workers

/// The worker's part of a scan: probes one received file after another, until the parent closes the socket.
enum ProbeTask {
    /// A request is one message with a slash, the file's name and the file; the answer is one message too.
    static func run(_ bench: WorkerBench) throws {
        let triesNames = bench.arguments.first == ProbeRules.withAttempts
        var message = [UInt8](repeating: 0, count: 1 + FileToProbe.longestName)
        while true {
            var file: Int32 = -1
            let count = downbeat_receive_files(WorkerPlace.input, &message, message.count, &file, 1)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SandboxProblem("messages") }
            // The parent has closed its end.
            guard count > 0 else { return }
            defer { close(file) }
            let name = String(decoding: message[..<count].dropFirst(), as: UTF8.self)
            let answer = (triesNames ? attempt(name, bench) : nil) ?? look(at: file, name)
            let bytes = answer.bytes
            guard write(WorkerPlace.input, bytes, bytes.count) == bytes.count else { throw SandboxProblem("answers") }
        }
    }

    private static func look(at file: Int32, _ name: String) -> ProbeAnswer {
        do {
            return .probe(try QuickLook.probe(descriptor: file, nameHint: name))
        } catch {
            return .refused(error.description)
        }
    }

    /// The outcome of the attempt that the name begins with; nil if it names none.
    private static func attempt(_ name: String, _ bench: WorkerBench) -> ProbeAnswer? {
        guard let attempt = Attempt(rawValue: String(name.prefix { $0 != "." })) else { return nil }
        do {
            return .refused(try attempt.refusal(bench))
        } catch {
            return .refused("\(error)")
        }
    }
}
