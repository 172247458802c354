import Library
import Live
import Session
import System
import Workers

extension LiveInput {
    /// Longer ones are cut: the check of a recording takes a minute for some hours.
    private static let longest = 12 * 3600 * SoundSample.perSecond
    private static let pause = Duration.milliseconds(250)
    /// Rounds between two times that what was written is put on the disk.
    private static let syncs = 8
    /// Bytes that wait for a worker that does not take them: as much as an input remembers.
    private static let mostWaiting = SoundSample.perSecond * SoundSample.channels * 4 * 20
    /// Rounds in which the worker takes the rest, at most.
    private static let mostLast = 40
    /// Sound that was lost in a row is silence, up to so much.
    private static let longestGap = 60 * SoundSample.perSecond

    /// Records what comes until the task is cancelled. Returns why it ended earlier, if it did.
    func record(
        into file: RecordingFile, by worker: StreamWorker, _ clock: any HouseClock, tell: (Double) async -> Void
    ) async throws(RecordingFailure) -> String? {
        var (next, recorded, rounds) = (soundEnd, 0, 0)
        var waiting: ArraySlice<UInt8> = []
        var ending: String?
        /// Hands over what came; false if the worker takes no more.
        func pass() -> Bool {
            let (first, samples) = sound(from: next)
            let gap = min(first - next, Self.longestGap)
            let count = samples.count / SoundSample.channels
            waiting += [UInt8](repeating: 0, count: gap * SoundSample.channels * 4)
            samples.withUnsafeBytes { waiting += $0 }
            (next, recorded) = (first + count, recorded + gap + count)
            return push()
        }
        func push() -> Bool {
            while !waiting.isEmpty {
                guard let taken = worker.write(waiting) else { return false }
                if taken == 0 { break }
                waiting = waiting.dropFirst(taken)
            }
            return true
        }
        while ending == nil, (try? await clock.sleep(for: Self.pause)) != nil {
            rounds += 1
            if !pass() || worker.failure != nil { break }
            await tell(Double(recorded) / Double(SoundSample.perSecond))
            if isOver { ending = "\(name) is gone" }
            if recorded >= Self.longest { ending = "a recording lasts twelve hours at most" }
            if waiting.count > Self.mostWaiting { ending = "the disk is too slow" }
            if rounds % Self.syncs == 0, await !file.sync() { ending = "the disk is nearly full" }
        }
        _ = pass()
        await Task { [waiting] in
            var waiting = waiting
            for _ in 0..<Self.mostLast where !waiting.isEmpty {
                guard let taken = worker.write(waiting) else { return }
                waiting = waiting.dropFirst(taken)
                if taken == 0 { try? await clock.sleep(for: Self.pause) }
            }
        }.value
        worker.closeInput()
        if let failure = await file.ended(worker) { throw RecordingFailure(description: failure) }
        return ending
    }
}

/// Why a recording is lost, or a part of it.
struct RecordingFailure: Error, CustomStringConvertible {
    let description: String
}
