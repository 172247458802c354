package import Music
@testable package import Session

extension RoomState {
    /// A room that plays a live source whose position 0 is heard at a moment, playing or paused at another one.
    package static func live(
        _ source: LiveSource, from start: ServerTime, rate: Timeline.Rate = .playing, pausedAt pause: ServerTime? = nil
    ) -> RoomState {
        var state = RoomState(seed: 1)
        let timeline = Timeline(
            .live(source), generation: state.generation.changed, anchor: .zero, anchorTime: start, rate: rate)
        let shown = pause.map { timeline.paused(at: $0) } ?? timeline
        state.playing = Playing(timeline: shown, entry: noEntry, from: shown.anchorTime, earliestEnd: shown.anchorTime)
        state.generation = shown.generation
        return state
    }
}
