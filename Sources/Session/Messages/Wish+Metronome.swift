import Music

/// The commands of the metronome.
extension Wish {
    private static let nudges = -210.0...210

    static func metronome(_ name: String, _ members: Members) throws(MessageProblem) -> Wish {
        switch name {
        case "click.start": .metronome(.start(try MetronomeChange(members)))
        case "click.stop": .metronome(.stop)
        case "click.toggle": .metronome(.toggle)
        case "click.close": .metronome(.close)
        case "click.set":
            try .metronome(.set(MetronomeChange.needed(members)))
        case "click.nudge":
            try .metronome(.nudge(tenths: nudge(members)))
        case "click.over": .metronome(.over(try OverMusicChange(members)))
        case "click.song": .song(try members.id("song"), starts: try members.truth("start") ?? false)
        case "click.list":
            .setList(
                try members.id("list"), index: try members.whole("index", in: 0...Metronome.SetList.mostSongs - 1) ?? 0)
        case "click.next": .stepSong(1)
        case "click.previous": .stepSong(-1)
        default: throw MessageProblem(.unknownCommand, "No command is called \(MessageProblem.quote(name)).")
        }
    }

    private static func nudge(_ members: Members) throws(MessageProblem) -> Int {
        guard let by = try members.number("by", in: nudges) else { throw members.missing("by") }
        return Int(exactly: (by * 10).rounded()) ?? 0
    }
}

extension Members {
    fileprivate func id(_ name: String) throws(MessageProblem) -> Int {
        guard let number = try whole(name, in: .numbers) else { throw missing(name) }
        return number
    }
}

extension MetronomeChange {
    fileprivate static func needed(_ members: Members) throws(MessageProblem) -> MetronomeChange {
        let change = try MetronomeChange(members)
        guard change != MetronomeChange() else {
            throw MessageProblem(
                .badMessage,
                "click.set takes one or more of bpm, groups, unit, subdivision, swing, alternate, accents, polyrhythm, gap, ramp, kit "
                    + "and volume.")
        }
        return change
    }

    fileprivate init(_ members: Members) throws(MessageProblem) {
        self.init()
        rhythm = try RhythmChange(members)
        kit = try members.text("kit", atMost: KitName.longest)
        if let kit {
            guard KitName.isValid(kit) else { throw members.wrong("kit", "the name of a kit: small letters, digits and hyphens") }
        }
        volume = try members.number("volume", in: 0...1)
    }
}

extension RhythmChange {
    /// Reads the types only; ranges are checked where the change is applied, since some depend on the bar.
    fileprivate init(_ members: Members) throws(MessageProblem) {
        self.init()
        bpm = try members.number("bpm", in: ClickTempo.range)
        groups = try members.wholes("groups", in: 1...Rhythm.mostPulses, atMost: Rhythm.mostPulses)
        unit = try members.whole("unit", in: 4...8)
        subdivision = try members.whole("subdivision", in: Rhythm.subdivisions)
        swing = try members.whole("swing", in: Rhythm.swings)
        alternates = try members.truth("alternate")
        accents = try members.texts("accents", atMost: Rhythm.mostPulses)
        if members.names.contains("polyrhythm") {
            polyrhythm = .some(try members.wholes("polyrhythm", in: Rhythm.Polyrhythm.counts, atMost: 2))
        }
        if members.names.contains("gap") {
            gap = .some(
                try members.members("gap").map { gap throws(MessageProblem) in
                    guard let on = try gap.whole("on", in: Rhythm.Gap.lengths) else { throw gap.missing("on") }
                    guard let off = try gap.whole("off", in: Rhythm.Gap.lengths) else { throw gap.missing("off") }
                    return Gap(on: on, off: off, picture: try gap.truth("picture"))
                })
        }
        if members.names.contains("ramp") {
            ramp = .some(
                try members.members("ramp").map { ramp throws(MessageProblem) in
                    guard let end = try ramp.number("to", in: ClickTempo.range) else { throw ramp.missing("to") }
                    return Ramp(
                        step: try ramp.whole("step", in: -10...10), every: try ramp.whole("every", in: 1...64), to: end)
                })
        }
    }
}

extension OverMusicChange {
    fileprivate init(_ members: Members) throws(MessageProblem) {
        self.init()
        isOn = try members.truth("on")
        rate = try members.number("rate", in: 0.5...2)
        if let rate {
            guard Metronome.OverMusic.rates.contains(rate) else { throw members.wrong("rate", "one of 0.5, 1 and 2") }
        }
        volume = try members.number("volume", in: 0...1)
        countIn = try members.whole("countIn", in: Metronome.OverMusic.countIns)
        guard self != OverMusicChange() else {
            throw MessageProblem(.badMessage, "click.over takes one or more of on, rate, volume and countIn.")
        }
    }
}
