import Music
import Text

/// The message for spectrum frames with their phases.
package enum FramePacket {
    /// Stands for the position in the bar if the track has no beats.
    package static let noGrid: UInt8 = 255
    /// Bytes after the bands: phase, position in the bar, loudness, onset, top.
    package static let tail = 6

    /// Frames of a running course as a binary message; at least one, at most `FrameHeader.mostFrames`.
    package static func binary(
        _ score: any Score, _ form: FrameForm, on course: Course, frames: Range<Int>, sent: ServerTime
    ) -> [UInt8] {
        let stride = form.bands + tail
        var message = FrameHeader(
            .spectrum, count: frames.count, generation: course.timeline.generation, due: due(form, course, frames), sent: sent,
            rate: form.rate, width: form.bands, stride: stride
        ).message()
        show(score, form, frames) { frame, bytes, top, phase in
            let start = FrameHeader.byteCount + (frame - frames.lowerBound) * stride
            var message = message.mutableSpan
            write(bytes, top, phase, bands: form.bands, into: &message, at: start)
        }
        return message
    }

    /// Frames of a running course as JSON.
    package static func text(
        _ score: any Score, _ form: FrameForm, on course: Course, frames: Range<Int>, sent: ServerTime
    ) -> [UInt8] {
        var shown: [FramesText.Frame] = []
        shown.reserveCapacity(frames.count)
        show(score, form, frames) { _, bytes, top, phase in
            var bands = [UInt8](repeating: 0, count: form.bands)
            var span = bands.mutableSpan
            SpectrumFrame.mergeBands(of: bytes, to: form.bands, into: &span)
            shown.append(
                FramesText.Frame(
                    bands: bands, phase: phase?.fraction, beat: phase?.position ?? 0, loudness: bytes[SpectrumFrame.loudness],
                    onset: bytes[SpectrumFrame.onset], top: top))
        }
        return JSON.bytes(
            FramesText(
                sent: sent.microseconds, due: due(form, course, frames).microseconds, rate: form.rate,
                generation: course.timeline.generation.number, first: frames.lowerBound, frames: shown))
    }

    private static func write(
        _ frame: Span<UInt8>, _ top: UInt8, _ phase: Phase?, bands: Int, into message: inout MutableSpan<UInt8>, at start: Int
    ) {
        SpectrumFrame.mergeBands(of: frame, to: bands, into: &message, at: start)
        let place = start + bands
        // Rounded down, so that almost a whole beat does not become 0.
        let fraction = UInt16((phase?.fraction ?? 0) * 65_536)
        message[place] = UInt8(truncatingIfNeeded: fraction)
        message[place + 1] = UInt8(truncatingIfNeeded: fraction >> 8)
        message[place + 2] = phase.map { UInt8(min($0.position, Int(noGrid) - 1)) } ?? noGrid
        message[place + 3] = frame[SpectrumFrame.loudness]
        message[place + 4] = frame[SpectrumFrame.onset]
        message[place + 5] = top
    }

    /// Calls `body` with each frame in turn, in the layout of the analysis, its top level and its phase.
    private static func show(
        _ score: any Score, _ form: FrameForm, _ frames: Range<Int>, _ body: (Int, Span<UInt8>, UInt8, Phase?) -> Void
    ) {
        let (start, end) = (
            SpectrumFrame.time(of: frames.lowerBound, rate: form.rate), SpectrumFrame.time(of: frames.upperBound, rate: form.rate)
        )
        var walk = PhaseWalk(score.beats(around: start..<end).grid, near: start)
        FramePace(score, rate: form.rate).forEach(frames) { frame, bytes, top in
            body(frame, bytes, top, walk.phase(at: SpectrumFrame.time(of: frame, rate: form.rate)))
        }
    }

    /// When the first frame is due.
    private static func due(_ form: FrameForm, _ course: Course, _ frames: Range<Int>) -> ServerTime {
        guard let due = course.timeline.due(of: SpectrumFrame.time(of: frames.lowerBound, rate: form.rate)) else {
            preconditionFailure("no frame is due while the music stands still")
        }
        return due
    }
}

/// The JSON form. Encoding takes three microseconds a frame, once for all clients.
private struct FramesText: Encodable {
    struct Frame: Encodable {
        private enum Key: CodingKey {
            case bands, phase, beat, loudness, onset, top
        }

        let bands: [UInt8]
        let phase: Double?
        let beat: Int
        let loudness: UInt8
        let onset: UInt8
        let top: UInt8

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(bands, forKey: .bands)
            // Four decimals are a twentieth of a millisecond; rounded down, as in the binary form. Null is encoded too.
            try object.encode(phase.map { ($0 * 10_000).rounded(.down) / 10_000 }, forKey: .phase)
            try object.encode(beat, forKey: .beat)
            try object.encode(loudness, forKey: .loudness)
            try object.encode(onset, forKey: .onset)
            try object.encode(top, forKey: .top)
        }
    }

    let type = "frames"
    let sent: Int64
    let due: Int64
    let rate: Int
    let generation: Int
    let first: Int
    let frames: [Frame]
}
