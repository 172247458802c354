package import Music

/// Plans the picture of a piece from its sections, its beats and how full each bar is.
///
/// Pure: the same analysis gives the same plan on every machine.
package enum Director {
    /// An act while it is planned: bars `first..<end`.
    private struct Stretch {
        let bars: Range<Int>
        let label: SongSection.Label
        var theme = 0
        /// How full it is among the others, 0...1.
        var energy: Float = 0
        /// The mean of its bars before that.
        var mean: Float = 0
    }

    /// Bars through which the picture tightens before it opens.
    private static let approach = 8
    /// Bars of a phrase, at whose borders long acts breathe anew.
    private static let phrase = 8
    /// How much fuller an act must be than the one before for its start to be a hit.
    private static let rise: Float = 0.25
    /// Two acts sound alike if their spectra differ by less than this on average, as a level of `SpectrumFrame`: 1 dB. What returns in a song
    /// differs by half of that, what is new by more than twice as much.
    private static let likeness: Float = 3.5
    /// The picture changes within this time at a border.
    private static let turn = MediaTime(seconds: 0.05)
    /// How long a hit is felt at least and at most; about a bar.
    private static let (shortest, longest) = (MediaTime(microseconds: 800_000), MediaTime(microseconds: 3_000_000))
    /// Longest time without a cue.
    private static let silence = MediaTime(seconds: 2)

    /// Reads all frames: not for a thread that must not block.
    package static func plan(_ analysis: TrackAnalysis, grid: BeatGrid) -> PicturePlan {
        plan(
            analysis, grid: grid, sections: analysis.sections, duration: analysis.duration,
            key: analysis.key.flatMap { $0.confidence >= 0.5 ? $0.key : nil })
    }

    /// The plan of frames from the start of a piece to its end.
    package static func plan(
        _ frames: some FrameStore, grid: BeatGrid, sections: [SongSection], duration: MediaTime, key: MusicalKey?
    ) -> PicturePlan {
        let levels = BarLevels(frames, grid: grid, duration: duration)
        let fullness = Fullness(levels.bars)
        var stretches = stretches(of: sections, in: levels)
        giveThemes(&stretches, levels)
        giveEnergies(&stretches, fullness)
        let palettes = palettes(of: stretches)
        let times = levels.edges
        return PicturePlan(
            character: character(levels, fullness, grid, key),
            acts: stretches.map {
                PicturePlan.Act(
                    from: times[$0.bars.lowerBound], label: $0.label, theme: $0.theme, palette: palettes[$0.theme] ?? 0)
            },
            end: duration, hits: hits(stretches, times), points: points(stretches, fullness, times),
            cues: cues(grid, duration: duration))
    }

    /// The sections on the borders of bars; one act where no sections are known.
    private static func stretches(of sections: [SongSection], in levels: BarLevels) -> [Stretch] {
        var starts: [(bar: Int, label: SongSection.Label)] = []
        for section in sections {
            let bar = section.start <= .zero ? 0 : levels.bar(nearest: section.start)
            if starts.last?.bar == bar {
                starts[starts.count - 1].label = section.label
            } else {
                starts.append((bar, section.label))
            }
        }
        if starts.first?.bar != 0 { starts.insert((0, .part), at: 0) }
        let ends = starts.dropFirst().map(\.bar) + [levels.bars.count]
        return zip(starts, ends).map { Stretch(bars: $0.bar..<$1, label: $0.label) }
    }

    /// Gives acts that sound alike the same number, in the order in which they first come.
    private static func giveThemes(_ stretches: inout [Stretch], _ levels: BarLevels) {
        var themes: [[Float]] = []
        for index in stretches.indices {
            let bars = levels.bars[stretches[index].bars]
            let spectrum = (0..<BarLevels.steps).map { step in bars.reduce(0) { $0 + $1.spectrum[step] } / Float(bars.count) }
            let distances = themes.map { theme in
                zip(theme, spectrum).reduce(0) { $0 + abs($1.0 - $1.1) } / Float(BarLevels.steps)
            }
            if let nearest = distances.indices.min(by: { distances[$0] < distances[$1] }), distances[nearest] < likeness {
                stretches[index].theme = nearest
            } else {
                stretches[index].theme = themes.count
                themes.append(spectrum)
            }
        }
    }

    /// How full each act is among the others: songs are loud or soft as a whole, and what counts is the difference.
    private static func giveEnergies(_ stretches: inout [Stretch], _ fullness: Fullness) {
        for index in stretches.indices { stretches[index].mean = fullness.mean(stretches[index].bars) }
        // The return of a theme is as full as it was.
        let means = Dictionary(grouping: stretches, by: \.theme).mapValues { alike in
            alike.reduce(0) { $0 + $1.mean * Float($1.bars.count) } / Float(alike.reduce(0) { $0 + $1.bars.count })
        }
        let (lowest, highest) = (means.values.min() ?? 0, means.values.max() ?? 0)
        // Music that stays as full as it is has no high and low.
        let spread = max(highest - lowest, 0.3)
        for index in stretches.indices {
            let share = ((means[stretches[index].theme] ?? 0) - highest) / spread
            let energy = 0.85 + 0.7 * share
            stretches[index].energy =
                switch stretches[index].label {
                case .drop: max(energy, 0.9)
                case .break: min(energy, 0.3)
                case .intro, .outro: min(energy, 0.45)
                case .build, .part: min(max(energy, 0.2), 0.85)
                }
        }
    }

    /// Which colour leads in each theme: the first, but the second in the fullest, and the third where the music rests.
    private static func palettes(of stretches: [Stretch]) -> [Int: Int] {
        guard stretches.contains(where: { $0.theme != stretches[0].theme }) else { return [:] }
        let fullest = stretches.max { $0.energy < $1.energy }
        return Dictionary(grouping: stretches, by: \.theme).mapValues { alike in
            let labels = Set(alike.map(\.label))
            return labels.contains(.drop) || alike[0].theme == fullest?.theme ? 1 : labels == [.break] ? 2 : 0
        }
    }

    /// How much the start of each act opens the picture, 0...1; 0 where it does not.
    private static func opening(_ stretches: [Stretch], _ index: Int) -> Float {
        guard index > 0 else { return 0 }
        if stretches[index].label == .drop { return stretches[index - 1].label == .drop ? 0.6 : 1 }
        let risen = stretches[index].energy - stretches[index - 1].energy
        return risen >= rise && stretches[index].energy >= 0.5 ? min(0.9, 0.4 + risen) : 0
    }

    private static func hits(_ stretches: [Stretch], _ times: [MediaTime]) -> [PicturePlan.Hit] {
        var hits: [PicturePlan.Hit] = []
        for (index, stretch) in stretches.enumerated() {
            let opening = opening(stretches, index)
            for bar in stride(from: stretch.bars.lowerBound, to: stretch.bars.upperBound, by: phrase) {
                // Later phrases of a full act are marked, too.
                let strength = bar == stretch.bars.lowerBound ? opening : stretch.energy >= 0.75 ? 0.35 : 0
                guard strength > 0 else { continue }
                let fade = min(max(times[bar + 1] - times[bar], shortest), longest)
                hits.append(PicturePlan.Hit(at: times[bar], strength: strength, fade: fade))
            }
        }
        return hits
    }

    private static func points(_ stretches: [Stretch], _ fullness: Fullness, _ times: [MediaTime]) -> [PicturePlan.Point] {
        var points: [PicturePlan.Point] = []
        for (index, stretch) in stretches.enumerated() {
            let count = stretch.bars.count
            let isLast = index == stretches.count - 1
            let coming = isLast ? 0 : opening(stretches, index + 1)
            // A build tightens from its start.
            let tight = min(count, stretch.label == .build && count <= 2 * approach ? count : approach)
            /// After so many of its bars.
            func direction(_ done: Int) -> Direction {
                let near = Float(max(0, done - (count - tight))) / Float(tight)
                let full = fullness.smooth(stretch.bars.lowerBound + min(done, count - 1), within: stretch.bars) - stretch.mean
                return self.direction(
                    of: stretch, full: full, tension: coming * near * near.squareRoot(), done: Float(done) / Float(count),
                    phrase: min(done, count - 1) / phrase)
            }
            points += (0..<count).map { PicturePlan.Point(at: times[stretch.bars.lowerBound + $0], direction: direction($0)) }
            // It ends as it is, just before the next one begins.
            let end = times[stretch.bars.upperBound]
            points.append(PicturePlan.Point(at: isLast ? end : end - turn, direction: direction(count)))
        }
        return points
    }

    private static func direction(of stretch: Stretch, full: Float, tension: Float, done: Float, phrase: Int) -> Direction {
        let energy = clamped(stretch.energy + 0.4 * full)
        // Themes differ, and phrases a little, so that eight bars do not look like the eight before.
        let turned = Float((stretch.theme * 5 + 2) % 7) / 6 - 0.5
        let swayed: Float = phrase % 2 == 0 ? 0 : 0.06
        let breath: Float =
            switch stretch.label {
            case .break: 1
            case .intro: 0.6 - 0.6 * done
            case .outro: 0.3 + 0.6 * done
            case .part, .build, .drop: 0
            }
        let pace: Float =
            switch stretch.label {
            case .break: 0.7
            case .drop: 1.25
            case .intro, .outro: 0.85
            case .part, .build: 1
            }
        return Direction(
            energy: energy, tension: tension, breath: clamped(breath * (1 - tension)),
            near: clamped(0.12 + 0.6 * energy + 0.24 * turned + swayed + 0.2 * tension - 0.1 * breath),
            many: clamped(0.05 + 0.85 * energy - 0.2 * turned - 0.2 * breath),
            bright: clamped(0.22 + 0.7 * energy - 0.12 * breath), pace: min(1.4, pace + 0.15 * tension))
    }

    private static func clamped(_ number: Float) -> Float { min(max(number, 0), 1) }

    /// The beats, and every second where there is none for a while.
    static func cues(_ grid: BeatGrid, duration: MediaTime) -> [MediaTime] {
        var cues: [MediaTime] = []
        var last = MediaTime.zero - silence
        for next in grid.beats.lazy.map(\.time).filter({ $0 >= .zero && $0 < duration }) + [duration] {
            if next - last > silence {
                let second = MediaTime(seconds: 1)
                var time = cues.isEmpty ? .zero : last + second
                while time < next {
                    if next - time >= MediaTime(microseconds: second.microseconds / 2) || next == duration { cues.append(time) }
                    time = time + second
                }
            }
            if next < duration { cues.append(next) }
            last = next
        }
        return cues
    }

    private static func character(
        _ levels: BarLevels, _ fullness: Fullness, _ grid: BeatGrid, _ key: MusicalKey?
    ) -> PicturePlan.Character {
        let heard = levels.bars.filter { $0.loudness > Fullness.silence }
        let count = Float(max(1, heard.count))
        func mean(_ path: KeyPath<BarLevels.Bar, Float>) -> Float { heard.reduce(0) { $0 + $1[keyPath: path] } / count }
        let tempo = Float(grid.tempo ?? 90)
        let (bass, treble, loudness) = (mean(\.bass), mean(\.treble), mean(\.loudness))
        return PicturePlan.Character(
            drive: 0.5 * clamped((tempo - 70) / 90) + 0.5 * clamped(mean(\.onset) / 16),
            // Below the loudness by so much, of most music.
            bass: clamped((bass - loudness + 140) / 70), treble: clamped((treble - loudness + 150) / 70), isMinor: key?.isMinor)
    }
}
