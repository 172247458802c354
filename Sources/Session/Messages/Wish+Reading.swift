import Music
import Text

extension Wish {
    /// Longest new name of a screen in bytes, the same as in a hello.
    private static let longestName = Hello.longestName
    /// Most screens of one command: as many as are listed.
    package static let mostScreens = 200
    /// Largest offset of a screen: more than the echo of a hall.
    package static let offsets = -2000.0...2000

    /// Parses a command sent over HTTP; its `do` names it.
    package static func read(_ bytes: [UInt8]) throws(MessageProblem) -> Wish {
        try read(json: bytes)
    }
}

extension Wish: Said {
    init(_ members: Members) throws(MessageProblem) {
        guard let name = try members.text("do", atMost: .max) else { throw members.missing("do") }
        switch name {
        case "play": self = try .playing(members)
        case "pause": self = .pause
        case "toggle": self = .toggle
        case "next": self = .next
        case "previous": self = .previous
        case "seek": self = .seek(try Place(members))
        case "loop": self = try .loop(members)
        case "loop.end": self = .endLoop
        case "queue.add":
            self = .add(try .needed(members), isNext: try members.truth("next") ?? false)
        case "queue.move":
            self = .move(
                entry: try members.needed("entry", in: .numbers), to: try members.needed("to", in: 0...RoomQueue.mostEntries - 1))
        case "queue.remove": self = .remove(try Self.entries(members))
        case "queue.clear": self = .clear(keepsPlaying: !(try members.truth("all") ?? true))
        case "queue.undo": self = .undo(through: try members.whole("revision", in: .numbers))
        case "shuffle":
            guard let isOn = try members.truth("on") else { throw members.missing("on") }
            self = .shuffle(isOn)
        case "repeat":
            guard let mode = try members.word("mode", of: RoomSettings.Repeat.self) else { throw members.missing("mode") }
            self = .repeating(mode)
        case "rate":
            // Only a rate of 1 is supported.
            guard try members.number("rate", in: 1...1) != nil else { throw members.missing("rate") }
            self = .set(SettingsChange())
        case "set": self = .set(try SettingsChange(members))
        case "look": self = .look(try Self.look(members, but: ["type", "id", "until", "do"]))
        case "screen.rename":
            let screen = try members.needed("screen", in: .numbers)
            guard let name = try members.label("name", atMost: Self.longestName) else { throw members.missing("name") }
            self = .renameScreen(screen, name)
        case "screen.offset":
            let screen = try members.needed("screen", in: .numbers)
            guard let offset = try members.number("ms", in: Self.offsets) else { throw members.missing("ms") }
            self = .offsetScreen(screen, milliseconds: offset)
        case "screen.place":
            let screen = try members.needed("screen", in: .numbers)
            // Null takes the screen off the wall; a forgotten place must not.
            guard members.names.contains("place") else { throw members.missing("place") }
            self = .placeScreen(screen, try members.members("place").map { place throws(MessageProblem) in try WallPlace(place) })
        case "wall.clear": self = .clearWall(onlyAbsent: try members.truth("absent") ?? false)
        case "screen.look": self = .steerScreens(try Self.screens(members), .look(try Self.ownLook(members)))
        case "screen.sound":
            let screens = try Self.screens(members)
            let (isOn, volume) = (try members.truth("on"), try members.number("volume", in: 0...1))
            guard isOn != nil || volume != nil else {
                throw MessageProblem(.badMessage, "screen.sound takes on, volume or both.")
            }
            self = .steerScreens(screens, .sound(isOn: isOn, volume: volume))
        case "screen.rotate":
            let screens = try Self.screens(members)
            guard let degrees = try members.whole("degrees", in: 0...270) else { throw members.missing("degrees") }
            guard ScreenSettings.rotations.contains(degrees) else { throw members.wrong("degrees", "one of 0, 90, 180 and 270") }
            self = .steerScreens(screens, .rotation(degrees))
        case "screen.reload": self = .reloadScreens(try Self.screens(members))
        case "group.set":
            let name = try Self.group("group", of: members)
            guard let screens = try members.wholes("screens", in: .numbers, atMost: Self.mostScreens) else {
                throw members.missing("screens")
            }
            self = .setGroup(name, screens)
        case "group.rename": self = .renameGroup(try Self.group("group", of: members), to: try Self.group("name", of: members))
        case "group.remove": self = .removeGroup(try Self.group("group", of: members))
        case "screen.forget": self = .forgetScreen(try members.needed("absent", in: .numbers))
        case "screen.identify": self = .identifyScreen(try members.needed("screen", in: .numbers))
        case "screens.identify": self = .identifyScreens
        case "vote": self = .vote
        case "live.start":
            guard let name = try members.label("input", atMost: LiveSource.longestName) else { throw members.missing("input") }
            self = .live(name)
        case "live.stop": self = .live(nil)
        case _ where name.hasPrefix("party."): self = try Self.party(name, members)
        case _ where name.hasPrefix("follow."): self = try Self.following(name, members)
        case _ where name.hasPrefix("click."): self = try Self.metronome(name, members)
        default:
            throw MessageProblem(.unknownCommand, "No command is called \(MessageProblem.quote(name)).")
        }
    }

