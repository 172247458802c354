import Foundation

/// A timeline message: the position of the music as a function of time.
struct RoomLine: Sendable {
    let generation: Int
    let piece: String?
    let track: Int?
    let isPlaying: Bool
    /// Microseconds.
    let position: Int
    let at: Int
    let from: Int
    let until: Int?
    let fade: (track: Int, until: Int)?

    init(_ fields: [String: Any]) {
        generation = fields["generation"] as? Int ?? -1
        piece = fields["piece"] as? String
        track = fields["track"] as? Int
        isPlaying = fields["playing"] as? Bool ?? false
        position = Self.microseconds(fields["position"])
        at = fields["at"] as? Int ?? -1
        from = fields["from"] as? Int ?? -1
        until = fields["until"] as? Int
        fade = (fields["fade"] as? [String: Any]).map { ($0["track"] as? Int ?? -1, $0["until"] as? Int ?? -1) }
    }

    /// When a position of the track is due.
    func due(_ position: Int) -> Int { at + position - self.position }

    func position(_ moment: Int) -> Int { isPlaying ? position + moment - at : position }

    /// When frame k, which shows the position k / rate seconds, is due, to the nearest microsecond.
    func due(frame: Int, rate: Int) -> Int { due(Self.time(frame: frame, rate: rate)) }

    /// The number of the frame that is due nearest to a time.
    func frame(_ due: Int, rate: Int) -> Int { Int((Double(position + due - at) * Double(rate) / 1e6).rounded()) }

    static func time(frame: Int, rate: Int) -> Int { (frame * 1_000_000 + rate / 2) / rate }

    /// Converts seconds of a message to whole microseconds.
    static func microseconds(_ seconds: Any?) -> Int { Int(((seconds as? Double ?? -1) * 1e6).rounded()) }
}

/// Checks all messages of one client against the announced timelines: no message has an unknown or void generation, and each is
/// due exactly when its timeline says.
struct RoomLaw {
    private(set) var lines: [Int: RoomLine] = [:]
    /// A description of each violation.
    private(set) var violations: [String] = []
    /// The greatest generation that was already in force when its timeline was sent.
    private var floor = 0
    /// Frames may be due this many microseconds before their timeline's `from`: the largest `back` granted so far, since frames
    /// under an earlier grant may still be on their way.
    private var back = 0

    mutating func note(_ message: RoomMessage) {
        let granted = message.object("streams")["frames"] as? [String: Any]
        back = max(back, Int((granted?["back"] as? Double ?? 0) * 1e6))
        switch message.type {
        case "welcome":
            // Another room, or another server: the earlier timelines are void.
            lines = [:]
            floor = 0
        case "timeline":
            let line = RoomLine(message.fields)
            if line.generation < floor { violations.append("a timeline of \(line.generation) after \(floor)") }
            if line.from <= message.int("sent") { floor = max(floor, line.generation) }
            lines[line.generation] = line
        case "beat":
            guard let line = line(message.int("generation"), "a beat") else { return }
            check(message.int("due"), message.int("due"), line, "beat \(message.int("beat"))")
        case "grid":
            guard let line = line(message.int("generation"), "a grid") else { return }
            if line.track != message["track"] as? Int { violations.append("a grid of another track than \(line)") }
        case "frames":
            let (rate, count) = (message.int("rate"), message.list("frames").count)
            note(message.int("generation"), message.int("due"), count, rate, first: message.int("first"))
        default: break
        }
    }

    mutating func note(_ block: FrameBlock) {
        note(block.generation, block.due, block.count, block.rate, first: nil)
    }

    private mutating func note(_ generation: Int, _ due: Int, _ count: Int, _ rate: Int, first: Int?) {
        // Frames that waited for a slow client may arrive after a change; a client drops them by the rule of generations.
        guard generation >= floor, let line = line(generation, "frames") else { return }
        let frame = line.frame(due, rate: rate)
        if line.due(frame: frame, rate: rate) != due || first ?? frame != frame {
            violations.append("frame \(frame) at \(due) instead of \(line.due(frame: frame, rate: rate)), called \(first ?? frame)")
        }
        // Paused music has a single frame, at the position where it paused.
        if line.isPlaying {
            let last = line.due(frame: frame + count - 1, rate: rate)
            check(due, last, line, "frames \(frame)+\(count)", since: line.from - back)
        }
    }

    private mutating func line(_ generation: Int, _ what: String) -> RoomLine? {
        if generation < floor { violations.append("\(what) of \(generation) after \(floor)") }
        let line = lines[generation]
        if line == nil { violations.append("\(what) of \(generation), which nobody announced") }
        return line
    }

    private mutating func check(_ first: Int, _ last: Int, _ line: RoomLine, _ what: String, since: Int? = nil) {
        if !line.isPlaying { violations.append("\(what) while the music stands still") }
        if first < since ?? line.from || last >= line.until ?? .max {
            violations.append("\(what) at \(first)...\(last) outside of \(line)")
        }
    }
}
