import Music
import Session
import Text
import Web

/// Who is in a room, and what each of them is sent.
extension Room {
    /// More different ways of being sent frames and beats than people think of; each costs as much as the first.
    private static let mostFeeds = 32

    func member(numbered number: Int) -> Member? { members.values.first { $0.number == number } }

    /// Takes a client in, and sends it everything that the others have been sent and that still counts.
    func join(_ member: Member, isController: Bool, at now: ServerTime) throws(MessageProblem) {
        bringUpToDate(at: now)
        try makeRoom(for: member.sent, at: now)
        members[member.id] = member
        screensShown.isDue = true
        stateShown.isDue = true
        var first = [
            JSON.bytes(
                WelcomeMessage(
                    server: Version.text, id: member.number, role: isController ? .controller : .viewer, room: name,
                    streams: member.streams, sent: now))
        ]
        if let memory = state.memories[member.key] {
            first.append(JSON.bytes(YouMessage(name: memory.name ?? member.name, offsetMs: memory.offset, sent: now)))
        }
        first += announcedTimelines(at: now).map { JSON.bytes($0) }
        send(first, and: member.sent, to: member.id, before: nil, at: now)
    }

    func leave(_ id: ConnectionID) {
        guard let member = members.removeValue(forKey: id) else { return }
        screensShown.isDue = true
        stateShown.isDue = true
        outlet.change(id, from: member.sent, to: nil, first: [])
    }

    /// The numbers of generations begin again: whoever comes anew goes by no greater one.
    func sendAllAway() {
        announced = Generation(0)
        for id in members.keys { site.server.close(id, .goingAway, reason: "The room begins to count anew.") }
        outlet.close()
    }

    /// Changes what a client is sent, or how it is known.
    func change(
        _ id: ConnectionID, at now: ServerTime, _ body: (inout Member) -> Void, answer: (Member) -> [UInt8]? = { _ in nil }
    ) throws(MessageProblem) {
        guard let old = members[id] else { return }
        var member = old
        body(&member)
        if member.sent != old.sent { try makeRoom(for: member.sent, at: now) }
        members[id] = member
        screensShown.isDue = true
        send(answer(member).map { [$0] } ?? [], and: member.sent, to: id, before: old.sent, at: now)
    }

    /// A listener to the event stream hears what others have heard already, too.
    func listen(_ streams: Streams, _ stream: BodyStream, at now: ServerTime) throws(MessageProblem) -> Int {
        bringUpToDate(at: now)
        try makeRoom(for: streams, at: now)
        let first = announcedTimelines(at: now).map { ("timeline", JSON.bytes($0)) }
        return outlet.listen(
            stream, to: streams, first: first + missed(streams, since: Streams(), at: now).map { ($0.event, $0.bytes) })
    }

    /// Whoever comes is told the timeline that is in force, so that must have been announced to the others.
    private func bringUpToDate(at now: ServerTime) {
        advance(to: now)
        announce(at: now)
    }

    private func announcedTimelines(at now: ServerTime) -> [TimelineMessage] {
        let courses = state.courses(through: now.later(RoomState.horizon)).filter { $0.timeline.generation <= announced }
        return courses.isEmpty
            ? [TimelineMessage(TimelineNews(nothing: state.generation, from: now), sent: now)]
            : courses.map { TimelineMessage(TimelineNews($0), sent: now) }
    }

    private func send(_ first: [[UInt8]], and streams: Streams, to id: ConnectionID, before: Streams?, at now: ServerTime) {
        guard !first.isEmpty || streams != before else { return }
        let missed = missed(streams, since: before ?? Streams(), at: now)
        outlet.change(id, from: before, to: streams, first: first.map { RoomOutlet.Letter($0) } + missed)
    }

    /// What a client of these streams would know, had it had them all along.
    private func missed(_ streams: Streams, since before: Streams, at now: ServerTime) -> [RoomOutlet.Letter] {
        var letters: [RoomOutlet.Letter] = []
        if streams.state && !before.state { letters.append(.state(JSON.bytes(stateMessage(at: now)))) }
        if streams.queue && !before.queue { letters.append(.queue(JSON.bytes(queueMessage(at: now)))) }
        if streams.screens && !before.screens { letters.append(.screens(JSON.bytes(screensMessage(at: now)))) }
        if streams.grid && !before.grid {
            for course in state.courses(through: now.later(RoomState.horizon)) {
                guard gridsSent.keys.contains(course.timeline.generation), let score = score(course.timeline.track) else {
                    continue
                }
                letters.append(.grid(GridMessage.bytes(score, on: course, at: max(now, course.from), sent: now)))
            }
        }
        if streams.audio != nil && before.audio == nil {
            letters += sound.ahead.map { .audio(packet($0, at: now)) }
        }
        let known = Set(before.feeds)
        for key in streams.feeds where !known.contains(key) {
            let recent = feeds[key]?.recent(since: state.course?.timeline.generation) ?? []
            letters += recent.map { RoomOutlet.Letter($0, of: key) }
        }
        return letters
    }

    private func makeRoom(for streams: Streams, at now: ServerTime) throws(MessageProblem) {
        feeds = feeds.filter { outlet.isWanted($0.key) }
        for key in streams.feeds where feeds[key] == nil {
            guard feeds.count < Self.mostFeeds else {
                throw MessageProblem(.tooMany, "This room is sending in \(Self.mostFeeds) different ways already.")
            }
            feeds[key] = Feed(key, at: now)
        }
    }
}
