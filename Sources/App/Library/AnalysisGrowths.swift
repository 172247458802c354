import Music
import Session
import Synchronization

/// The analyses under way, as far as they have come, for those who play their music already.
final class AnalysisGrowths: Sendable {
    typealias News = @Sendable (GrowingScore) -> Void

    private struct State {
        var growths: [ContentIdentity: Growth] = [:]
        var listeners: [ContentIdentity: [Int: News]] = [:]
        var lastNumber = 0
    }

    /// A file that is being written, and what it looks like once somebody asks.
    private struct Growth {
        var frames: GrowingFrames
        var score: GrowingScore?

        mutating func shown() -> GrowingScore {
            let score = score?.grown(to: frames.frameCount) ?? GrowingScore(frames)
            self.score = score
            return score
        }
    }

    private let state = Mutex(State())

    /// So many frames of a piece of music stand in a file.
    func grew(_ identity: ContentIdentity, _ file: WorkerFile, frames count: Int) {
        // Whoever took the worker over may say any number.
        let count = min(count, GrowingFrames.count(inFileOf: file.size))
        let news = state.withLock { state -> (score: GrowingScore, to: [News])? in
            if let known = state.growths[identity]?.frames {
                state.growths[identity]?.frames = known.grown(to: count)
            } else if let frames = try? GrowingFrames(descriptor: file.raw, frameCount: count) {
                // Without a descriptor to spare, it is seen when the analysis has ended.
                state.growths[identity] = Growth(frames: frames)
            }
            guard let listeners = state.listeners[identity], let score = state.growths[identity]?.shown() else { return nil }
            return (score, Array(listeners.values))
        }
        guard let news else { return }
        for listener in news.to { listener(news.score) }
    }

    /// The analysis has ended, whatever came of it.
    func ended(_ identity: ContentIdentity) {
        state.withLock { $0.growths[identity] = nil }
    }

    /// Calls `news` with what is known of a piece of music by now, and whenever more is; from any thread, until `forget`.
    func listen(to identity: ContentIdentity, _ news: @escaping News) -> Int {
        let (number, score) = state.withLock { state in
            state.lastNumber += 1
            state.listeners[identity, default: [:]][state.lastNumber] = news
            return (state.lastNumber, state.growths[identity]?.shown())
        }
        if let score { news(score) }
        return number
    }

    func forget(listener number: Int, to identity: ContentIdentity) {
        state.withLock { state in
            state.listeners[identity]?[number] = nil
            if state.listeners[identity]?.isEmpty == true { state.listeners[identity] = nil }
        }
    }
}
