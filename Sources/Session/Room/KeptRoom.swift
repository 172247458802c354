import FoundationEssentials
import Music

/// A room as it outlives the server: in the time of the world's clock, as the server's own begins anew with every start.
package struct KeptRoom: Codable, Sendable {
    private struct Entry: Codable {
        let number: Int
        let track: Int
        let place: Int
    }

    private struct Playing: Codable {
        let entry: Int
        let track: Int
        /// Microseconds of the track.
        let position: Int64
        /// When it was there, in microseconds since 1970.
        let at: Int64
        /// The same in microseconds of the server's clock, which counts where `epoch` is still the same.
        let clock: Int64?
        let isPlaying: Bool
    }

    private struct Named: Codable {
        let client: String
        let memory: RoomState.Memory
    }

    private let revision: Int
    private let generation: Int
    private let entries: [Entry]
    private let isShuffled: Bool
    private let seed: UInt64
    private let settings: RoomSettings
    private let screens: [Named]
    private let playing: Playing?
    /// Tells one start of the server's clock from others.
    private let epoch: String?

    /// The tracks of the queue, for who has to look them up again.
    package var tracks: [Int] { entries.map(\.track) }

    /// Takes a room down at a moment, which both clocks name.
    package init(_ state: RoomState, now: ServerTime, wall: Int64, epoch: String? = nil) {
        self.epoch = epoch
        revision = state.revision
        generation = state.generation.number
        entries = state.queue.entries.map { Entry(number: $0.number, track: $0.track.track, place: $0.place) }
        isShuffled = state.queue.isShuffled
        seed = state.queue.keptSeed
        settings = state.settings
        screens = state.memoryOrder.compactMap { client in state.memories[client].map { Named(client: client, memory: $0) } }
        playing = state.playing.map { playing in
            let timeline = playing.timeline
            return Playing(
                entry: playing.entry, track: timeline.track, position: timeline.anchor.microseconds,
                at: wall - (now.microseconds - timeline.anchorTime.microseconds),
                clock: timeline.anchorTime.microseconds, isPlaying: timeline.rate == .playing)
        }
    }

    /// The room as it should be by now. Tracks of which nothing is known any more have left the queue.
    package func state(_ tracks: [Int: QueuedTrack], now: ServerTime, wall: Int64, epoch: String? = nil) -> RoomState {
        var state = RoomState(seed: seed)
        let kept = entries.compactMap { entry in
            tracks[entry.track].map { RoomQueue.Entry(number: entry.number, track: $0, place: entry.place) }
        }
        state.queue = RoomQueue(entries: kept, isShuffled: isShuffled, seed: seed)
        state.settings = settings
        state.revision = revision + 1
        state.generation = Generation(generation).changed
        for screen in screens where state.memories[screen.client] == nil {
            state.memories[screen.client] = screen.memory
            state.memoryOrder.append(screen.client)
        }
        if let playing, state.queue.entry(playing.entry)?.track.track == playing.track {
            // A clock that was set back since must not send the music back.
            let clock = epoch != nil && epoch == self.epoch ? playing.clock : nil
            let passed = max(0, clock.map { now.microseconds - $0 } ?? wall - playing.at)
            let timeline = Timeline(
                track: playing.track, generation: state.generation, anchor: MediaTime(microseconds: playing.position),
                anchorTime: ServerTime(microseconds: now.microseconds - passed), rate: playing.isPlaying ? .playing : .still)
            let from = timeline.anchorTime
            state.playing = RoomState.Playing(timeline: timeline, entry: playing.entry, from: from, earliestEnd: from)
        }
        return state.advanced(to: now)
    }

    /// As the catalog keeps it.
    package var text: String {
        do {
            return String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
        } catch {
            // Nothing in it is a number without a name in JSON: settings are bounded when they are set.
            preconditionFailure("\(error)")
        }
    }

    package init(text: String) throws {
        self = try JSONDecoder().decode(KeptRoom.self, from: Data(text.utf8))
    }
}
