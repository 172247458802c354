import Glibc

/// The evidence resampled to the decoder's frames of 10 ms, and measurements of it around a beat.
struct FineEvidence: Sendable {
    /// Pairs of two-beat bars are bars of four if every second one has this much more log-evidence than the others.
    private static let pairContrast = 0.1

    let beat: [Float]
    let downbeat: [Float]

    init(_ evidence: BeatEvidence) {
        beat = Self.doubled(evidence.beat)
        downbeat = Self.doubled(evidence.downbeat)
    }

    private static func doubled(_ values: [Float]) -> [Float] {
        guard var last = values.first else { return [] }
        var fine = [last]
        fine.reserveCapacity(2 * values.count)
        for value in values.dropFirst() {
            fine.append((last + value) / 2)
            fine.append(value)
            last = value
        }
        return fine
    }

    /// The centre of mass, in frames, and the peak of the evidence around a decoded frame.
    func peak(near frame: Int) -> (frame: Double, height: Float) {
        var top = max(0, frame - 4)
        for candidate in top..<min(beat.count, frame + 8) where beat[candidate] > beat[top] { top = candidate }
        guard beat[top] >= 0.05 else { return (Double(frame), beat[top]) }
        var mass = 0.0
        var moment = 0.0
        for candidate in max(0, top - 3)..<min(beat.count, top + 4) {
            mass += Double(beat[candidate])
            moment += Double(beat[candidate]) * Double(candidate)
        }
        return (moment / mass, beat[top])
    }

    /// The metre and the beats' places in it; two-beat bars are read as bars of four if every second one has more evidence.
    func bars(metre: Int, frames: [Int], places: [Int]) -> (metre: Int, places: [Int]) {
        guard metre == 2, let shift = pairing(frames: frames, places: places) else { return (metre, places) }
        return (4, places.indices.map { ($0 - shift + 4 * places.count) % 4 })
    }

    /// Decides which of every two two-beat bars starts a bar of four. Returns the index of its first beat; nil if the two are
    /// alike.
    private func pairing(frames: [Int], places: [Int]) -> Int? {
        let opens = places.indices.filter { places[$0] == 0 }
        guard opens.count > 3 else { return nil }
        var sums = [0.0, 0.0]
        var counts = [0.0, 0.0]
        for (number, index) in opens.enumerated() {
            let frame = frames[index]
            var top: Float = 0.02
            for candidate in frame..<min(beat.count, frame + 8) { top = max(top, min(beat[candidate], downbeat[candidate])) }
            sums[number % 2] += log(Double(top))
            counts[number % 2] += 1
        }
        let difference = sums[0] / counts[0] - sums[1] / counts[1]
        guard abs(difference) > Self.pairContrast else { return nil }
        return difference > 0 ? opens[0] : opens[1]
    }
}