    private static func playing(_ members: Members) throws(MessageProblem) -> Wish {
        let selection = try Selection(members)
        guard let entry = try members.whole("entry", in: .numbers) else {
            guard let selection else { return .play }
            return .playMusic(
                selection, start: try members.whole("start", in: 0...RoomQueue.mostEntries - 1) ?? 0,
                position: MediaTime(seconds: try members.number("position", in: Place.positions) ?? 0))
        }
        guard selection == nil else {
            throw MessageProblem(.badMessage, "play takes an entry of the queue or music from the library, not both.")
        }
        return .playEntry(entry)
    }

    private static func loop(_ members: Members) throws(MessageProblem) -> Wish {
        guard let from = try members.number("from", in: Place.positions) else { throw members.missing("from") }
        guard let to = try members.number("to", in: Place.positions) else { throw members.missing("to") }
        return .loop(from: MediaTime(seconds: from), to: MediaTime(seconds: to))
    }

    private static func entries(_ members: Members) throws(MessageProblem) -> [Int] {
        let entry = try members.whole("entry", in: .numbers)
        let entries = try members.wholes("entries", in: .numbers, atMost: RoomQueue.mostEntries)
        guard (entry == nil) != (entries == nil) else {
            throw MessageProblem(.badMessage, "queue.remove takes one of entry and entries.")
        }
        return entries ?? entry.map { [$0] } ?? []
    }

    /// The screens of a command: one, several for the same change, or a group.
    private static func screens(_ members: Members) throws(MessageProblem) -> Screens {
        let targets: [Screens?] = [
            try members.whole("screen", in: .numbers).map { .numbers([$0]) },
            try members.wholes("screens", in: .numbers, atMost: Self.mostScreens).map { .numbers($0) },
            members.has("group") ? .group(try group("group", of: members)) : nil,
        ]
        let given = targets.compactMap(\.self)
        guard given.count == 1, let target = given.first else {
            throw MessageProblem(.badMessage, "A command for screens takes one of screen, screens and group.")
        }
        return target
    }

    /// The name of a group.
    private static func group(_ field: String, of members: Members) throws(MessageProblem) -> String {
        guard let name = try members.label(field, atMost: ScreenGroup.longestName) else { throw members.missing(field) }
        guard !name.isEmpty else { throw members.wrong(field, "a name of 1 to \(ScreenGroup.longestName) bytes") }
        return name
    }

    private static func ownLook(_ members: Members) throws(MessageProblem) -> [String: LookValue?]? {
        // Null lets the screen follow the room; a forgotten look must not.
        guard members.names.contains("look") else { throw members.missing("look") }
        return try members.members("look").map { own throws(MessageProblem) in try look(own, but: []) }
    }

    /// Visual settings; some fields of the message itself are none.
    private static func look(_ members: Members, but fields: Set<String>) throws(MessageProblem) -> [String: LookValue?] {
        let names = Set(members.names).subtracting(fields)
        guard (1...LookValue.mostSettings).contains(names.count) else {
            throw MessageProblem(.badMessage, "look takes 1 to \(LookValue.mostSettings) settings.")
        }
        var look: [String: LookValue?] = [:]
        // Sorted, so that the same one of several wrong settings is always reported.
        for name in names.sorted() {
            guard (1...LookValue.longestName).contains(name.utf8.count) else {
                throw MessageProblem(
                    .badValue,
                    "The name of a look's setting must be 1 to \(LookValue.longestName) bytes, unlike \(MessageProblem.quote(name))."
                )
            }
            guard name.isOneLine else {
                throw MessageProblem(.badValue, "The name of a look's setting must be one line, without control characters.")
            }
            let value = try members.lookValue(name)
            let longest = name == "style" ? LookValue.longestName : LookValue.longestText
            switch value {
            case .text(let text) where text.utf8.count > longest: throw members.wrongText(name, longest)
            case .text(let text) where !text.isOneLine: throw members.wrongLine(name)
            case .number, .truth: if name == "style" { throw members.wrongText(name, longest) }
            case .text, nil: break
            }
            look.updateValue(value, forKey: name)
        }
        return look
    }
}

