package import Music
import Synchronization
import Workers

/// The partial results of running analyses, for those who already play their music.
package final class AnalysisGrowths: Sendable {
    package typealias News = @Sendable (GrowingFrames) -> Void

    private struct State {
        var growths: [ContentIdentity: GrowingFrames] = [:]
        var listeners: [ContentIdentity: [Int: News]] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// Records that the file holds this many frames of a piece of music.
    func grew(_ identity: ContentIdentity, _ file: WorkerFile, frames count: Int) {
        // A compromised worker may send any number.
        let count = min(count, GrowingFrames.count(inFileOf: file.size))
        let news = state.withLock { state -> (frames: GrowingFrames, to: [News])? in
            if let known = state.growths[identity] {
                state.growths[identity] = known.grown(to: count)
            } else {
                // If no descriptor is free, the frames are seen only when the analysis has ended.
                state.growths[identity] = try? GrowingFrames(descriptor: file.raw, frameCount: count)
            }
            guard let frames = state.growths[identity], let listeners = state.listeners[identity] else { return nil }
            return (frames, Array(listeners.values))
        }
        guard let news else { return }
        for listener in news.to { listener(news.frames) }
    }

    /// Forgets an analysis that has ended, successfully or not.
    func ended(_ identity: ContentIdentity) {
        state.withLock { $0.growths[identity] = nil }
    }

    /// Calls `news` with the frames so far, and again whenever there are more; on any thread, until `forget`.
    package func listen(to identity: ContentIdentity, _ news: @escaping News) -> Int {
        let (number, frames) = state.withLock { state -> (Int, GrowingFrames?) in
            state.lastNumber += 1
            state.listeners[identity, default: [:]][state.lastNumber] = news
            return (state.lastNumber, state.growths[identity])
        }
        if let frames { news(frames) }
        return number
    }

    package func forget(listener number: Int, to identity: ContentIdentity) {
        state.withLock { state in
            state.listeners[identity]?[number] = nil
            if state.listeners[identity]?.isEmpty == true { state.listeners[identity] = nil }
        }
    }
}
