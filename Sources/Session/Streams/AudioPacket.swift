/// The message for sound: stereo, 48,000 samples a second, 16 bits each.
package enum AudioPacket {
    private static let channels = 2
    private static let thousandsOfSamples = 48

    /// Interleaved samples as a binary message; at least one of each channel, at most `FrameHeader.mostFrames`.
    package static func binary(
        _ samples: Span<Int16>, generation: Generation, due: ServerTime, sent: ServerTime
    ) -> [UInt8] {
        precondition(samples.count % channels == 0)
        var message = FrameHeader(
            .sound, count: samples.count / channels, generation: generation, due: due, sent: sent, rate: thousandsOfSamples,
            width: channels, stride: channels * 2
        ).message()
        var bytes = message.mutableSpan
        var place = FrameHeader.byteCount
        for index in samples.indices {
            let sample = UInt16(bitPattern: samples[index])
            bytes[place] = UInt8(truncatingIfNeeded: sample)
            bytes[place + 1] = UInt8(truncatingIfNeeded: sample >> 8)
            place += 2
        }
        return message
    }
}
