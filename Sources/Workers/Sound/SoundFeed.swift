import Foundation
import Glibc

/// The samples of one track from one of them on, decoded by a worker as they are taken: about two seconds ahead, no further.
///
/// Asking never waits. The worker and the thread that listens to it end with this object.
package final class SoundFeed: Sendable {
    package enum Answer {
        /// Left and right in turns, full scale at 1; fewer than asked for where the track ends.
        case samples([Float])
        /// They are being decoded; there will be news.
        case notYet
        /// The track has none from there on, or they have been let go.
        case end
    }

    private let line: SoundLine

    /// Begins to decode. `open` is called on the feed's own thread, and so is `news`, once for each answer `notYet`.
    ///
    /// `tellMissing` hears of walls that this machine cannot offer.
    package init(
        from start: Int, name: String, program: String = "/proc/self/exe",
        tellMissing: @escaping @Sendable (String) -> Void = { _ in }, news: @escaping @Sendable () -> Void = {},
        open: @escaping @Sendable () throws(WorkerFailure) -> WorkerFile
    ) {
        let line = SoundLine(from: start, news: news)
        self.line = line
        let thread = Thread {
            SoundWatch.run(line, program: program, arguments: SoundTask.arguments(name: name, start: start), tellMissing, open)
        }
        thread.name = "sound"
        thread.start()
    }

    deinit {
        line.close()
    }

    /// The samples of a range, which should not lie far before the last that was asked for.
    ///
    /// A failure comes after the last sample there is, and is thrown once.
    package func samples(_ range: Range<Int>) throws(WorkerFailure) -> Answer {
        try line.samples(range)
    }

    /// Whether a sample is here, or comes sooner than a new feed would bring it.
    package func reaches(_ sample: Int) -> Bool { line.reaches(sample) }

    func close() {
        line.close()
    }
}
