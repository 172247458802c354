package import Music

/// A click to add to a chunk of sound.
package struct ClickStroke: Hashable, Sendable {
    /// Where it begins, counted from the chunk's first sample; negative for a click that rings on.
    package let sample: Int
    package let voice: ClickTick.Voice
    package let gain: Float

    package init(sample: Int, voice: ClickTick.Voice, gain: Float) {
        self.sample = sample
        self.voice = voice
        self.gain = gain
    }
}

/// Adds clicks to the sound of a room.
package enum ClickMixer {
    /// Adds the parts of the clicks that lie within a chunk of interleaved stereo, full scale at 1, each times a factor.
    ///
    /// To every sample the clicks are added in the order of their beginnings, so that it is the same to the bit however the sound is cut.
    package static func add(_ strokes: [ClickStroke], of kit: ClickKit, times factor: Float = 1, to chunk: inout [Float]) {
        let count = chunk.count / 2
        for stroke in strokes.sorted() {
            guard let sound = kit.sound(of: stroke.voice) else { continue }
            let samples = sound.samples
            let gain = stroke.gain * factor
            let first = max(0, stroke.sample)
            let end = min(count, stroke.sample + samples.count)
            guard first < end else { continue }
            for index in first..<end {
                let click = samples[index - stroke.sample] * gain
                chunk[2 * index] += click
                chunk[2 * index + 1] += click
            }
        }
    }
}

extension ClickStroke: Comparable {
    package static func < (left: ClickStroke, right: ClickStroke) -> Bool {
        (left.sample, left.voice.order, left.gain) < (right.sample, right.voice.order, right.gain)
    }
}

extension ClickTick.Voice {
    fileprivate var order: Int {
        switch self {
        case .strong: 0
        case .normal: 1
        case .soft: 2
        case .alternate: 3
        case .second: 4
        }
    }
}
