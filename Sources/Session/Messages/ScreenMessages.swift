/// Tells a screen its name and its offset after a change.
package struct YouMessage: Encodable, Hashable, Sendable {
    private let name: String
    private let offsetMs: Double
    private let sent: ServerTime

    package init(name: String, offsetMs: Double, sent: ServerTime) {
        self.name = name
        self.offsetMs = offsetMs
        self.sent = sent
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: MessageKey.self)
        try object.begin("you", sent: sent)
        try object.encode(name, for: "name")
        try object.encode(offsetMs, for: "offsetMs")
    }
}

/// Asks a screen to show its name, so that people can identify it.
package struct IdentifyMessage: Encodable, Hashable, Sendable {
    private let name: String
    private let until: ServerTime
    private let sent: ServerTime

    package init(name: String, until: ServerTime, sent: ServerTime) {
        self.name = name
        self.until = until
        self.sent = sent
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: MessageKey.self)
        try object.begin("identify", sent: sent)
        try object.encode(name, for: "name")
        try object.encode(until.microseconds, for: "until")
    }
}

/// The clients in a room; if there are very many, only the first are listed.
package struct ScreensMessage: Encodable, Hashable, Sendable {
    private let screens: [Screen]
    private let total: Int
    private let sent: ServerTime

    package init(_ screens: [Screen], total: Int, sent: ServerTime) {
        self.screens = screens
        self.total = total
        self.sent = sent
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: MessageKey.self)
        try object.begin("screens", sent: sent)
        try object.encode(total, for: "total")
        try object.encode(screens, for: "screens")
    }
}

extension Screen: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: MessageKey.self)
        try object.encode(id, for: "id")
        try object.encode(name, for: "name")
        try object.encode(kind.rawValue, for: "kind")
        try object.encode(address, for: "address")
        try object.encode(isVisible, for: "visible")
        try object.encode(report.errorMs, for: "errorMs")
        try object.encode(report.fps, for: "fps")
        try object.encode(report.latencyMs, for: "latencyMs")
        try object.encode(offsetMs, for: "offsetMs")
        try object.encode(streams.names.map(\.rawValue), for: "streams")
    }
}
