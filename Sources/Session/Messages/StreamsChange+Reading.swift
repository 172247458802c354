import Music

extension StreamsChange {
    /// From a hello or a subscription: true or an object sets a stream, false or null ends it.
    init(_ members: Members) throws(MessageProblem) {
        let names = Set(members.names.compactMap(StreamName.init(rawValue:)))
        var streams = Streams()
        for name in StreamName.allCases where names.contains(name) { try members.turnOn(name, in: &streams) }
        self.init(streams, of: names)
    }
}

extension Members {
    /// Turns a stream on if the member of its name says so.
    fileprivate func turnOn(_ name: StreamName, in streams: inout Streams) throws(MessageProblem) {
        let kind = name.kind
        if !kind.hasSettings {
            if try truth(name.rawValue) == true { try kind.turnOn(&streams, QueryFields([])) }
        } else if let isWanted = truthIfAny(name.rawValue) {
            if isWanted { try kind.turnOn(&streams, QueryFields([])) }
        } else if let settings = try members(name.rawValue, orElse: "true, false or an object") {
            try kind.turnOn(&streams, settings)
        }
    }
}

extension StreamName {
    /// From an unsubscription.
    static func list(_ members: Members) throws(MessageProblem) -> [StreamName] {
        guard let words = try members.texts("streams", atMost: allCases.count) else { throw members.missing("streams") }
        return try list(words, of: members)
    }

    fileprivate static func list(_ words: [String], of fields: some Fields) throws(MessageProblem) -> [StreamName] {
        var names: [StreamName] = []
        for word in words {
            guard let name = StreamName(rawValue: word) else {
                let known = allCases.map(\.rawValue).joined(separator: ", ")
                throw MessageProblem(
                    .badValue,
                    "\(fields.place("streams")) names \(MessageProblem.quote(word)), which is none of \(known).")
            }
            names.append(name)
        }
        return names
    }
}

extension Streams {
    /// From a query, with the same timing and form for all streams; nil if it names none.
    init?(query: QueryFields) throws(MessageProblem) {
        guard let words = try query.text("streams", atMost: .max) else { return nil }
        self.init()
        // What is wrong is said even where no stream wants it.
        _ = (try FrameStream(query), try AudioStream(query))
        for name in try StreamName.list(words.split(separator: ",").map(String.init), of: query) {
            try name.kind.turnOn(&self, query)
        }
    }
}

extension Timing {
    private enum Mode: String, CaseIterable { case ahead, live }

    /// Default lead: enough for a bad network, and short enough after a change.
    private static let usual = Timing.ahead(MediaTime(seconds: 2))

    init(_ fields: any Fields) throws(MessageProblem) {
        let lead = try Self.lead(fields)
        self = try fields.word("mode", of: Mode.self) == .live ? .live : lead
    }

    static func lead(_ fields: any Fields) throws(MessageProblem) -> Timing {
        let range = 0...most.seconds
        guard let seconds = try fields.number("lead", in: range) else { return usual }
        guard let timing = ahead(seconds: seconds) else { throw fields.wrongNumber("lead", range) }
        return timing
    }
}

extension AudioStream {
    init(_ fields: any Fields) throws(MessageProblem) {
        self.init(hasClicks: try fields.truth("click") ?? true)
        if case .ahead(let lead) = try Timing.lead(fields) { self.lead = min(lead, Streams.mostSoundLead) }
    }
}

extension FrameStream {
    private enum Format: String, CaseIterable { case binary, json }

    init(_ fields: any Fields) throws(MessageProblem) {
        self.init(
            form: FrameForm(
                rate: try fields.whole("fps", in: FrameForm.rates) ?? FrameForm().rate,
                bands: try fields.whole("bands", in: FrameForm.bandCounts) ?? FrameForm().bands,
                isText: try fields.word("format", of: Format.self) == .json),
            timing: try Timing(fields),
            back: MediaTime(seconds: try fields.number("back", in: 0...Self.mostBack.seconds) ?? 0))
    }
}
