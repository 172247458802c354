import Session
import System
import Text
import Web

/// How clients join and leave a room, and which streams they get.
extension Room {
    func member(numbered number: Int) -> Member? { members.values.first { $0.number == number } }

    /// A suggested name, with a number if other clients here have it already.
    func numbered(_ device: String) -> String {
        let taken = Set(members.values.compactMap(\.device))
        // One more than there are clients, so one is free.
        let names = (1...members.count + 1).lazy.map { $0 == 1 ? device : "\(device) \($0)" }
        return names.first { !taken.contains($0) } ?? device
    }

    /// Adds a client, and sends it everything that the others were sent and that is still valid.
    mutating func join(_ member: Member, at now: ServerTime) {
        bringUpToDate(at: now)
        var member = member
        member.streams = granted(member.streams, to: member.asker, as: .socket(member.id))
        makeFeeds(for: member.sent, at: now)
        member.told = you(member)
        members[member.id] = member
        screensShown.isDue = true
        stateShown.isDue = true
        // Its place, maybe, but not what it can draw: the others may draw finer without it.
        if isOnWall(member) { selvesShown.isDue = true }
        var first = [
            StreamMessage(
                personal: JSON.bytes(
                    WelcomeMessage(
                        server: ProgramVersion.text, id: member.number, role: member.visitor.role, room: name,
                        streams: member.streams, sent: now)))
        ]
        if let you = member.told, state.memories[member.key] != nil {
            first.append(StreamMessage(personal: JSON.bytes(YouMessage(you, sent: now))))
        }
        if let message = personMessage(member, at: now) { first.append(StreamMessage(personal: message)) }
        first += announcedTimelines(at: now)
        seat(.socket(member.id), of: member.asker, member.sent, since: Streams(), first, at: now)
    }

    mutating func leave(_ id: ConnectionID) {
        guard let member = members.remove(id) else { return }
        if isOnWall(member) { selvesShown.isDue = true }
        screensShown.isDue = true
        stateShown.isDue = true
        seat(.socket(id), of: member.asker, nil)
    }

    /// Closes all connections, since the generations start again: clients that reconnect know no greater one.
    mutating func sendAllAway() {
        announced.beginAnew()
        for subscriber in audience.all { want(.dismiss(subscriber)) }
    }

    /// Changes a client's streams, or what is known of it.
    mutating func change(
        _ id: ConnectionID, at now: ServerTime, _ body: (inout Member) -> Void, answer: (Member) -> [UInt8]? = { _ in nil }
    ) {
        guard let old = members[id] else { return }
        var member = old
        var first: [UInt8]?
        body(&member)
        if member.sent != old.sent {
            let asked = member.streams
            member.streams = granted(asked, to: member.asker, as: .socket(id))
            makeFeeds(for: member.sent, at: now)
            if member.streams != asked { first = JSON.bytes(GrantedMessage(member.streams)) }
        }
        if member.report.device != old.report.device { member.device = member.report.device.map(numbered) }
        members[id] = member
        screensShown.isDue = true
        if old.isHeard != member.isHeard { stateShown.isDue = true }
        if isOnWall(old) || isOnWall(member) { selvesShown.isDue = true }
        if let answer = answer(member) { first = answer }
        guard first != nil || member.sent != old.sent else { return }
        seat(
            .socket(id), of: member.asker, member.sent, since: old.sent, first.map { [StreamMessage(personal: $0)] } ?? [], at: now)
    }

    /// Adds an event stream, and sends it what the others were already sent.
    mutating func listen(_ asked: Streams, as number: Int, asker: Asker, at now: ServerTime) {
        bringUpToDate(at: now)
        let streams = granted(asked, to: asker, as: .events(number))
        makeFeeds(for: streams, at: now)
        seat(.events(number), of: asker, streams, since: Streams(), announcedTimelines(at: now), at: now)
    }

    mutating func endListening(_ number: Int, asker: Asker) {
        seat(.events(number), of: asker, nil)
    }

