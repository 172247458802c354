import Music

/// What a room plays: one of these at a time. Each has a file of its own for its commands, for what follows by itself, and for what is kept of
/// it.
enum Program: Hashable, Sendable, Codable {
    /// Recordings, one after the other; nil while none of the queue plays or stands still.
    case queue(QueueRun?)
    /// A metronome.
    case click(ClickRun)
    /// What somebody plays elsewhere.
    case followed(FollowedRun)
    /// Sound that comes as it is made.
    case live(LiveRun)
}

/// A piece on its timeline, as a part of any program.
struct Run: Hashable, Sendable, Codable {
    var timeline: Timeline
    var from: ServerTime
    /// It does not end before this: the time of the last change, even if that moves the end into the past.
    var earliestEnd: ServerTime

    init(_ timeline: Timeline, from: ServerTime) {
        (self.timeline, self.from, earliestEnd) = (timeline, from, from)
    }

    /// Takes another timeline of the same piece.
    mutating func change(_ next: Timeline) {
        timeline = next
        from = max(from, next.anchorTime)
    }
}

/// Where the queue stands while the room plays something else.
struct Aside: Hashable, Sendable, Codable {
    let entry: Int
    let position: MediaTime
}

extension Program {
    /// What plays or stands still; nil if nothing does.
    var run: Run? {
        get {
            switch self {
            case .queue(let run): run?.run
            case .click(let click): click.run
            case .followed(let followed): followed.run
            case .live(let live): live.run
            }
        }
        set {
            switch self {
            case .queue(var run):
                if let newValue { run?.run = newValue } else { run = nil }
                self = .queue(run)
            case .click(var click):
                click.run = newValue ?? click.run
                self = .click(click)
            case .followed(var followed):
                followed.run = newValue
                self = .followed(followed)
            case .live(var live):
                live.run = newValue ?? live.run
                self = .live(live)
            }
        }
    }
}

// What is asked of a room whatever it plays.
extension RoomState {
    /// The timeline of what plays or stands still; nil if nothing does.
    package var timeline: Timeline? { program.run?.timeline }

    /// The generation of what comes next by a command.
    var nextGeneration: Generation { (timeline?.generation ?? generation).changed }

    /// Whether the room plays its queue, or would if there were something in it.
    package var playsQueue: Bool {
        if case .queue = program { true } else { false }
    }

    /// Whether what plays is heard from this server. What is followed sounds where it is played.
    package var soundsHere: Bool {
        if case .followed = program { false } else { true }
    }

    /// The entry of the queue that plays or stands still, also while something else plays.
    package var currentEntry: Int? {
        if case .queue(let run) = program { run?.entry } else { aside?.entry }
    }

    /// Whether "next" and "previous" are songs of a set list: while the metronome is on.
    package var stepsSongs: Bool {
        if case .click = program { true } else { false }
    }

    /// The entry that people may vote to skip.
    package func entryToSkip() throws(Refusal) -> Int {
        switch program {
        case .queue(let run?): return run.entry
        case .followed(let followed): throw .follows(followed.following.target.user)
        case .queue(nil), .click: throw .nothingPlays
        case .live: throw .isLive
        }
    }

    /// Puts what plays aside for another program; what was put aside before stays.
    mutating func putAside(at now: ServerTime) {
        guard case .queue(let run) = program else { return }
        if let run { note(run, at: now) }
        aside = run.map { Aside(entry: $0.entry, position: $0.timeline.position(at: now)) }
    }

    /// Leaves a program: the queue stands where it stood when another took its place.
    mutating func comeBack(at now: ServerTime) {
        let next = nextGeneration
        defer { aside = nil }
        guard let aside, let entry = queue.entry(aside.entry) else {
            generation = next
            program = .queue(nil)
            return
        }
        let timeline = Timeline(
            entry.queued.piece, generation: next, anchor: max(.zero, aside.position), anchorTime: now, rate: .still)
        program = .queue(QueueRun(Run(timeline, from: now), entry: entry.number))
    }
}

// The commands of a player, as each program takes them.
extension RoomState {
    mutating func play(at now: ServerTime) throws(Refusal) {
        switch program {
        case .queue: try resumeQueue(at: now)
        case .click: if !isPlaying { startClick(at: now) }
        case .followed(let followed): throw .follows(followed.following.target.user)
        case .live(let live): if !isPlaying { start(live.live, resumesQueue: live.resumesQueue, at: now) }
        }
    }

    mutating func pause(at now: ServerTime) throws(Refusal) {
        switch program {
        case .queue: try pauseQueue(at: now)
        case .click: if isPlaying { stopClick(at: now) }
        case .followed(let followed): throw .follows(followed.following.target.user)
        case .live(let live): program.run?.change(live.run.timeline.paused(at: now))
        }
    }

    /// What only the queue can do.
    func checkQueue() throws(Refusal) {
        switch program {
        case .queue: break
        case .click: throw .nothingPlays
        case .followed(let followed): throw .follows(followed.following.target.user)
        case .live: throw .isLive
        }
    }
}

// What plays by itself from now on.
extension RoomState {
    /// The current course of a program; nil if nothing plays.
    func course(of program: Program) -> Course? {
        guard let run = program.run else { return nil }
        let until = end(of: program)
        switch program {
        case .queue(let queue?):
            return Course(
                timeline: run.timeline, entry: queue.entry, from: run.from, until: until, fade: queue.fade,
                isBuffering: queue.isBuffering)
        case .queue(nil): return nil
        case .click, .followed, .live: return Course(timeline: run.timeline, entry: Course.noEntry, from: run.from, until: until)
        }
    }

    /// When a program goes on to the next piece by itself, or ends; nil if it does not.
    func end(of program: Program) -> ServerTime? {
        switch program {
        case .queue(let run): run.flatMap(end)
        case .click(let click): click.end
        case .followed(let followed): followed.end
        case .live: nil
        }
    }

    /// What a program is after that.
    func following(_ program: Program, at until: ServerTime) -> Program? {
        switch program {
        case .queue(let run): run.flatMap { following($0, at: until) }.map { .queue($0) }
        case .click(let click): click.following(at: until).map { .click($0) }
        case .followed(let followed): followed.following(at: until).map { .followed($0) }
        case .live: nil
        }
    }
}

extension Timeline {
    /// What it becomes by itself where its piece ends and nothing follows.
    func ended(at moment: ServerTime) -> Timeline {
        Timeline(piece, generation: generation.following, anchor: position(at: moment), anchorTime: moment, rate: .still)
    }
}