extension Wish.Place {
    /// A day: longer than any track, and far below the overflow of microseconds.
    fileprivate static let positions = 0.0...86_400
    private static let differences = -86_400.0...86_400
    /// More beats than a day has.
    private static let beats = 0...1_000_000
    private static let steps = -1_000_000...1_000_000

    fileprivate init(_ members: Members) throws(MessageProblem) {
        let places: [Wish.Place?] = [
            try members.number("position", in: Self.positions).map { .position(MediaTime(seconds: $0)) },
            try members.number("by", in: Self.differences).map { .by(MediaTime(seconds: $0)) },
            try members.whole("beat", in: Self.beats).map { .beat($0) },
            try members.whole("bar", in: Self.beats).map { .bar($0) },
            try members.whole("beats", in: Self.steps).map { .byBeats($0) },
            try members.whole("bars", in: Self.steps).map { .byBars($0) },
        ]
        let given = places.compactMap(\.self)
        guard given.count == 1, let place = given.first else {
            throw MessageProblem(.badMessage, "seek takes one of position, by, beat, bar, beats and bars.")
        }
        self = place
    }
}

extension Wish.Selection {
    fileprivate static func needed(_ members: Members) throws(MessageProblem) -> Self {
        guard let selection = try Self(members) else {
            throw MessageProblem(
                .badMessage, "queue.add takes one of track, tracks, pieces, album, artist, playlist, smart and library.")
        }
        return selection
    }

    /// Nil if none is named.
    fileprivate init?(_ members: Members) throws(MessageProblem) {
        let selections: [Self?] = [
            try members.whole("track", in: .numbers).map { .tracks([$0]) },
            try members.wholes("tracks", in: .numbers, atMost: RoomQueue.mostEntries).map { .tracks($0) },
            try Self.pieces(members).map { .pieces($0) },
            try members.whole("album", in: .numbers).map { .album($0) },
            try members.whole("artist", in: .numbers).map { .artist($0) },
            try members.whole("playlist", in: .numbers).map { .playlist($0) },
            try members.members("smart").map { query throws(MessageProblem) in .smart(try TrackQuery(query)) },
            try members.truth("library") == true ? .library : nil,
        ]
        let given = selections.compactMap(\.self)
        guard given.count <= 1 else {
            throw MessageProblem(
                .badMessage, "A command takes only one of track, tracks, pieces, album, artist, playlist, smart and library.")
        }
        guard let selection = given.first else { return nil }
        self = selection
    }

    private static func pieces(_ members: Members) throws(MessageProblem) -> [Piece]? {
        guard let texts = try members.texts("pieces", atMost: RoomQueue.mostEntries) else { return nil }
        let pieces = texts.compactMap { Piece($0) }
        guard pieces.count == texts.count else { throw members.wrong("pieces", "a list of pieces, each as the server named it") }
        return pieces
    }
}

extension WallPlace {
    fileprivate init(_ members: Members) throws(MessageProblem) {
        guard let x = try members.number("x", in: Self.corners) else { throw members.missing("x") }
        guard let y = try members.number("y", in: Self.corners) else { throw members.missing("y") }
        guard let width = try members.number("width", in: Self.sizes) else { throw members.missing("width") }
        guard let height = try members.number("height", in: Self.sizes) else { throw members.missing("height") }
        self.init(x: x, y: y, width: width, height: height)
    }
}

extension SettingsChange {
    fileprivate init(_ members: Members) throws(MessageProblem) {
        self.init()
        label = try members.label("label", atMost: RoomName.longest)
        skipsSilence = try members.truth("skipSilence")
        normalizes = try members.truth("normalize")
        crossfade = try members.number("crossfade", in: RoomSettings.crossfades)
        autoplay = try members.word("autoplay", of: RoomSettings.Autoplay.self)
        volume = try members.number("volume", in: 0...1)
        voteShare = try members.number("voteShare", in: 0...1)
        switchTo = try members.label("switchTo", atMost: LiveSource.longestName)
        if let switchTo, !switchTo.isEmpty, !LiveSource.isName(switchTo) { throw members.wrong("switchTo", "the name of an input") }
        sleep = try members.number("sleep", in: RoomSettings.sleeps)
        guard self != SettingsChange() else {
            throw MessageProblem(
                .badMessage,
                "set takes one or more of label, skipSilence, normalize, crossfade, autoplay, volume, voteShare, switchTo and sleep."
            )
        }
    }
}

extension Members {
    fileprivate func needed(_ name: String, in range: ClosedRange<Int>) throws(MessageProblem) -> Int {
        guard let number = try whole(name, in: range) else { throw missing(name) }
        return number
    }
}
