import Music
import Session
import Text

/// The state of a room as sent to its screens and controllers.
package struct StateMessage: Encodable, Sendable {
    struct Next: Sendable {
        let piece: Piece
        let card: TrackCard
        let from: ServerTime

        init(_ course: Course, _ card: TrackCard) {
            (piece, from, self.card) = (course.timeline.piece, course.from, card)
        }
    }

    let sent: ServerTime
    let room: String
    let state: RoomState
    let timeline: TimelineNews
    let queueRevision: Int
    /// What the metronome clicks at the moment; nil while the room plays music.
    let train: ClickTrain?
    let track: TrackCard?
    /// Those that are valid about now and soon, where there is more than one.
    let cards: [PieceCards.Part]
    let next: Next?
    /// The state of the analysis of what plays; nil if nothing plays.
    let analysis: String?
    let screens: Int
    /// How many of them can be heard.
    let sounding: Int
    /// Whether what plays is heard where it comes from.
    let isElsewhere: Bool
    let votes: Room.Votes?
    /// When the lyrics of what plays last changed; nil if not since the room has opened.
    let lyrics: ServerTime?
    let trouble: String?

    private enum Key: String, CodingKey {
        case type, sent, room, label, revision, timeline, loop, click, following, live, track, cards, next, analysis, shuffle
        case `repeat`, skipSilence, normalize, crossfade, autoplay, volume, voteShare, switchTo, sleep, look, queue, screens,
            sounding, elsewhere, votes, lyrics, party, trouble
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        let settings = state.settings
        try object.encode("state", forKey: .type)
        try object.encode(sent.microseconds, forKey: .sent)
        try object.encode(room, forKey: .room)
        try object.encode(settings.label, forKey: .label)
        try object.encode(state.revision, forKey: .revision)
        try object.encode(timeline, forKey: .timeline)
        try object.encode(state.loop.map(LoopJSON.init), forKey: .loop)
        try object.encode(MetronomeJSON(metronome: state.metronome, train: train, isRunning: state.isPlaying), forKey: .click)
        try object.encode(state.following.map(FollowingJSON.init), forKey: .following)
        try object.encode(state.live?.name, forKey: .live)
        try object.encode(track, forKey: .track)
        if cards.count > 1 { try object.encode(cards, forKey: .cards) }
        try object.encode(next.map(NextJSON.init), forKey: .next)
        try object.encode(analysis, forKey: .analysis)
        try object.encode(state.queue.isShuffled, forKey: .shuffle)
        try object.encode(settings.repeating.rawValue, forKey: .repeat)
        try object.encode(settings.skipsSilence, forKey: .skipSilence)
        try object.encode(settings.normalizes, forKey: .normalize)
        try object.encode(settings.crossfade, forKey: .crossfade)
        try object.encode(settings.autoplay.rawValue, forKey: .autoplay)
        try object.encode(settings.volume, forKey: .volume)
        try object.encode(settings.voteShare, forKey: .voteShare)
        try object.encode(settings.switchTo, forKey: .switchTo)
        try object.encode(state.sleepAt?.microseconds, forKey: .sleep)
        try object.encode(LookJSON(look: settings.look), forKey: .look)
        try object.encode(
            QueueJSON(
                revision: queueRevision, count: state.queue.entries.count,
                index: state.course.flatMap { state.queue.index(of: $0.entry) }), forKey: .queue)
        try object.encode(screens, forKey: .screens)
        try object.encode(sounding, forKey: .sounding)
        try object.encode(isElsewhere, forKey: .elsewhere)
        try object.encode(votes.map(VotesJSON.init), forKey: .votes)
        try object.encode(lyrics?.microseconds, forKey: .lyrics)
        try object.encode(state.openParty.map(PartyOfRoom.init), forKey: .party)
        try object.encode(trouble, forKey: .trouble)
    }
}

/// A room's queue, for clients that edit it.
struct QueueMessage: Encodable, Sendable {
    let sent: ServerTime
    let revision: Int
    let entries: [RoomQueue.Entry]
    let cards: PieceCards
    let party: Party?

