/// The evidence of beats resampled to the decoder's frames of 10 ms, and measurements of it around a beat.
struct FineEvidence: Sendable {
    /// Music starts and ends where evidence exceeds this.
    private static let audible: Float = 0.06

    let beat: [Float]

    init(_ evidence: BeatEvidence) {
        beat = Self.doubled(evidence.beat)
    }

    /// The frames from the first beat that is heard to the last one; nil if there are not two.
    var music: Range<Int>? {
        guard let first = beat.firstIndex(where: { $0 > Self.audible }),
            let last = beat.lastIndex(where: { $0 > Self.audible }), last > first
        else { return nil }
        return max(0, first - 5)..<min(beat.count, last + 6)
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

    /// The centre of mass of the evidence around a decoded frame, in frames.
    func centre(near frame: Int) -> Double {
        var top = max(0, frame - 4)
        for candidate in top..<min(beat.count, frame + 8) where beat[candidate] > beat[top] { top = candidate }
        guard beat[top] >= 0.05 else { return Double(frame) }
        var mass = 0.0
        var moment = 0.0
        for candidate in max(0, top - 3)..<min(beat.count, top + 4) {
            mass += Double(beat[candidate])
            moment += Double(beat[candidate]) * Double(candidate)
        }
        return moment / mass
    }
}
