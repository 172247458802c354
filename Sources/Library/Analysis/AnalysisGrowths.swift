package import Music
import Synchronization
import Workers

/// The analyses under way, as far as they have come, for those who play their music already.
package final class AnalysisGrowths: Sendable {
    package typealias News = @Sendable (GrowingFrames) -> Void

    private struct State {
        var growths: [ContentIdentity: GrowingFrames] = [:]
        var listeners: [ContentIdentity: [Int: News]] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// So many frames of a piece of music stand in a file.
    func grew(_ identity: ContentIdentity, _ file: WorkerFile, frames count: Int) {
        // A compromised worker may say any number.
        let count = min(count, GrowingFrames.count(inFileOf: file.size))
        let news = state.withLock { state -> (frames: GrowingFrames, to: [News])? in
            if let known = state.growths[identity] {
                state.growths[identity] = known.grown(to: count)
            } else {
                // Without a descriptor to spare, the track is seen when its analysis has ended.
                state.growths[identity] = try? GrowingFrames(descriptor: file.raw, frameCount: count)
            }
            guard let frames = state.growths[identity], let listeners = state.listeners[identity] else { return nil }
            return (frames, Array(listeners.values))
        }
        guard let news else { return }
        for listener in news.to { listener(news.frames) }
    }

    /// The analysis has ended, whatever came of it.
    func ended(_ identity: ContentIdentity) {
        state.withLock { $0.growths[identity] = nil }
    }

    /// Calls `news` with what is known of a piece of music by now, and whenever more is; from any thread, until `forget`.
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
