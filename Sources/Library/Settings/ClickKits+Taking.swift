package import Catalog
package import Clicks
package import Music
import System

/// The uploaded kits in files of settings.
extension ClickKits {
    /// A sound of an uploaded kit.
    package struct OwnSound: Sendable {
        package let kit: String
        package let voice: ClickTick.Voice
        let sound: ClickSound

        package init(kit: String, voice: ClickTick.Voice, sound: ClickSound) {
            (self.kit, self.voice, self.sound) = (kit, voice, sound)
        }

        package var wave: [UInt8] { sound.wave }
    }

    /// By kit and voice.
    package var ownSounds: [OwnSound] {
        all.filter { $0.name.hasPrefix(KitName.own) }.sorted { $0.name < $1.name }.flatMap { kit in
            kit.voices.compactMap { voice in kit.sounds[voice].map { OwnSound(kit: kit.label, voice: voice, sound: $0) } }
        }
    }

    /// Adds sounds that are not here, all or none; a voice that has another sound here keeps it.
    package func take(_ sounds: [OwnSound], rehearses: Bool) async throws -> SettingsOutcome {
        var outcome = SettingsOutcome("sounds", total: sounds.count)
        var new: [OwnSound] = []
        var names = Set(ownSounds.map(\.kit))
        for sound in sounds {
            guard let here = kit(KitName.own + sound.kit)?.sounds[sound.voice] else {
                outcome.added += 1
                names.insert(sound.kit)
                new.append(sound)
                continue
            }
            // A file has 16 bits, and what was just uploaded has more.
            if here.wave == sound.wave { outcome.same += 1 } else { outcome.keep("The kit “\(sound.kit)” has another sound here.") }
        }
        guard names.count <= Self.mostOwn || new.isEmpty else {
            outcome = SettingsOutcome("sounds", total: sounds.count)
            outcome.problem = "\(LibraryRefusal.tooManyKits(Self.mostOwn))"
            return outcome
        }
        if !rehearses { for sound in new { try await keep(sound.sound, as: sound.voice, of: sound.kit) } }
        return outcome
    }
}
