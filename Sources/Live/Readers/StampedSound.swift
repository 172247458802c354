import Session
import Signal

/// Sound in chunks, each with the moment when it is heard, put at its place among an input's samples.
///
/// A clock that differs a little is followed by reading faster or slower; what is off by more jumps.
struct StampedSound {
    /// What is off by more jumps, in microseconds: less than people notice.
    private static let jump = 5_000.0
    /// The change of speed for each second that it is off.
    private static let strength = 0.5
    /// Seconds that are held at most: more than any buffer of Snapcast.
    private static let longest = 20.0

    private struct Chunk {
        /// When its first sample is heard, in microseconds of the house clock.
        var due: Double
        let left: [Float]
        let right: [Float]
    }

    let rate: Int
    /// How much is held.
    var seconds: Double { Double(held) / Double(rate) }
    private var chunks: [Chunk] = []
    /// Samples of the input in these.
    private var held = 0
    private var left: SincResampler
    private var right: SincResampler
    /// The position of the next sample that is answered.
    private var next = 0
    /// Answers that were not asked for yet.
    private var ready = (left: [Float](), right: [Float]())
    /// Samples of the input that were resampled since the last jump, and where among these the next output is; nil in silence.
    private var run: (pushed: Int, place: Double)?

    /// Chunks of so many samples a second.
    init(rate: Int) {
        self.rate = rate
        left = SincResampler(from: rate, to: SoundSample.perSecond)
        right = left
    }

    /// Adds a chunk behind the others. Too many are dropped, the oldest first.
    mutating func add(_ samples: (left: [Float], right: [Float]), due: Double) {
        guard !samples.left.isEmpty, samples.left.count == samples.right.count else { return }
        chunks.append(Chunk(due: due, left: samples.left, right: samples.right))
        held += samples.left.count
        while Double(held) > Self.longest * Double(rate), chunks.count > 1 { held -= chunks.removeFirst().left.count }
    }

    /// All that is held is heard so much later, in microseconds.
    mutating func shift(by microseconds: Double) {
        for index in chunks.indices { chunks[index].due += microseconds }
    }

    /// The samples of some positions, as far as they have come; silence between them, and up to `silentTo` where nothing has come.
    mutating func sound(_ samples: Range<Int>, heardFrom: Double, silentTo: Int) -> (left: [Float], right: [Float]) {
        if samples.lowerBound != next {
            (next, ready, run) = (samples.lowerBound, ([], []), nil)
        }
        while ready.left.count < samples.count, let chunk = chunks.first {
            let place = next + ready.left.count
            let now = heardFrom + Self.microseconds(place)
            // The next output comes of this moment.
            var off = chunk.due - now
            if let run { off += (run.place - Double(run.pushed)) / Double(rate) * 1e6 }
            if run == nil || abs(off) > Self.jump {
                run = nil
                guard chunk.due < heardFrom + Self.microseconds(samples.upperBound) else {
                    addSilence(samples.count - ready.left.count)
                    break
                }
                begin(chunk, chunk.due - now)
            } else {
                take(chunk, off)
            }
        }
        if chunks.isEmpty {
            let late = min(silentTo, samples.upperBound) - next - ready.left.count
            if late > 0 {
                run = nil
                addSilence(late)
            }
        }
        let count = min(samples.count, ready.left.count)
        defer {
            ready.left.removeFirst(count)
            ready.right.removeFirst(count)
            next += count
        }
        return (Array(ready.left.prefix(count)), Array(ready.right.prefix(count)))
    }

    /// Begins at a chunk, or with what is not too late of it.
    private mutating func begin(_ chunk: Chunk, _ ahead: Double) {
        if ahead >= 0 {
            addSilence(Int(ahead * Double(SoundSample.perSecond) / 1e6))
        } else {
            let late = min(chunk.left.count, Int((-ahead * Double(rate) / 1e6).rounded(.up)))
            removeFirst()
            guard late < chunk.left.count else { return }
            let rest = Chunk(
                due: chunk.due + Double(late) * 1e6 / Double(rate), left: Array(chunk.left[late...]),
                right: Array(chunk.right[late...]))
            chunks.insert(rest, at: 0)
            held += rest.left.count
        }
        left = SincResampler(from: rate, to: SoundSample.perSecond)
        right = left
        run = (0, 0)
    }

    private mutating func take(_ chunk: Chunk, _ off: Double) {
        removeFirst()
        let speed = 1 - min(Pace.most, max(-Pace.most, off / 1e6 * Self.strength))
        (left.speed, right.speed) = (speed, speed)
        let before = ready.left.count
        left.push(chunk.left.span, into: &ready.left)
        right.push(chunk.right.span, into: &ready.right)
        let made = Double(ready.left.count - before) * Double(rate) / Double(SoundSample.perSecond) * speed
        run = run.map { ($0.pushed + chunk.left.count, $0.place + made) }
    }

    private mutating func removeFirst() { held -= chunks.removeFirst().left.count }

    private mutating func addSilence(_ count: Int) {
        let silence = [Float](repeating: 0, count: max(0, count))
        ready.left += silence
        ready.right += silence
    }

    private static func microseconds(_ samples: Int) -> Double { Double(samples) * 1e6 / Double(SoundSample.perSecond) }
}
