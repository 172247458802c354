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
        for name in change.names { name.kind.copy(&streams, change.streams) }
        return streams
    }

    package func removing(_ names: [StreamName]) -> Streams {
        applying(StreamsChange(Streams(), of: Set(names)))
    }
}
