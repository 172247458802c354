import Catalog
import Clicks
import Foundation
package import Library
import Music
package import Rooms
import System
import Text
import Web

/// Writes what people entered into one file, and takes it over from such a file.
package struct SettingsExchange: Sendable {
    /// Bytes of the longest file that is read.
    package static let mostBytes = SettingsFile.mostBytes

    let library: Library
    let rooms: Rooms

    package init(_ library: Library, _ rooms: Rooms) {
        self.library = library
        self.rooms = rooms
    }

    /// The file. As long as nobody changes anything, its bytes are the same.
    package func export() async throws -> [UInt8] {
        var file = SettingsFile(catalog: try await library.surveyor.settings())
        file.rooms = await rooms.settings()
        file.servers = await library.namedServers().map { SettingsFile.Server(name: $0.name, addresses: $0.addresses) }
        file.sounds = library.clicks.ownSounds.map { sound in
            SettingsFile.Sound(kit: sound.kit, voice: sound.voice.rawValue, wave: Data(sound.wave).base64EncodedString())
        }
        return JSON.bytes(file) + [UInt8(ascii: "\n")]
    }

    /// Takes over a file; with `rehearses` nothing is changed, and the outcome is what would be.
    func take(_ file: SettingsFile, rehearses: Bool) async throws -> [SettingsOutcome] {
        let sounds = try Self.sounds(file.sounds)
        var outcomes = try await library.catalog.take(file.catalog, rehearses: rehearses, at: library.clock.second)
        outcomes += await rooms.take(file.rooms, rehearses: rehearses)
        outcomes.append(await outcome(of: file.servers))
        outcomes.append(try await library.clicks.take(sounds, rehearses: rehearses))
        if !rehearses { await tell(of: file.catalog, outcomes) }
        return outcomes
    }

    private static func sounds(_ rows: [SettingsFile.Sound]) throws(Problem) -> [ClickKits.OwnSound] {
        var sounds: [ClickKits.OwnSound] = []
        for (index, row) in rows.enumerated() {
            guard ClickKits.isName(row.kit), let voice = ClickTick.Voice(rawValue: row.voice),
                let bytes = Data(base64Encoded: row.wave), let sound = ClickSound(wave: Array(bytes))
            else { throw .badBody("sounds[\(index)] must be a sound of a kit, as an export has it.") }
            sounds.append(ClickKits.OwnSound(kit: row.kit, voice: voice, sound: sound))
        }
        return sounds
    }

    /// Logins are not in the file.
    private func outcome(of servers: [SettingsFile.Server]) async -> SettingsOutcome {
        let here = Set(await library.namedServers().map(\.name))
        var outcome = SettingsOutcome("servers", total: servers.count)
        for server in servers {
            if here.contains(server.name) {
                outcome.same += 1
            } else {
                outcome.leave("The music server \(server.name) must be added here, with its login.")
            }
        }
        return outcome
    }

    /// Tells pages, rooms and songs what is new.
    private func tell(of settings: CatalogSettings, _ outcomes: [SettingsOutcome]) async {
        let changed = Set(outcomes.filter { $0.added + $0.changed > 0 }.map(\.kind))
        guard !changed.isEmpty else { return }
        for correction in settings.corrections where changed.contains("corrections") {
            // A failure to look it up shows when the track is opened.
            guard let track = try? await library.reader.track(of: .recording(correction.recording)) else { continue }
            library.events.tell(.library(.grid(track: track.id, track.identity)))
            await library.updateSongs(following: track)
        }
        for correction in settings.lyrics where changed.contains("lyrics") {
            guard let track = try? await library.reader.track(of: .recording(correction.recording)) else { continue }
            library.events.tell(.library(.lyrics(track: track.id, track.identity)))
        }
        if !changed.isDisjoint(with: ["songs", "setLists"]) { library.events.tell(.library(.songs)) }
        if changed.contains("looks") { library.events.tell(.library(.looks)) }
        if changed.contains("pinnedAlbums") { library.renewPins() }
        let shown: Set = ["markers", "playlists", "favourites", "favouriteAlbums", "pinnedAlbums", "ratings", "plays"]
        if !changed.isDisjoint(with: shown) {
            library.events.tell(.library(.tracks))
        }
    }
}
