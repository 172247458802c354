extension GridCorrection {
    /// The grid with the corrections applied, inside a track of length `duration`; without steps the same grid.
    ///
    /// Steps are applied in canonical form. A step that is invalid or leaves the allowed tempi changes nothing.
    package func applied(to grid: BeatGrid, duration: MediaTime) -> BeatGrid {
        let steps = canonical.steps
        guard !steps.isEmpty else { return grid }
        var corrected = CorrectedGrid(grid, duration: duration, steps: steps)
        for step in steps { corrected.apply(step) }
        return corrected.clipped
    }
}

/// A grid while steps are applied. Beats may lie outside the track until the last step, since a later shift may bring them
/// back.
private struct CorrectedGrid {
    /// Beats in a bar if no bars were found: true of nearly all music.
    private static let commonMeter = 4

    private var grid: BeatGrid
    private let duration: MediaTime
    /// The time a new grid must cover, so that no shift leaves a gap at either end of the track.
    private let covered: ClosedRange<Double>

    init(_ grid: BeatGrid, duration: MediaTime, steps: [GridCorrection.Step]) {
        self.grid = grid
        self.duration = duration
        let reach = steps.reduce(0) { sum, step in
            switch step {
            case .shift(let milliseconds), .from(_, .shift(let milliseconds)): sum + abs(milliseconds) / 1000
            default: sum
            }
        }
        covered = -reach...max(0, duration.seconds) + reach
    }

    /// The beats inside the track.
    var clipped: BeatGrid {
        let inside = MediaTime.zero...max(.zero, duration)
        var beats: [Beat] = []
        for beat in grid.beats where inside.contains(beat.time) && beats.last.map({ $0.time < beat.time }) != false {
            beats.append(beat)
        }
        return beats.isEmpty
            ? .none
            : BeatGrid(beats: beats, meter: grid.meter, confidence: grid.confidence, barConfidence: grid.barConfidence)
    }

    mutating func apply(_ step: GridCorrection.Step) {
        switch step {
        case .double: double()
        case .half: halve()
        case .shift(let milliseconds):
            let distance = MediaTime(seconds: milliseconds / 1000)
            for index in grid.beats.indices { grid.beats[index].time = grid.beats[index].time + distance }
        case .downbeat(let time):
            let distances = grid.beats.map { abs(($0.time - time).microseconds) }
            guard let nearest = distances.indices.min(by: { distances[$0] < distances[$1] }) else { return }
            grid.barConfidence = 1
            countBars(from: nearest)
        case .meter(let beats):
            grid.meter = beats
            grid.barConfidence = 1
            countBars(from: grid.beats.firstIndex(where: \.isDownbeat) ?? 0)
        case .tempo(let bpm, let anchor): layOut(Pulse(steady: 60 / bpm, through: anchor.seconds))
        case .taps(let times):
            if let fit = TapFit(times.sorted()) { layOut(fit.pulse) }
        case .from(let start, let step): apply(step, from: start)
        }
    }

    /// Applies a step to the beats from a time on. Beats that it moves before that time are dropped.
    private mutating func apply(_ step: GridCorrection.Step, from start: MediaTime) {
        var part = self
        part.grid.beats.removeAll { $0.time < start }
        part.apply(step)
        let confidence = grid.beats.isEmpty ? part.grid.confidence : grid.confidence
        grid.beats = grid.beats.filter { $0.time < start } + part.grid.beats.filter { $0.time >= start }
        grid.meter = part.grid.meter
        grid.barConfidence = part.grid.barConfidence
        grid.confidence = confidence
    }

    private mutating func double() {
        let beats = grid.beats
        guard let tempo = grid.tempo, tempo * 2 <= GridCorrection.tempi.upperBound else { return }
        var doubled: [Beat] = []
        for (index, beat) in beats.enumerated() {
            // Each old beat is two new ones: the second half of an old bar is a bar of its own.
            doubled.append(Beat(time: beat.time, position: position(2 * (Int(beat.position) - 1), in: beat)))
            guard index + 1 < beats.count else { break }
            let middle = MediaTime(microseconds: (beat.time.microseconds + beats[index + 1].time.microseconds) / 2)
            doubled.append(Beat(time: middle, position: position(2 * (Int(beat.position) - 1) + 1, in: beat)))
        }
        grid.beats = doubled
    }

    private func position(_ place: Int, in beat: Beat) -> UInt8 {
        beat.position == 0 || grid.meter == 0 ? 0 : UInt8(place % grid.meter + 1)
    }

    private mutating func halve() {
        guard let tempo = grid.tempo, tempo / 2 >= GridCorrection.tempi.lowerBound else { return }
        let parities = [0, 1].map { parity in stride(from: parity, to: grid.beats.count, by: 2).map { grid.beats[$0] } }
        let opening = parities.map { $0.count(where: \.isDownbeat) }
        grid.beats = parities[opening[1] > opening[0] ? 1 : 0]
        guard let first = grid.beats.firstIndex(where: \.isDownbeat) else { return }
        let wasDownbeat = grid.beats.map(\.isDownbeat)
        let meter = max(1, grid.meter)
        countBars(from: first)
        // Two old bars make a new one. After a bar of odd length, the next new bar starts with an old bar.
        var place = 0
        for index in first..<grid.beats.count {
            if index > first && (place >= meter && wasDownbeat[index] || place >= 2 * meter) { place = 0 }
            place += 1
            // A file may claim a meter too large to double.
            grid.beats[index].position = UInt8(clamping: place)
        }
    }

    /// Replaces all beats by a pulse.
    private mutating func layOut(_ pulse: Pulse) {
        let first = pulse.index(atOrAfter: covered.lowerBound)
        let last = pulse.index(atOrAfter: covered.upperBound)
        grid.beats = (min(first, 0)...max(last, 0)).map { Beat(time: MediaTime(seconds: pulse.time(of: $0)), position: 0) }
        grid.confidence = 1
        grid.barConfidence = 1
        countBars(from: max(0, -first))
    }

    /// Counts bars in both directions from a downbeat.
    private mutating func countBars(from start: Int) {
        if grid.meter == 0 { grid.meter = Self.commonMeter }
        for index in grid.beats.indices {
            let place = (index - start) % grid.meter
            grid.beats[index].position = UInt8((place + grid.meter) % grid.meter + 1)
        }
    }
}
