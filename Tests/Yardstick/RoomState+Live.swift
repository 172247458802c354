package import Music
package import Session

extension RoomState {
    /// A room that plays a live source whose position 0 is heard at a moment, at some speed, or paused at another moment.
    package static func live(
        _ source: LiveSource, from start: ServerTime, rate: Timeline.Rate = .playing, pausedAt pause: ServerTime? = nil
    ) -> RoomState {
        do {
            let state = try RoomState(seed: 1).after(.live(.start(LiveStart(source, zero: start))), at: start)
            if let pause { return try state.after(.pause, at: pause) }
            return rate == .playing ? state : state.paced(rate, at: start)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
