import CLinux
import Decode
import Glibc
import Workers

/// The environment of a worker's task: open descriptors, arguments, and a way to report.
final class WorkerBench {
    /// A file that is open for reading, at its start.
    struct Input {
        let descriptor: Int32
        /// The size in bytes when the worker started.
        let size: Int
        /// Nil if the whole file is there.
        var arriving: ArrivingBytes?
    }

    /// The file to read, if any.
    let input: Input?
    /// A pipe or a device to read in place of a file, for sound that is heard as it comes.
    let stream: Int32?
    /// A second file to read, such as a finished analysis.
    let second: Input?
    /// The empty file for the result, for `write` and `pwrite`; nil if the task has none.
    let output: Int32?
    let arguments: [String]

    private var told = 0

    /// Looks for the inherited files; runs before the sandbox is set up. From `tail` on, the bytes of an input that still comes are there.
    init(arguments: [String], tail: Int?) {
        self.arguments = arguments
        var input = Self.input(WorkerPlace.input)
        input?.arriving = tail.map { ArrivingBytes(bell: WorkerPlace.bell, tail: $0, lost: Arrival.lost) }
        self.input = input
        stream = input == nil && fcntl(WorkerPlace.input, F_GETFD) >= 0 ? WorkerPlace.input : nil
        second = Self.input(WorkerPlace.second)
        output = fcntl(WorkerPlace.output, F_GETFD) >= 0 ? WorkerPlace.output : nil
    }

    /// Reports progress, 0 to 1, at most once per hundredth; cheap enough to call for each block.
    func report(progress: Double) {
        let hundredths = Int(min(max(progress, 0), 1) * 100)
        guard hundredths > told else { return }
        told = hundredths
        say(.progress(progress))
    }

    /// Reports the number of frames in the output.
    func report(frames: Int) {
        say(.frames(frames))
    }

    /// Sends the caller a plain sentence.
    func note(_ sentence: String) {
        say(.note(sentence))
    }

    func say(_ report: WorkerReport) {
        say(report.line)
    }

    /// Writes bytes that may break the protocol, to test the parent.
    func say(_ bytes: [UInt8]) {
        var done = 0
        while done < bytes.count {
            let written = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress! + done, $0.count - done) }
            // The parent is gone, and nobody waits for the result.
            guard written > 0 else { _exit(1) }
            done += written
        }
    }

    private static func input(_ descriptor: Int32) -> Input? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        lseek(descriptor, 0, SEEK_SET)
        return Input(descriptor: descriptor, size: Int(status.st_size))
    }
}
