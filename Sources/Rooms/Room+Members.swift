import Session
import System
import Text
import Web

/// How clients join and leave a room, and which streams they get.
extension Room {
    func member(numbered number: Int) -> Member? { members.values.first { $0.number == number } }

    /// Adds a client, and sends it everything that the others were sent and that is still valid.
    func join(_ member: Member, isController: Bool, at now: ServerTime) {
        bringUpToDate(at: now)
        var member = member
        member.streams = granted(member.streams, to: member.asker)
        makeFeeds(for: member.sent, at: now)
        members[member.id] = member
        screensShown.isDue = true
        stateShown.isDue = true
        var first = [
            JSON.bytes(
                WelcomeMessage(
                    server: ProgramVersion.text, id: member.number, role: isController ? .controller : .viewer, room: name,
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

    /// Closes all connections, since the generations start again: clients that reconnect know no greater one.
    func sendAllAway() {
        announced = Generation(0)
        for id in members.keys { site.server.close(id, .goingAway, reason: "The room begins to count anew.") }
        outlet.close()
    }

    /// Changes a client's streams, or what is known of it.
    func change(
        _ id: ConnectionID, at now: ServerTime, _ body: (inout Member) -> Void, answer: (Member) -> [UInt8]? = { _ in nil }
    ) {
        guard let old = members[id] else { return }
        var member = old
        var first: [UInt8]?
        body(&member)
        if member.sent != old.sent {
            // Its old streams must not count against its new ones.
            members[id]?.streams = Streams()
            let asked = member.streams
            member.streams = granted(asked, to: member.asker)
            makeFeeds(for: member.sent, at: now)
            if member.streams != asked { first = JSON.bytes(GrantedMessage(member.streams)) }
        }
        members[id] = member
        screensShown.isDue = true
        if let answer = answer(member) { first = answer }
        send(first.map { [$0] } ?? [], and: member.sent, to: id, before: old.sent, at: now)
    }

    /// Adds an event stream, and sends it what the others were already sent.
    func listen(_ asked: Streams, _ stream: BodyStream, asker: Asker, at now: ServerTime) -> Int {
        bringUpToDate(at: now)
        let streams = granted(asked, to: asker)
        makeFeeds(for: streams, at: now)
        let first = announcedTimelines(at: now).map { ("timeline", JSON.bytes($0)) }
        return outlet.listen(
            stream, to: streams, asker: asker,
            first: first + missed(streams, since: Streams(), at: now).map { ($0.event, $0.bytes) })
    }

    /// A new client is told the current timeline, so that timeline must have been announced to the others.
    private func bringUpToDate(at now: ServerTime) {
        advance(to: now)
        announce(at: now)
    }

    private func announcedTimelines(at now: ServerTime) -> [TimelineMessage] {
        let courses = state.courses(through: now.later(RoomState.horizon)).filter { $0.timeline.generation <= announced }
        return courses.isEmpty
            ? [TimelineMessage(TimelineNews(nothing: state.generation, from: now), sent: now)]
            : courses.map { TimelineMessage(news($0), sent: now) }
    }

    private func send(_ first: [[UInt8]], and streams: Streams, to id: ConnectionID, before: Streams?, at now: ServerTime) {
        guard !first.isEmpty || streams != before else { return }
        let missed = missed(streams, since: before ?? Streams(), at: now)
        outlet.change(id, from: before, to: streams, first: first.map { RoomOutlet.Letter($0) } + missed)
    }

    /// What a client would already have if it had always had these streams.
    private func missed(_ streams: Streams, since before: Streams, at now: ServerTime) -> [RoomOutlet.Letter] {
        var letters: [RoomOutlet.Letter] = []
        if streams.state && !before.state { letters.append(.state(JSON.bytes(stateMessage(at: now)))) }
        if streams.queue && !before.queue, let sheet = queueSheet(at: now) { letters.append(.queue(sheet)) }
        if streams.screens && !before.screens { letters.append(.screens(screensList(at: now))) }
        if streams.grid && !before.grid {
            for course in state.courses(through: now.later(RoomState.horizon)) {
                guard gridsSent.keys.contains(course.timeline.generation), let score = score(course.timeline.piece),
                    score.beatsThrough == nil
                else {
                    continue
                }
                letters.append(
                    .grid(
                        GridMessage.bytes(
                            score, on: course, track: row(course.timeline.piece), at: max(now, course.from), sent: now)))
            }
        }
        if streams.audio != nil && before.audio == nil {
            letters += sound.ahead(from: now).map { .audio(packet($0, at: now)) }
        }
        let known = Set(before.feeds)
        for key in streams.feeds where !known.contains(key) {
            let recent = feeds[key]?.recent(since: state.course?.timeline.generation) ?? []
            letters += recent.map { RoomOutlet.Letter($0, of: key) }
        }
        return letters
    }

    /// The streams as they can be granted: a form beyond the limits is replaced by the nearest existing one.
    private func granted(_ streams: Streams, to asker: Asker) -> Streams {
        feeds = feeds.filter { outlet.isWanted($0.key) }
        var own: Set<Feed.Key>?
        return streams.granting { key in
            guard feeds[key] == nil, !RoomForms.usual.contains(key) else { return key }
            let forms = own ?? forms(of: asker)
            own = forms
            let others = feeds.keys.count { !RoomForms.usual.contains($0) }
            if others < RoomForms.most, forms.count < RoomForms.mostOfOne { return key }
            return RoomForms.nearest(to: key, of: RoomForms.usual.union(feeds.keys)) ?? key
        }
    }

    /// The forms that an asker is sent in addition to the usual ones.
    private func forms(of asker: Asker) -> Set<Feed.Key> {
        var forms = outlet.forms(of: asker)
        for member in members.values where member.asker == asker { forms.formUnion(member.streams.feeds) }
        return forms.subtracting(RoomForms.usual)
    }

    private func makeFeeds(for streams: Streams, at now: ServerTime) {
        for key in streams.feeds where feeds[key] == nil { feeds[key] = Feed(key, at: now) }
    }
}
