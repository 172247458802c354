/// Cuts pushed samples into overlapping frames at an exact rate.
///
/// Frame k belongs to sample round(k · sampleRate / framesPerSecond), frame 0 to the first sample, and holds `ahead` samples from there on: with half of
/// its size it is centred. The reader pads with silence before the first sample and after the last.
///
///     reader.push(block)
///     while let frame = reader.next() { fft.power(of: reader.samples.span.extracting(frame), into: &power) }
package struct FrameReader: Sendable {
    /// The buffered samples that frames are cut from.
    package private(set) var samples: [Float]
    /// Samples a frame.
    package let size: Int
    /// Samples pushed so far.
    package private(set) var count = 0
    /// Number of frames that `next()` returned so far, which is the index of the next one.
    package private(set) var frameCount = 0

    private let ahead: Int
    private let sampleRate: Int
    private let framesPerSecond: Int
    /// The position of the first of `samples`, counted from the first sample pushed; negative while `samples` begins with
    /// padding.
    private var origin: Int
    private var finished = false

    /// Centred frames if `ahead` is not given.
    package init(size: Int, ahead: Int? = nil, sampleRate: Int, framesPerSecond: Int) {
        precondition(size > 0 && size % 2 == 0 && sampleRate > 0 && framesPerSecond > 0, "frames need a size and a pace")
        self.size = size
        self.ahead = ahead ?? size / 2
        precondition((0...size).contains(self.ahead))
        self.sampleRate = sampleRate
        self.framesPerSecond = framesPerSecond
        origin = self.ahead - size
        samples = Array(repeating: 0, count: -origin)
    }

    /// Appends samples; invalidates ranges that `next()` returned before.
    package mutating func push(_ block: Span<Float>) {
        precondition(!finished, "no samples follow the end")
        forget()
        samples.reserveCapacity(samples.count + block.count)
        unsafe block.withUnsafeBufferPointer { unsafe samples.append(contentsOf: $0) }
        count += block.count
    }

    /// Ends the sound: `next()` then returns the remaining frames, the last one of the end or just before it.
    package mutating func finish() {
        precondition(!finished, "a sound ends once")
        forget()
        samples.append(contentsOf: repeatElement(0, count: ahead))
        finished = true
    }

    /// The range of the next frame in `samples`; nil until more samples are pushed.
    package mutating func next() -> Range<Int>? {
        let start = self.start(of: frameCount) - origin
        guard start + size <= samples.count else { return nil }
        frameCount += 1
        return start..<start + size
    }

    private func start(of frame: Int) -> Int {
        (2 * frame * sampleRate + framesPerSecond) / (2 * framesPerSecond) + ahead - size
    }

    /// Drops the samples before the next frame once they are more than half of the buffer.
    private mutating func forget() {
        let needless = min(start(of: frameCount) - origin, samples.count)
        guard needless > samples.count / 2 else { return }
        samples.removeFirst(needless)
        origin += needless
    }
}