    private enum Key: String, CodingKey { case type, sent, revision, entries }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode("queue", forKey: .type)
        try object.encode(sent.microseconds, forKey: .sent)
        try object.encode(revision, forKey: .revision)
        let asked = Dictionary(
            ((party?.requests ?? []) + [party?.playing].compactMap(\.self)).compactMap { request in
                party?.asked(request).map { (request.entry, $0) }
            }, uniquingKeysWith: { one, _ in one })
        try object.encode(
            entries.map { EntryJSON(entry: $0, card: cards[$0.queued.piece], asked: asked[$0.number]) }, forKey: .entries)
    }
}

private struct EntryJSON: Encodable {
    let entry: RoomQueue.Entry
    let card: TrackCard?
    let asked: AskedJSON?

    private enum Key: String, CodingKey { case entry, source, piece, track, title, artist, duration, trouble, asked }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(entry.number, forKey: .entry)
        try object.encode(entry.queued.piece.sourceID, forKey: .source)
        try object.encode(entry.queued.piece.description, forKey: .piece)
        try object.encode(card?.id, forKey: .track)
        try object.encode(card?.title, forKey: .title)
        try object.encode(card?.artist, forKey: .artist)
        try object.encode(entry.queued.duration.map { rounded($0.seconds, to: 3) }, forKey: .duration)
        try object.encode(entry.trouble, forKey: .trouble)
        try object.encode(asked, forKey: .asked)
    }
}

private struct QueueJSON: Encodable {
    let revision: Int
    let count: Int
    let index: Int?

    private enum Key: String, CodingKey { case revision, count, index }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(revision, forKey: .revision)
        try object.encode(count, forKey: .count)
        try object.encode(index, forKey: .index)
    }
}

private struct LoopJSON: Encodable {
    let loop: Loop

    private enum Key: String, CodingKey { case from, to }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(loop.from.seconds, forKey: .from)
        try object.encode(loop.to.seconds, forKey: .to)
    }
}

private struct MetronomeJSON: Encodable {
    let metronome: Metronome
    let train: ClickTrain?
    let isRunning: Bool

    private enum Key: String, CodingKey { case on, running, rhythm, kit, volume, over, song, list }
    private enum OverKey: String, CodingKey { case on, rate, volume, countIn }
    private enum SongKey: String, CodingKey { case id, title, artist, notes }
    private enum ListKey: String, CodingKey { case id, title, index, count }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(train != nil, forKey: .on)
        try object.encode(train != nil && isRunning, forKey: .running)
        try object.encode(metronome.rhythm, forKey: .rhythm)
        try object.encode(metronome.kit, forKey: .kit)
        try object.encode(metronome.volume, forKey: .volume)
        var over = object.nestedContainer(keyedBy: OverKey.self, forKey: .over)
        try over.encode(metronome.over.isOn, forKey: .on)
        try over.encode(metronome.over.rate, forKey: .rate)
        try over.encode(metronome.over.volume, forKey: .volume)
        try over.encode(metronome.over.countIn, forKey: .countIn)
        if let song = metronome.song {
            var shown = object.nestedContainer(keyedBy: SongKey.self, forKey: .song)
            try shown.encode(song.id, forKey: .id)
            try shown.encode(song.title, forKey: .title)
            try shown.encode(song.artist, forKey: .artist)
            try shown.encode(song.notes, forKey: .notes)
        } else {
            try object.encodeNil(forKey: .song)
        }
        if let list = metronome.list {
            var shown = object.nestedContainer(keyedBy: ListKey.self, forKey: .list)
            try shown.encode(list.id, forKey: .id)
            try shown.encode(list.title, forKey: .title)
            try shown.encode(list.index, forKey: .index)
            try shown.encode(list.songs.count, forKey: .count)
        } else {
            try object.encodeNil(forKey: .list)
        }
    }
}

private struct VotesJSON: Encodable {
    let votes: Room.Votes

    private enum Key: String, CodingKey { case count, needed }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(votes.count, forKey: .count)
        try object.encode(votes.needed, forKey: .needed)
    }
}

private struct NextJSON: Encodable {
    let next: StateMessage.Next

    private enum Key: String, CodingKey { case source, track, from }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(next.piece.sourceID, forKey: .source)
        try object.encode(next.card, forKey: .track)
        try object.encode(next.from.microseconds, forKey: .from)
    }
}
