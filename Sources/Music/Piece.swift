/// What a room plays, named in the same way on every server.
package enum Piece: Hashable, Sendable {
    /// Named by its content: it is found again after its file was moved, or after the catalog was rebuilt.
    case recording(ContentIdentity)
    /// A metronome.
    case click(ClickTrain)
    /// Sound that comes as it is made: a radio, a turntable, a microphone.
    case live(LiveSource)

    /// A recording, by the text that `description` writes; there is no other piece to be named by clients.
    package init?(_ text: String) {
        guard let identity = ContentIdentity(text) else { return nil }
        self = .recording(identity)
    }

    /// Whether it comes from the library: it has a file and an analysis.
    package var isRecording: Bool {
        if case .recording = self { true } else { false }
    }

    package var isLive: Bool {
        if case .live = self { true } else { false }
    }

    /// Whether nothing of it must be fetched.
    package var isComputed: Bool { train != nil }

    package var train: ClickTrain? {
        if case .click(let train) = self { train } else { nil }
    }
}

/// A source of sound that has no end. Its position 0 is when it started.
package struct LiveSource: Hashable, Sendable {
    package let name: String
    /// When it started, in microseconds since 1970: after a restart its positions mean other moments.
    package let start: Int64

    /// Nil for what is no name: clients show it, and files and addresses contain it.
    package init?(_ name: String, start: Int64) {
        guard Self.isName(name) else { return nil }
        (self.name, self.start) = (name, start)
    }

    /// Longest name in bytes.
    package static let longestName = 64

    package static func isName(_ text: String) -> Bool {
        let isLetter = { (byte: UInt8) in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        guard text.utf8.count <= longestName, let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || "._-".utf8.contains($0) }
    }
}

extension Piece: CustomStringConvertible {
    package var description: String {
        switch self {
        case .recording(let identity): identity.description
        case .click: "click"
        case .live(let source): "live \(source.name)"
        }
    }

    /// What frames, beats, covers and sound belong to, as messages name it. Two pieces with one id look and sound the same at each
    /// position.
    package var sourceID: String {
        switch self {
        case .recording(let identity): "recording:\(identity)"
        case .click(let train): "click:\(train.fingerprint)"
        case .live(let source): "live:\(source.name)@\(source.start)"
        }
    }
}

extension Piece {
    /// A recording, by its source id: no other piece can be found by that alone.
    package init?(sourceID: String) {
        let prefix = "recording:"
        guard sourceID.hasPrefix(prefix) else { return nil }
        self.init(String(sourceID.dropFirst(prefix.count)))
    }
}

/// With all that it is, so that no catalog is needed to read it.
extension Piece: Codable {
    private enum Key: String, CodingKey { case recording, click, live }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        if let identity = try object.decodeIfPresent(ContentIdentity.self, forKey: .recording) {
            self = .recording(identity)
        } else if let train = try object.decodeIfPresent(ClickTrain.self, forKey: .click) {
            self = .click(train)
        } else {
            self = .live(try object.decode(LiveSource.self, forKey: .live))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        switch self {
        case .recording(let identity): try object.encode(identity, forKey: .recording)
        case .click(let train): try object.encode(train, forKey: .click)
        case .live(let source): try object.encode(source, forKey: .live)
        }
    }
}

extension LiveSource: Codable {
    private enum Key: String, CodingKey { case name, start }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        let (name, start) = (try object.decode(String.self, forKey: .name), try object.decode(Int64.self, forKey: .start))
        guard let source = LiveSource(name, start: start) else {
            throw DecodingError.dataCorruptedError(forKey: .name, in: object, debugDescription: "no name of a live source")
        }
        self = source
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(name, forKey: .name)
        try object.encode(start, forKey: .start)
    }
}
