/// The resources that one worker may use before it is killed.
package struct WorkerLimits: Sendable, Equatable {
    /// Wall-clock seconds from its start, including time that it waits for a slow disk.
    package var seconds = 600.0
    /// Seconds of CPU time.
    package var processorSeconds = 600
    /// Bytes of address space on top of what the program has mapped before the work begins.
    package var memory = 256 << 20
    /// The greatest length in bytes of a file that it writes.
    package var output = 1 << 30

    package init(seconds: Double = 600.0, processorSeconds: Int = 600, memory: Int = 256 << 20, output: Int = 1 << 30) {
        self.seconds = seconds
        self.processorSeconds = processorSeconds
        self.memory = memory
        self.output = output
    }

    /// Limits for a file of `bytes`: 4 s more for each megabyte, as long mixes in the formats with the lowest bit rates need on a
    /// small board.
    static func fitting(bytes: Int) -> WorkerLimits {
        var limits = WorkerLimits()
        let more = max(0, bytes) >> 20 * 4
        limits.seconds += Double(more)
        limits.processorSeconds += more
        return limits
    }
}
