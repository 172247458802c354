import CLinux
import Glibc

/// What a worker finds before it: descriptors that are open already, words that say what to do, and a way to report.
final class WorkerBench {
    /// The numbers under which a worker finds its files.
    enum Place {
        static let input: Int32 = 3
        static let output: Int32 = 4
        static let second: Int32 = 5
        static let all = [input, output, second]
    }

    /// A file that is open for reading, at its beginning.
    struct Input {
        let descriptor: Int32
        /// Bytes, as the file stood when the worker started.
        let size: Int
    }

    /// What to read, if anything was given.
    let input: Input?
    /// What to read besides, such as an analysis that is finished.
    let second: Input?
    /// The empty file for the result, for `write` and `pwrite`; absent where no result was asked for.
    let output: Int32?
    let arguments: [String]

    private var told = 0

    /// Looks at what the parent left; before the walls stand.
    init(arguments: [String]) {
        self.arguments = arguments
        input = Self.input(Place.input)
        second = Self.input(Place.second)
        output = fcntl(Place.output, F_GETFD) >= 0 ? Place.output : nil
    }

    /// Says how much is done, 0 to 1; cheap enough to be called for each block.
    func report(progress: Double) {
        let hundredths = Int(min(max(progress, 0), 1) * 100)
        guard hundredths > told else { return }
        told = hundredths
        say(.progress(progress))
    }

    /// Says that so many frames stand in the output.
    func report(frames: Int) {
        say(.frames(frames))
    }

    /// Tells the one who asked something in a plain sentence.
    func note(_ sentence: String) {
        say(.note(sentence))
    }

    func say(_ report: WorkerReport) {
        say(report.line)
    }

    /// Past every rule of the protocol: for trying out what the reader makes of it.
    func say(_ bytes: [UInt8]) {
        var done = 0
        while done < bytes.count {
            let written = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress! + done, $0.count - done) }
            // Nobody listens any more: then nobody waits for the result either.
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
