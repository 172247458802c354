import Music

/// Plans the picture of sound without an end from what has come of it. Such sound is heard later than it comes, so that the plan is ahead of it.
///
/// Nothing is known of what follows: there is no tension, and a drop is known only once it has come.
struct LiveDirector: Sendable {
    /// So many seconds tell what is full and what is not.
    private static let memory = 120
    /// Seconds of the plan that are kept: more than a screen looks back.
    private static let kept = 24
    /// How much fuller a second must be than those before it to open the picture, how full, and how long after the last time.
    private static let (rise, full, pause): (Float, Float, Int) = (0.35, 0.6, 8)
    /// Seconds that are compared with the newest one.
    private static let before = 4
    /// Below and above these energies the picture rests, and rests no longer, after so many seconds.
    private static let (resting, awake, patience): (Float, Float, Int) = (0.32, 0.5, 3)
    /// How long a hit is felt.
    private static let fade = MediaTime(seconds: 2)

    /// The frames of a second that is not over.
    private var open: [UInt8] = []
    private var seconds: [BarLevels.Bar] = []
    /// The number of the second that comes.
    private var next: Int
    private var lastHit: Int?
    /// For how many seconds the music has been where it would change the act.
    private var waiting = 0
    private var acts = [PicturePlan.Act(from: .zero, label: .part, theme: 0, palette: 0)]
    private var hits: [PicturePlan.Hit] = []
    private var points: [PicturePlan.Point] = []
    /// Made anew with each second, since it is asked for with each frame; nil until a second is known.
    private(set) var plan: PicturePlan?

    /// Begins with a frame; the seconds are those of the source.
    init(from frame: Int) {
        next = (frame + SpectrumFrame.perSecond - 1) / SpectrumFrame.perSecond
        toSkip = next * SpectrumFrame.perSecond - frame
    }

    /// Frames before the first whole second.
    private var toSkip: Int

    /// Takes the frames that come next.
    mutating func hear(_ bytes: Span<UInt8>, beats: ScoreBeats) {
        let size = SpectrumFrame.byteCount
        for frame in 0..<bytes.count / size {
            guard toSkip == 0 else {
                toSkip -= 1
                continue
            }
            for byte in frame * size..<(frame + 1) * size { open.append(bytes[byte]) }
            guard open.count == SpectrumFrame.perSecond * size else { continue }
            direct(BarLevels.mean(of: open.span), beats)
            open.removeAll(keepingCapacity: true)
        }
    }

    private static func time(_ second: Int) -> MediaTime { MediaTime(microseconds: Int64(second) * 1_000_000) }

    private mutating func direct(_ second: BarLevels.Bar, _ beats: ScoreBeats) {
        let number = next
        next += 1
        seconds.append(second)
        if seconds.count > Self.memory { seconds.removeFirst() }
        let all = Fullness(seconds)
        /// How full a second is among all that are remembered; silence is empty.
        func fullness(_ index: Int) -> Float { seconds[index].loudness > Fullness.silence ? all.mean(index..<index + 1) : 0 }
        let heard = fullness(seconds.count - 1)
        let energy = 0.1 + 0.85 * (heard + fullness(max(0, seconds.count - 2))) / 2
        if let hit = hit(number, heard, beats) {
            hits.append(hit)
            // Its beat may lie before the border of an act that was found just before.
            turn(.drop, at: max(hit.at, acts[acts.count - 1].from + MediaTime(microseconds: 1)))
        } else {
            changeAct(energy, number)
        }
        add(energy, at: number)
        forget()
        plan = PicturePlan(
            character: PicturePlan.Character(drive: drive, bass: 0.5, treble: 0.5, isMinor: nil), acts: acts, end: .furthest,
            hits: hits,
            points: points, cues: (max(0, next - Self.kept)..<next).map { Self.time($0) }, edition: next)
    }

    /// Whether the picture opens with this second: on the nearest beat.
    private mutating func hit(_ number: Int, _ heard: Float, _ beats: ScoreBeats) -> PicturePlan.Hit? {
        let earlier = seconds.dropLast().suffix(Self.before)
        guard earlier.count == Self.before, lastHit.map({ number - $0 >= Self.pause }) ?? true else { return nil }
        let risen = Fullness.rise(from: earlier, to: seconds[seconds.count - 1])
        guard heard >= Self.full, risen >= Self.rise else { return nil }
        lastHit = number
        let start = Self.time(number)
        let (soon, late) = (start - MediaTime(seconds: 0.5), start + MediaTime(seconds: 0.5))
        let beat = beats.grid.beats.filter { $0.time >= soon && $0.time < late }.min {
            abs(($0.time - start).microseconds) < abs(($1.time - start).microseconds)
        }
        return PicturePlan.Hit(at: beat?.time ?? start, strength: min(0.9, 0.4 + risen), fade: Self.fade)
    }

    private mutating func changeAct(_ energy: Float, _ number: Int) {
        let isRest = acts[acts.count - 1].label == .break
        waiting = (isRest ? energy > Self.awake : energy < Self.resting) ? waiting + 1 : 0
        guard waiting >= Self.patience else { return }
        turn(isRest ? .part : .break, at: Self.time(number + 1))
    }

    private mutating func turn(_ label: SongSection.Label, at position: MediaTime) {
        waiting = 0
        guard position > acts[acts.count - 1].from else { return }
        let (theme, palette) = label == .drop ? (1, 1) : label == .break ? (2, 2) : (0, 0)
        acts.append(PicturePlan.Act(from: position, label: label, theme: theme, palette: palette))
    }

    private mutating func add(_ energy: Float, at number: Int) {
        let breath = min(max((0.4 - energy) / 0.2, 0), 1)
        let direction = Direction(
            energy: energy, tension: 0, breath: breath, near: 0.12 + 0.6 * energy, many: 0.05 + 0.85 * energy,
            bright: min(1, 0.22 + 0.7 * energy), pace: 0.75 + 0.4 * energy)
        points.append(PicturePlan.Point(at: Self.time(number) + MediaTime(seconds: 0.5), direction: direction))
    }

    private mutating func forget() {
        let first = Self.time(max(0, next - Self.kept))
        points.removeAll { $0.at < first }
        hits.removeAll { $0.at + $0.fade < first }
        let current = acts.lastIndex { $0.from <= first } ?? 0
        acts.removeFirst(current)
    }

    private var drive: Float {
        let onset = seconds.reduce(0) { $0 + $1.onset } / Float(max(1, seconds.count))
        return min(1, onset / 16)
    }
}