    /// A new client is told the current timeline, so that timeline must have been announced to the others.
    private mutating func bringUpToDate(at now: ServerTime) {
        advance(to: now)
        announce(at: now)
    }

    private func announcedTimelines(at now: ServerTime) -> [StreamMessage] {
        let courses = state.courses(through: now.later(RoomState.horizon)).filter { $0.timeline.generation <= announced.through }
        return courses.isEmpty
            ? [StreamMessage(TimelineNews(nothing: state.generation, from: now), sent: now)]
            : courses.map { StreamMessage(news($0), sent: now) }
    }

    /// Sends somebody some messages and what it missed so far of its new streams; then lets it hear these.
    private mutating func seat(
        _ subscriber: Subscriber, of asker: Asker, _ streams: Streams, since before: Streams, _ first: [StreamMessage],
        at now: ServerTime
    ) {
        seat(subscriber, of: asker, streams.heard, first + missed(streams, since: before, at: now))
    }

    private mutating func seat(_ subscriber: Subscriber, of asker: Asker, _ heard: Set<RoomStream>?, _ first: [StreamMessage] = [])
    {
        let (leaving, joining) = audience.seat(subscriber, of: asker, heard)
        want(.seat(subscriber, leaving: leaving, joining: joining, first: first))
    }

    /// What a client would already have if it had always had these streams.
    private mutating func missed(_ streams: Streams, since before: Streams, at now: ServerTime) -> [StreamMessage] {
        var messages: [StreamMessage] = []
        if streams.state && !before.state { messages.append(StreamMessage(stateMessage(at: now))) }
        if streams.queue && !before.queue, let sheet = queueSheet(at: now) { messages.append(StreamMessage(sheet)) }
        if streams.party && !before.party { messages.append(StreamMessage(partyMessage(at: now))) }
        if streams.screens && !before.screens { messages.append(screensList(at: now)) }
        for list in CourseList.allCases where streams.heard.contains(list.stream) && !before.heard.contains(list.stream) {
            for course in state.courses(through: now.later(RoomState.horizon)) {
                guard announced.has(list, course.timeline.generation), let score = shownScore(course.timeline.piece),
                    list.edition(of: score) != nil
                else {
                    continue
                }
                let moment = max(now, course.from)
                messages.append(list.message(score, on: course, track: row(course.timeline.piece), at: moment, sent: now))
            }
        }
        if let audio = streams.audio, before.audio.map({ audio.hasClicks && !$0.hasClicks }) ?? true {
            // Whoever has the music already gets only what is nothing but clicks.
            let missing = sound.ahead.filter { $0.isUseful(at: now) && (before.audio == nil || $0.music.isEmpty) }
            messages += missing.compactMap { StreamMessage($0, hasClicks: audio.hasClicks, sent: now) }
        }
        let known = Set(before.feeds)
        for key in streams.feeds where !known.contains(key) {
            messages += feeds[key]?.recent(since: state.course?.timeline.generation, at: now) ?? []
        }
        return messages
    }

    /// The streams as they can be granted: a form beyond the limits is replaced by the nearest existing one.
    private mutating func granted(_ streams: Streams, to asker: Asker, as subscriber: Subscriber) -> Streams {
        feeds = feeds.filter { audience.hears($0.key) }
        return streams.granting { key in
            guard feeds[key] == nil, !RoomForms.usual.contains(key) else { return key }
            // Its old streams do not count against its new ones.
            let forms = audience.forms(of: asker, except: subscriber).subtracting(RoomForms.usual)
            let others = feeds.keys.count { !RoomForms.usual.contains($0) }
            if others < RoomForms.most, forms.count < RoomForms.mostOfOne { return key }
            return RoomForms.nearest(to: key, of: RoomForms.usual.union(feeds.keys)) ?? key
        }
    }

    private mutating func makeFeeds(for streams: Streams, at now: ServerTime) {
        for key in streams.feeds where feeds[key] == nil { feeds[key] = SentFeed(key, at: now) }
    }
}
