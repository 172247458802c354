import Glibc
import Synchronization

/// One line on the terminal with the progress of all files together; hidden if standard error is not a terminal.
final class ProgressBar: Sendable {
    private struct Line {
        /// The part of each running file that is done, by the file's number.
        var shares: [Int: Double] = [:]
        var finished = 0
        var drawn = ""
    }

    private static let width = 40

    private let total: Int
    let isShown = isatty(STDERR_FILENO) == 1
    private let line = Mutex(Line())

    init(files total: Int) {
        self.total = total
    }

    func advance(_ file: Int, to share: Double) {
        update { $0.shares[file] = min(max(share, 0), 1) }
    }

    func finish(_ file: Int) {
        update { line in
            line.shares[file] = nil
            line.finished += 1
        }
    }

    /// So many files are finished.
    func move(to finished: Int) {
        update { $0.finished = min(finished, total) }
    }

    /// Removes the bar while something else is printed, and draws it again.
    @discardableResult
    func printing<Value>(_ body: () -> Value) -> Value {
        line.withLock { line in
            if isShown && !line.drawn.isEmpty { write("\r\u{1B}[K") }
            defer { if isShown && line.finished < total { write(line.drawn) } else { line.drawn = "" } }
            return body()
        }
    }

    private func update(_ change: (inout Line) -> Void) {
        guard isShown else { return }
        line.withLock { line in
            change(&line)
            let done = (Double(line.finished) + line.shares.values.reduce(0, +)) / Double(total)
            let filled = Int(done * Double(Self.width))
            let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
            let text = "\r\(bar) \(Int(done * 100)) %  \(line.finished) of \(total)\u{1B}[K"
            guard text != line.drawn else { return }
            line.drawn = text
            write(text)
        }
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        // Errors are ignored: a closed terminal needs no bar.
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
