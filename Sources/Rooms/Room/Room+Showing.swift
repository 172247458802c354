import Music
package import Session
import Text

/// How a room sends its state, its queue and its list of screens.
extension Room {
    /// Most screens in the list: more fit on no controller's display. The list also has their total number.
    private static let mostScreensShown = 200

    mutating func show(at now: ServerTime) {
        if stateShown.takeDue(at: now) {
            publish(.state) { StreamMessage($0.stateMessage(at: now)) }
            showQueue(at: now)
        }
        if partyShown.takeDue(at: now) { publish(.party) { StreamMessage($0.partyMessage(at: now)) } }
        if screensShown.takeDue(at: now), audience.hears(.screens) {
            screensMade = nil
            want(.publish(screensList(at: now)))
        }
    }

    /// The list of screens for a new client. Clients that come at the same time share one, since all are sent a new one after the
    /// pause.
    mutating func screensList(at now: ServerTime) -> StreamMessage {
        if let made = screensMade, now < made.at.later(Self.screensPause) { return made.message }
        let message = StreamMessage(screensMessage(at: now))
        screensMade = (message, now)
        return message
    }

    private mutating func showQueue(at now: ServerTime) {
        guard !queue.isSent else { return }
        guard audience.hears(.queue) else { return queue.noteSent(queue.edition) }
        if let sheet = queueSheet(at: now) { send(sheet) }
    }

    private mutating func send(_ sheet: QueueSheet) {
        queue.noteSent(sheet.edition)
        want(.publish(StreamMessage(sheet)))
    }

    /// The current queue, encoded once for all requests; nil if it must be encoded on another thread: then it is sent to all when
    /// it is done.
    mutating func queueSheet(at now: ServerTime) -> QueueSheet? {
        switch queue.newest(queueMessage(at: now)) {
        case .made(let sheet): return sheet
        case .encode(let message, let edition): want(.encode(message, edition: edition))
        case .waits: break
        }
        return nil
    }

    /// Takes an encoded queue. If the queue has changed meanwhile, the new edition follows.
    mutating func take(_ sheet: QueueSheet, at now: ServerTime) {
        let (isAwaited, isNews) = queue.take(sheet)
        want(.hand(sheet))
        if isAwaited { handQueue(at: now) }
        guard audience.hears(.queue), isNews else { return }
        send(sheet)
        if sheet.edition != queue.edition { stateShown.isDue = true }
    }

    /// Hands the queue as it is now, or a later edition, to those who wait for this edition, as soon as it is encoded.
    mutating func handQueue(at now: ServerTime) {
        guard let sheet = queueSheet(at: now) else { return queue.noteAwaited() }
        queue.noteHanded()
        want(.hand(sheet))
    }

    package func stateMessage(at now: ServerTime) -> StateMessage {
        let courses = state.courses(through: now.later(Self.foresight))
        let next = courses.dropFirst().first { $0.timeline.rate.isRunning }
        return StateMessage(
            sent: now, room: name, state: state,
            timeline: state.course.map(news) ?? TimelineNews(nothing: state.generation, from: now), queueRevision: queue.revision,
            train: state.runningTrain, track: card(at: now), cards: toldCards(at: now),
            next: next.flatMap { next in cards[next.timeline.piece].map { StateMessage.Next(next, $0) } },
            analysis: courses.first.map { music.word(for: $0.timeline.piece) }, screens: members.count,
            sounding: members.sounding, isElsewhere: isElsewhere, votes: votes, lyrics: lyricsChanged, trouble: trouble.sentence)
    }

    /// Whether what plays is heard where it comes from.
    var isElsewhere: Bool { scoreOfNow.map { !$0.isPlayed } ?? false }

    func queueMessage(at now: ServerTime) -> QueueMessage {
        QueueMessage(sent: now, revision: queue.revision, entries: state.queue.entries, cards: cards, party: state.openParty)
    }

    /// Addresses are for hosts only; the list that is sent to all subscribers has none.
    package func screensMessage(at now: ServerTime, withAddresses: Bool = false) -> ScreensMessage {
        let all = members.values.sorted { $0.number < $1.number }
        // Those of the wall are listed even among very many.
        let shown = (all.filter(isOnWall) + all.filter { !isOnWall($0) }).prefix(Self.mostScreensShown)
        return ScreensMessage(
            shown.sorted { $0.number < $1.number }.map { screen($0, withAddress: withAddresses) }, total: members.count,
            absent: absentScreens.prefix(Self.mostScreensShown).map(\.self), groups: listedGroups, sent: now)
    }

    private func screen(_ member: Member, withAddress: Bool) -> Screen {
        let memory = state.memories[member.key]
        var screen = Screen(
            id: member.number, name: title(of: member), kind: member.kind,
            address: withAddress ? member.address : nil)
        screen.role = member.visitor.role
        screen.isVisible = member.isVisible
        screen.report = member.report
        screen.offsetMs = memory?.offset ?? 0
        screen.place = memory?.place
        screen.settings = memory?.settings ?? ScreenSettings()
        screen.streams = member.streams
        return screen
    }

    mutating func dropCards() {
        let removed = state.queue.removedPieces
        let followed = (state.following?.song?.piece?.piece).map { [$0] } ?? []
        let current = (state.course?.timeline.piece).map { [$0] } ?? []
        cards.keep(
            Set(
                state.queue.entries.map(\.queued.piece) + removed + state.history.map(\.piece) + followed + current
                    + (state.party?.songs.map(\.piece) ?? [])))
    }
}
