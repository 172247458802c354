/// Rows of Float in one allocation, with their addresses as FFmpeg takes them.
struct PlanarBuffer: ~Copyable {
    let capacity: Int
    private let channels: Int
    private let samples: UnsafeMutablePointer<Float>
    let planes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>

    init(channels: Int, capacity: Int) {
        self.channels = channels
        self.capacity = capacity
        samples = .allocate(capacity: channels * capacity)
        samples.initialize(repeating: 0, count: channels * capacity)
        planes = .allocate(capacity: channels)
        for channel in 0..<channels {
            let row = UnsafeMutableRawPointer(samples + channel * capacity)
            (planes + channel).initialize(to: row.assumingMemoryBound(to: UInt8.self))
        }
    }

    deinit {
        planes.deallocate()
        samples.deallocate()
    }

    subscript(channel: Int) -> UnsafeMutableBufferPointer<Float> {
        precondition(0..<channels ~= channel)
        return UnsafeMutableBufferPointer(start: samples + channel * capacity, count: capacity)
    }

    /// The same addresses for reading.
    var readable: UnsafeMutablePointer<UnsafePointer<UInt8>?> {
        UnsafeMutableRawPointer(planes).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
    }
}
