import Music

extension StreamsChange {
    /// From a hello or a subscription: true or an object sets a stream, false or null ends it.
    init(_ members: Members) throws(MessageProblem) {
        let names = Set(members.names.compactMap(StreamName.init(rawValue:)))
        var streams = Streams()
        for name in StreamName.allCases where names.contains(name) {
            switch name {
            case .frames: streams.frames = try members.stream(name) { (fields) throws(MessageProblem) in try FrameStream(fields) }
            case .beats: streams.beats = try members.stream(name) { (fields) throws(MessageProblem) in try Timing(fields) }
            case .audio:
                streams.audio = try members.stream(name) { (fields) throws(MessageProblem) in try Streams.soundLead(fields) }
            case .grid: streams.grid = try members.truth(name.rawValue) ?? false
            case .state: streams.state = try members.truth(name.rawValue) ?? false
            case .queue: streams.queue = try members.truth(name.rawValue) ?? false
            case .screens: streams.screens = try members.truth(name.rawValue) ?? false
            }
        }
        self.init(streams, of: names)
    }
}

extension Members {
    fileprivate func stream<Stream>(
        _ name: StreamName, _ read: (any Fields) throws(MessageProblem) -> Stream
    ) throws(MessageProblem) -> Stream? {
        if let isWanted = truthIfAny(name.rawValue) { return isWanted ? try read(QueryFields([])) : nil }
        return try members(name.rawValue, orElse: "true, false or an object").map { (fields) throws(MessageProblem) in
            try read(fields)
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
        let frames = try FrameStream(query)
        let audio = try Streams.soundLead(query)
        for name in try StreamName.list(words.split(separator: ",").map(String.init), of: query) {
            switch name {
            case .frames: self.frames = frames
            case .beats: beats = frames.timing
            case .audio: self.audio = audio
            case .grid: grid = true
            case .state: state = true
            case .queue: queue = true
            case .screens: screens = true
            }
        }
    }

    fileprivate static func soundLead(_ fields: any Fields) throws(MessageProblem) -> MediaTime {
        guard case .ahead(let lead) = try Timing.lead(fields) else { return mostSoundLead }
        return min(lead, mostSoundLead)
    }
}

extension Timing {
    private enum Mode: String, CaseIterable { case ahead, live }

    /// Default lead: enough for a bad network, and short enough after a change.
    private static let usual = Timing.ahead(MediaTime(seconds: 2))

    fileprivate init(_ fields: any Fields) throws(MessageProblem) {
        let lead = try Self.lead(fields)
        self = try fields.word("mode", of: Mode.self) == .live ? .live : lead
    }

    fileprivate static func lead(_ fields: any Fields) throws(MessageProblem) -> Timing {
        let range = 0...most.seconds
        guard let seconds = try fields.number("lead", in: range) else { return usual }
        guard let timing = ahead(seconds: seconds) else { throw fields.wrongNumber("lead", range) }
        return timing
    }
}

extension FrameStream {
    private enum Format: String, CaseIterable { case binary, json }

    fileprivate init(_ fields: any Fields) throws(MessageProblem) {
        self.init(
            form: FrameForm(
                rate: try fields.whole("fps", in: FrameForm.rates) ?? FrameForm().rate,
                bands: try fields.whole("bands", in: FrameForm.bandCounts) ?? FrameForm().bands,
                isText: try fields.word("format", of: Format.self) == .json),
            timing: try Timing(fields),
            back: MediaTime(seconds: try fields.number("back", in: 0...Self.mostBack.seconds) ?? 0))
    }
}
