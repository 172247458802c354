import Music
import Text

/// The granted streams, as sent to clients: every stream, false if it is off. Clients can send it back unchanged.
extension Streams: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        for name in StreamName.allCases { try name.kind.encode(self, name.rawValue, &object) }
    }
}

extension Timing: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        try encode(into: &object)
    }

    fileprivate func encode(into object: inout KeyedEncodingContainer<JSONName>) throws {
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

extension AudioStream: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        try object.encode(lead.seconds, for: "lead")
        try object.encode(hasClicks, for: "click")
    }
}

extension FrameStream: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        try timing.encode(into: &object)
        try object.encode(back.seconds, for: "back")
        try object.encode(form.rate, for: "fps")
        try object.encode(form.bands, for: "bands")
        try object.encode(form.isText ? "json" : "binary", for: "format")
    }
}
