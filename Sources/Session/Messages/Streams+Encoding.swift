import Music

/// The granted streams, as sent to clients: every stream, false if it is off. Clients can send it back unchanged.
extension Streams: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: MessageKey.self)
        try object.encode(frames, orFalseFor: "frames")
        try object.encode(beats, orFalseFor: "beats")
        try object.encode(audio.map(Lead.init), orFalseFor: "audio")
        try object.encode(grid, for: "grid")
        try object.encode(state, for: "state")
        try object.encode(queue, for: "queue")
        try object.encode(screens, for: "screens")
    }

    private struct Lead: Encodable {
        let time: MediaTime

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: MessageKey.self)
            try object.encode(time.seconds, for: "lead")
        }
    }

    /// Those that are on.
    package var names: [StreamName] {
        StreamName.allCases.filter { name in
            switch name {
            case .frames: frames != nil
            case .beats: beats != nil
            case .audio: audio != nil
            case .grid: grid
            case .state: state
            case .queue: queue
            case .screens: screens
            }
        }
    }
}

extension Timing: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: MessageKey.self)
        try encode(into: &object)
    }

    fileprivate func encode(into object: inout KeyedEncodingContainer<MessageKey>) throws {
        switch self {
        case .live:
            try object.encode("live", for: "mode")
            try object.encode(nil as Double?, for: "lead")
        case .ahead(let lead):
            try object.encode("ahead", for: "mode")
            try object.encode(lead.seconds, for: "lead")
        }
    }
}

extension FrameStream: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: MessageKey.self)
        try timing.encode(into: &object)
        try object.encode(back.seconds, for: "back")
        try object.encode(form.rate, for: "fps")
        try object.encode(form.bands, for: "bands")
        try object.encode(form.isText ? "json" : "binary", for: "format")
    }
}

extension KeyedEncodingContainer<MessageKey> {
    fileprivate mutating func encode(_ value: (some Encodable)?, orFalseFor name: String) throws {
        if let value { try encode(value, for: name) } else { try encode(false, for: name) }
    }
}
