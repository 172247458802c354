import System

/// The samples of one track from a start position on, decoded by a worker at most about two seconds ahead.
///
/// Asking never blocks. The worker and its thread end with this object.
package final class SoundFeed: Sendable {
    package enum Answer {
        /// Interleaved left and right, full scale is 1; fewer than requested at the end of the track.
        case samples([Float])
        /// They are being decoded; `news` will be called.
        case notYet
        /// The track ends before them, or they have been dropped.
        case end
    }

    private let line: SoundLine

    /// Starts decoding. `open` and `news` are called on the feed's own thread, `news` once when samples come after an answer
    /// `notYet`.
    ///
    /// `tellMissing` is called with the parts of the sandbox that this machine lacks.
    package init(
        from start: Int, name: String, program: WorkerProgram,
        tellMissing: @escaping @Sendable (String) -> Void = { _ in }, news: @escaping @Sendable () -> Void = {},
        open: @escaping @Sendable () throws(WorkerFailure) -> WorkerFile
    ) {
        let line = SoundLine(from: start, news: news)
        self.line = line
        let code = PlainThread.start(name: "sound") {
            SoundWatch.run(line, program: program, arguments: [name, "\(max(0, start))"], tellMissing, open)
        }
        if code != 0 { line.end(.couldNotStart(code: code)) }
    }

    deinit {
        line.close()
    }

    /// The samples of a range, which should not lie far before the last request.
    ///
    /// A failure is thrown once, after the last sample.
    package func samples(_ range: Range<Int>) throws(WorkerFailure) -> Answer {
        try line.samples(range)
    }

    /// Whether a sample is buffered, or comes sooner than a new feed would decode it.
    package func reaches(_ sample: Int) -> Bool { line.reaches(sample) }

    func close() {
        line.close()
    }
}
