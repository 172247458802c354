/// What one worker may use up before it is ended.
package struct WorkerLimits: Sendable, Equatable {
    /// Seconds by the clock on the wall, from its start; a worker that waits for a slow disk has these too.
    package var seconds = 600.0
    /// Seconds of processor time.
    package var processorSeconds = 600
    /// Bytes that it may map beyond what the program itself takes before the work begins.
    var memory = 256 << 20
    /// Bytes of the longest file it may write.
    package var output = 1 << 30

    package init(seconds: Double = 600.0, processorSeconds: Int = 600, memory: Int = 256 << 20, output: Int = 1 << 30) {
        self.seconds = seconds
        self.processorSeconds = processorSeconds
        self.memory = memory
        self.output = output
    }

    /// Limits that fit a file of `bytes`: four seconds more for each megabyte, as the longest mixes in the thriftiest formats need
    /// on a small board.
    static func fitting(bytes: Int) -> WorkerLimits {
        var limits = WorkerLimits()
        let more = max(0, bytes) >> 20 * 4
        limits.seconds += Double(more)
        limits.processorSeconds += more
        return limits
    }
}
