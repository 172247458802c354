import Analysis

/// Perfect evidence: a narrow triangle at every beat.
func madeEvidence(beats: [Double], seconds: Double, missing: Set<Int> = []) -> BeatEvidence {
    let count = Int(seconds * Double(BeatEvidence.perSecond))
    var evidence = BeatEvidence(beat: Array(repeating: 0.005, count: count), downbeat: Array(repeating: 0.005, count: count))
    for (index, time) in beats.enumerated() where !missing.contains(index) {
        let place = time * Double(BeatEvidence.perSecond)
        for frame in max(0, Int(place) - 2)...min(count - 1, Int(place) + 3) {
            let tent = 0.9 * Float(max(0, 1 - abs(Double(frame) - place) / 2))
            evidence.beat[frame] = max(evidence.beat[frame], tent)
        }
    }
    return evidence
}

/// Beats from `start` up to `seconds`; the interval is a function of the beat's index.
func madeBeats(from start: Double = 0.71, seconds: Double, _ interval: (Int) -> Double) -> [Double] {
    var times = [start]
    while let last = times.last, last + interval(times.count - 1) < seconds { times.append(last + interval(times.count - 1)) }
    return times
}
