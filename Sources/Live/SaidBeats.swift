import Music
import Session

/// What is said of the beats of a sound that comes in. What people have heard stays as it was said; the rest is replaced by each prediction.
struct SaidBeats {
    /// Predictions are taken so often: each is sent to all screens.
    private static let pause = MediaTime(seconds: 1)
    /// What comes within this time of being heard is not said anew: a prediction is that old when it comes, and clients are told a little ahead.
    private static let margin = MediaTime(seconds: 1.25)
    /// Beats stay as long as the frames, and a bar longer: phases need those on both sides.
    private static let remembered = LiveScore.memory + MediaTime(seconds: 4)

    /// How much later the sound is heard than it comes.
    private let delay: MediaTime
    private var beats: [Beat] = []
    /// The number of the bar of each beat, from 1; 0 before the first downbeat.
    private var bars: [Int] = []
    /// The number of the first beat, and of the last bar before it.
    private var first = 0
    private var barBefore = 0
    /// Beats before this position never change.
    private var final = MediaTime.zero
    private var taken: MediaTime?

    init(delay: MediaTime) {
        self.delay = delay
    }

    /// Takes a prediction, and says it of a score; leaves it if one was taken just before.
    mutating func take(_ forecast: BeatForecast, for score: inout LiveScore) {
        if let taken, forecast.heard - taken < Self.pause, forecast.heard >= taken { return }
        taken = forecast.heard
        final = max(final, forecast.heard - delay + Self.margin)
        let kept = beats.prefix { $0.time < final }.count
        beats.removeSubrange(kept...)
        bars.removeSubrange(kept...)
        let grid = BeatGrid(beats: forecast.beats, meter: 0, confidence: forecast.confidence).sure
        // The beat at the border may be among those that stay, a little earlier.
        let interval = grid.beats.count > 1 ? grid.beats[1].time - grid.beats[0].time : .zero
        for beat in grid.beats where beat.time >= final {
            if let last = beats.last, (beat.time - last.time).microseconds < interval.microseconds / 2 { continue }
            beats.append(beat)
            bars.append((bars.last ?? barBefore) + (beat.isDownbeat ? 1 : 0))
        }
        forget(before: forecast.heard - Self.remembered)
        score.foretell(
            ScoreBeats(
                BeatGrid(beats: beats, meter: meter, confidence: forecast.confidence), first: first, bars: bars,
                tempo: grid.beats.isEmpty ? nil : forecast.tempo),
            final: final, through: max(final, forecast.through))
    }

    private mutating func forget(before position: MediaTime) {
        let old = beats.prefix { $0.time < position }.count
        guard old > 0 else { return }
        barBefore = bars[old - 1]
        first += old
        beats.removeFirst(old)
        bars.removeFirst(old)
    }

    /// The beats of the last whole bar.
    private var meter: Int {
        let downbeats = beats.indices.filter { beats[$0].isDownbeat }.suffix(2)
        return downbeats.count == 2 ? downbeats[downbeats.endIndex - 1] - downbeats[downbeats.startIndex] : 0
    }
}
