package import Music

/// The sounds of a metronome, one for each voice that it has.
package struct ClickKit: Hashable, Sendable {
    /// Its name in commands: "wood"; "own/NAME" for a kit that people uploaded.
    package let name: String
    /// Its name for people.
    package let label: String
    /// The sounds that are its own.
    package private(set) var sounds: [ClickTick.Voice: ClickSound]
    /// The sounds of all voices, with those that replace missing ones.
    private var heard: [ClickTick.Voice: ClickSound] = [:]

    package init(name: String, label: String, sounds: [ClickTick.Voice: ClickSound]) {
        self.name = name
        self.label = label
        self.sounds = sounds
        replaceMissing()
    }

    /// The voices that have a sound of their own.
    package var voices: [ClickTick.Voice] { ClickTick.Voice.allCases.filter { sounds[$0] != nil } }

    /// The sound of a voice; if it has none, that of the voice that replaces it, as loud as this one should be. Nil only in an empty
    /// kit.
    package func sound(of voice: ClickTick.Voice) -> ClickSound? { heard[voice] }

    private mutating func replaceMissing() {
        heard = [:]
        for voice in ClickTick.Voice.allCases { heard[voice] = sounds[voice] ?? replacement(of: voice) }
    }

    private func replacement(of voice: ClickTick.Voice) -> ClickSound? {
        guard let other = voice.replacements.first(where: { sounds[$0] != nil }), let sound = sounds[other] else { return nil }
        return sound.scaled(toPeak: min(sound.peak * voice.peak / other.peak, ClickTick.Voice.strong.peak))
    }

    package mutating func set(_ sound: ClickSound, of voice: ClickTick.Voice) {
        sounds[voice] = sound
        replaceMissing()
    }
}

extension ClickTick.Voice {
    /// The peak of an uploaded sound, so that an accent stands out also where all sounds are recorded equally loud: 1 dB below full
    /// scale, then 3 dB and 9 dB less.
    package var peak: Float {
        switch self {
        case .strong: 0.891
        case .normal, .second: 0.631
        case .soft, .alternate: 0.316
        }
    }

    /// The voices that replace one that a kit lacks, the nearest first.
    fileprivate var replacements: [ClickTick.Voice] {
        switch self {
        case .strong: [.normal, .second, .soft, .alternate]
        case .normal: [.strong, .soft, .second, .alternate]
        case .soft: [.normal, .strong, .alternate, .second]
        case .alternate, .second: [.soft, .normal, .strong, .alternate, .second]
        }
    }
}
