import Music

/// The streams by their names in the protocol.
package enum StreamName: String, CaseIterable, Sendable {
    case frames, beats, grid, state, queue, screens, audio
}

/// New settings of some streams; all others stay as they are.
package struct StreamsChange: Hashable, Sendable {
    /// The new settings of the named streams.
    package var streams: Streams
    package var names: Set<StreamName>

    package init(_ streams: Streams, of names: Set<StreamName>) {
        self.streams = streams
        self.names = names
    }
}

extension Streams {
    package func applying(_ change: StreamsChange) -> Streams {
        var streams = self
        for name in change.names {
            switch name {
            case .frames: streams.frames = change.streams.frames
            case .beats: streams.beats = change.streams.beats
            case .audio: streams.audio = change.streams.audio
            case .grid: streams.grid = change.streams.grid
            case .state: streams.state = change.streams.state
            case .queue: streams.queue = change.streams.queue
            case .screens: streams.screens = change.streams.screens
            }
        }
        return streams
    }

    package func removing(_ names: [StreamName]) -> Streams {
        applying(StreamsChange(Streams(), of: Set(names)))
    }
}
