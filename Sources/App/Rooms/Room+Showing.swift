import Music
import Session
import Text
import Web

/// What a room shows of itself.
extension Room {
    /// More fit on no controller's screen; of the others the list tells how many there are.
    private static let mostScreensShown = 200

    func show(at now: ServerTime) {
        if stateShown.takeDue(at: now) {
            if outlet.isWanted(.state) { outlet.send(.state(JSON.bytes(stateMessage(at: now)))) }
            if queueShown != queueRevision {
                queueShown = queueRevision
                if outlet.isWanted(.queue) { outlet.send(.queue(JSON.bytes(queueMessage(at: now)))) }
            }
        }
        if screensShown.takeDue(at: now), outlet.isWanted(.screens) {
            outlet.send(.screens(JSON.bytes(screensMessage(at: now))))
        }
    }

    func stateMessage(at now: ServerTime) -> StateMessage {
        let courses = state.courses(through: now.later(Self.foresight))
        let next = courses.dropFirst().first { $0.timeline.rate == .playing }
        return StateMessage(
            sent: now, room: name, state: state, queueRevision: queueRevision,
            track: courses.first.flatMap { cards[$0.timeline.track] },
            next: next.flatMap { next in cards[next.timeline.track].map { StateMessage.Next(card: $0, from: next.from) } },
            analysis: courses.first.map { music.part($0.timeline.track)?.word ?? "pending" }, screens: members.count,
            trouble: trouble)
    }

    func queueMessage(at now: ServerTime) -> QueueMessage {
        QueueMessage(sent: now, revision: queueRevision, entries: state.queue.entries, cards: cards)
    }

    /// Addresses are for hosts alone; what is sent to all who want it has none.
    func screensMessage(at now: ServerTime, withAddresses: Bool = false) -> ScreensMessage {
        let shown = members.values.sorted { $0.number < $1.number }.prefix(Self.mostScreensShown)
        return ScreensMessage(shown.map { screen($0, withAddress: withAddresses) }, total: members.count, sent: now)
    }

    private func screen(_ member: Member, withAddress: Bool) -> Screen {
        let memory = state.memories[member.key]
        var screen = Screen(
            id: member.number, name: memory?.name ?? member.name, kind: member.kind,
            address: withAddress ? member.address : nil)
        screen.isVisible = member.isVisible
        screen.report = member.report
        screen.offsetMs = memory?.offset ?? 0
        screen.streams = member.streams
        return screen
    }

    func dropCards() {
        let needed = Set(state.queue.entries.map(\.track.track))
        cards = cards.filter { needed.contains($0.key) }
    }
}
