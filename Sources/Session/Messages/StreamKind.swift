import Music
import Text

/// The streams by their names in the protocol.
package enum StreamName: String, CaseIterable, Sendable {
    case frames, beats, lyrics, cues, audio, grid, plan, state, queue, screens, party
}

extension StreamName {
    /// The table of all kinds of streams: what is special about each as a setting of a client.
    var kind: StreamKind {
        switch self {
        case .frames: StreamKind(\.frames) { (fields) throws(MessageProblem) in try FrameStream(fields) }
        case .beats: StreamKind(\.beats) { (fields) throws(MessageProblem) in try Timing(fields) }
        case .lyrics: StreamKind(\.lyrics) { (fields) throws(MessageProblem) in try Timing(fields) }
        case .cues: StreamKind(\.cues) { (fields) throws(MessageProblem) in try Timing(fields) }
        case .audio: StreamKind(\.audio) { (fields) throws(MessageProblem) in try AudioStream(fields) }
        case .grid: StreamKind(\.grid)
        case .plan: StreamKind(\.plan)
        case .state: StreamKind(\.state)
        case .queue: StreamKind(\.queue)
        case .screens: StreamKind(\.screens)
        case .party: StreamKind(\.party)
        }
    }
}

/// How one kind of stream is turned on, copied and shown.
struct StreamKind {
    typealias Object = KeyedEncodingContainer<JSONName>

    let isOn: (Streams) -> Bool
    /// Takes it over from other streams, on or off.
    let copy: (_ streams: inout Streams, _ others: Streams) -> Void
    /// Turns it on, with the settings that the fields give.
    let turnOn: (_ streams: inout Streams, _ fields: any Fields) throws(MessageProblem) -> Void
    let hasSettings: Bool
    /// Its settings, or true; false if it is off.
    let encode: (_ streams: Streams, _ name: String, _ object: inout Object) throws -> Void

    /// A stream that is on or off.
    init(_ path: WritableKeyPath<Streams, Bool>) {
        isOn = { $0[keyPath: path] }
        copy = { $0[keyPath: path] = $1[keyPath: path] }
        turnOn = { (streams, _) throws(MessageProblem) in streams[keyPath: path] = true }
        hasSettings = false
        encode = { try $2.encode($0[keyPath: path], for: $1) }
    }

    /// A stream with settings.
    init<Setting: Encodable>(
        _ path: WritableKeyPath<Streams, Setting?>, read: @escaping (any Fields) throws(MessageProblem) -> Setting
    ) {
        isOn = { $0[keyPath: path] != nil }
        copy = { $0[keyPath: path] = $1[keyPath: path] }
        turnOn = { (streams, fields) throws(MessageProblem) in streams[keyPath: path] = try read(fields) }
        hasSettings = true
        encode = { streams, name, object in
            if let setting = streams[keyPath: path] {
                try object.encode(setting, for: name)
            } else {
                try object.encode(false, for: name)
            }
        }
    }
}

extension Streams {
    /// Those that are on.
    package var names: [StreamName] { StreamName.allCases.filter { $0.kind.isOn(self) } }
}
