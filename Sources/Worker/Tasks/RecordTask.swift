import Decode
import Glibc
import Session
import Signal
import Workers

/// The worker's part of a recording: writes the samples of a pipe, in the format of rooms, into a file as FLAC.
///
/// Frames are on the disk soon after they came: what a loss of power leaves is a file that plays.
enum RecordTask {
    /// Samples of both channels that are read at a time.
    private static let piece = 4_096
    private static let bits = 24

    static func run(_ bench: WorkerBench) throws {
        guard let stream = bench.stream, let output = bench.output else { throw WorkMissing() }
        var encoder = try SoundEncoder(
            .flac, sampleRate: SoundSample.perSecond, channels: SoundSample.channels, layout: "stereo", storedBits: bits, to: output
        )
        var block = SampleBlock(channels: SoundSample.channels)
        while true {
            let samples = try read(stream)
            for channel in 0..<SoundSample.channels {
                block.rows[channel] = stride(from: channel, to: samples.count, by: SoundSample.channels).map { samples[$0] }
            }
            try encoder.add(block)
            encoder.flush()
            guard samples.count == piece * SoundSample.channels else { return try encoder.finish() }
        }
    }

    /// A whole piece, or fewer samples at the end.
    private static func read(_ descriptor: Int32) throws -> [Float] {
        let wanted = piece * SoundSample.channels
        return try [Float](unsafeUninitializedCapacity: wanted) { buffer, count in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            var done = 0
            while done < bytes.count {
                let taken = Glibc.read(descriptor, bytes.baseAddress! + done, bytes.count - done)
                if taken < 0, errno == EINTR { continue }
                guard taken >= 0 else { throw NoSound() }
                guard taken > 0 else { break }
                done += taken
            }
            let unit = MemoryLayout<Float>.stride * SoundSample.channels
            count = done / unit * SoundSample.channels
        }
    }

    private struct NoSound: Error, CustomStringConvertible {
        var description: String { "the sound cannot be read" }
    }
}
