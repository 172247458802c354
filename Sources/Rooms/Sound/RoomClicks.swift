import Clicks
import Music
import Session

/// The clicks in a room's sound, as people have set them.
struct RoomClicks: Sendable {
    /// Clicks on the beats of the music.
    struct Over: Sendable {
        /// Clicks for each beat: a half, 1 or 2.
        var rate: Double
        var volume: Double
    }

    /// A click at a position of a timeline.
    private typealias Click = (time: MediaTime, voice: ClickTick.Voice)

    /// Beats of people's corrections and of broken analyses may be microseconds apart: of clicks that are closer than this, the first
    /// is heard.
    private static let leastGap = MediaTime(seconds: 0.05)

    /// The metronome's, 0 to 1.
    var volume = 1.0
    /// The kit for clicks over music.
    var kit = ClickKit.wood.name
    /// Nil if there are none over music.
    var over: Over?
    var countInVolume = 1.0
    /// The beats of the recordings that get clicks.
    var grids: [Piece: BeatGrid] = [:]

    init(volume: Double = 1, kit: String = ClickKit.wood.name) {
        self.volume = volume
        self.kit = kit
    }

    /// The name of the kit that clicks in a piece.
    func kit(for piece: Piece) -> String { piece.train?.kit ?? kit }

    /// The clicks of a course that begin in a range of its positions. `offset` is what must be added to the course's positions to get
    /// those of the timeline that counts the samples; `place` tells where in a chunk of sound such a sample is heard.
    func strokes(
        of course: Course, in positions: Range<MediaTime>, later offset: MediaTime = .zero, place: (Int) -> Int = { $0 }
    ) -> [ClickStroke] {
        func stroke(_ click: Click, _ volume: Double) -> ClickStroke {
            ClickStroke(sample: place(SoundSample.first(from: click.time + offset)), voice: click.voice, gain: Float(volume))
        }
        let lower = max(positions.lowerBound, course.timeline.position(at: course.from))
        let upper = min(positions.upperBound, course.until.map { course.timeline.position(at: $0) } ?? positions.upperBound)
        guard lower < upper else { return [] }
        switch course.timeline.piece {
        case .click(let train):
            return train.ticks(in: lower..<upper).filter(\.isHeard).map { stroke(($0.time, $0.voice), volume) }
        case .recording, .live:
            guard let grid = grids[course.timeline.piece], !grid.beats.isEmpty else { return [] }
            var strokes: [ClickStroke] = []
            if lower < .zero { strokes = countIn(to: grid, in: lower..<min(upper, .zero)).map { stroke($0, countInVolume) } }
            if let over, upper > .zero {
                strokes += clicks(on: grid, over.rate, in: max(lower, .zero)..<upper).map { stroke($0, over.volume) }
            }
            return strokes
        }
    }

    private func clicks(on grid: BeatGrid, _ rate: Double, in range: Range<MediaTime>) -> [Click] {
        var clicks: [Click] = []
        func add(_ time: MediaTime, _ voice: ClickTick.Voice) {
            if clicks.last.map({ time - $0.time >= Self.leastGap }) ?? true { clicks.append((time, voice)) }
        }
        // One more before the range: the middle between two beats may lie in it.
        var index = max(0, grid.index(atOrAfter: range.lowerBound) - 1)
        while index < grid.beats.count, grid.beats[index].time < range.upperBound {
            let beat = grid.beats[index]
            // Counted from the downbeat; where bars are not known, from the first beat.
            let isOdd = (beat.position > 0 ? Int(beat.position) - 1 : index) % 2 == 1
            if rate >= 1 || !isOdd { add(beat.time, beat.isDownbeat ? .strong : .normal) }
            if rate > 1, index + 1 < grid.beats.count {
                let middle = (beat.time.microseconds + grid.beats[index + 1].time.microseconds) / 2
                add(MediaTime(microseconds: middle), .soft)
            }
            index += 1
        }
        return clicks.filter { range.contains($0.time) }
    }

    /// The beats that would come before the first one, in its tempo.
    private func countIn(to grid: BeatGrid, in range: Range<MediaTime>) -> [Click] {
        guard grid.beats.count > 1 else { return [] }
        let first = grid.beats[0]
        let interval = (grid.beats[1].time - first.time).microseconds
        guard interval >= Self.leastGap.microseconds, first.time >= range.upperBound else { return [] }
        // The last of them before the range's end, then backwards.
        var steps = max(1, (first.time - range.upperBound).microseconds / interval)
        var clicks: [Click] = []
        while true {
            let time = MediaTime(microseconds: first.time.microseconds - steps * interval)
            guard time >= range.lowerBound else { break }
            let place = grid.meter > 0 && first.position > 0 ? (Int64(first.position) - 1 - steps) % Int64(grid.meter) : -1
            if time < range.upperBound { clicks.append((time, place == 0 ? .strong : .normal)) }
            steps += 1
        }
        return clicks.reversed()
    }
}
