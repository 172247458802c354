import CEBUR128
import Glibc
import Signal

/// The K-weighted energy of each tenth of a second, all channels summed by their role; libebur128 filters and sums.
///
/// Only its filter and its sums are used: its own gate walks every sample seven times, keeps a linked list of blocks, and looks
/// at the short-term loudness once a second, where FFmpeg looks ten times.
@safe struct WeightedEnergy: ~Copyable {
    /// Frames that `push` takes at a time: a tenth of a second.
    let stepFrames: Int
    private let channels: Int
    private let state: UnsafeMutablePointer<ebur128_state>?

    /// Rates from 16 Hz to 2.8 MHz and up to 64 channels; surround channels count 1.41 times, low-frequency effects not at all.
    init(sampleRate: Int, roles: [ChannelRole]) {
        stepFrames = sampleRate / 10
        channels = roles.count
        unsafe state = ebur128_init(UInt32(roles.count), UInt(sampleRate), Int32(EBUR128_MODE_M.rawValue))
        guard unsafe state != nil else {
            preconditionFailure("loudness cannot be measured of \(roles.count) channels at \(sampleRate) Hz")
        }
        for (channel, role) in roles.enumerated() {
            let place =
                switch role {
                case .left, .right, .centre, .other: EBUR128_CENTER
                case .leftSurround, .rightSurround: EBUR128_LEFT_SURROUND
                case .lowFrequency: EBUR128_UNUSED
                }
            unsafe ebur128_set_channel(state, UInt32(channel), Int32(place.rawValue))
        }
    }

    /// The mean energy of the next `stepFrames` interleaved frames; full scale on one front channel is about 1.
    func push(_ frames: Span<Float>) -> Float {
        precondition(frames.count == stepFrames * channels)
        let outcome = unsafe frames.withUnsafeBufferPointer { samples in
            unsafe ebur128_add_frames_float(state, samples.baseAddress, stepFrames)
        }
        precondition(outcome == Int32(EBUR128_SUCCESS.rawValue), "libebur128 ran out of memory")
        var loudness = -Double.infinity
        unsafe ebur128_loudness_window(state, 100, &loudness)
        return Float(LoudnessGate.energy(ofLoudness: loudness))
    }

    deinit {
        var state = unsafe state
        unsafe ebur128_destroy(&state)
    }
}
