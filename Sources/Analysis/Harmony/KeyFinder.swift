package import Music
internal import Signal

/// Finds the key of a sound of any length, in one pass over its pitches and with bounded memory.
///
/// Of the tunings, that counts in which the pitches are clearest: a tone that lies between two semitones is spread over both.
package struct KeyFinder {
    /// A key that is less likely is not given: of such keys more than half are wrong.
    package static let confidenceFloor: Float = 0.4
    /// Frames of a piece, four minutes: volumes and tunings are compared within a piece. They take 576 kB for each tuning.
    private static let framesPerPiece = 3000
    /// How much clearer another tuning must be than that of 440 Hz.
    private static let clearer: Float = 1.05

    private let network: KeyNetwork
    private var heard: KeyNetwork.Heard
    private var piece = [[Float]](repeating: [], count: PitchSpectrum.tunings.count)

    package init() {
        network = .current
        heard = network.silence()
    }

    /// Adds frames of `PitchSpectrum`, equally many for each tuning.
    package mutating func push(_ tuned: [[Float]]) {
        precondition(tuned.count == piece.count && tuned.allSatisfy { $0.count == tuned[0].count }, "every tuning has its frames")
        for (index, frames) in tuned.enumerated() { piece[index] += frames }
        while piece[0].count >= Self.framesPerPiece * PitchSpectrum.pitches.count { hear(Self.framesPerPiece) }
    }

    /// Ends the sound and returns its key; nil if none is likely enough.
    package mutating func finish() -> KeyReading? {
        hear(piece[0].count / PitchSpectrum.pitches.count)
        let reading = network.chances(of: heard).likeliest
        return reading.confidence >= Self.confidenceFloor ? reading : nil
    }

    private mutating func hear(_ frames: Int) {
        let count = frames * PitchSpectrum.pitches.count
        let clearness = piece.map { Sums.squares($0.span.extracting(first: count)) }
        let best = clearness.indices.max { clearness[$0] < clearness[$1] } ?? 0
        let tuning = clearness[best] > clearness[0] * Self.clearer ? best : 0
        network.hear(PitchClasses.blocks(of: Array(piece[tuning][..<count])), into: &heard)
        for index in piece.indices { piece[index].removeFirst(count) }
    }
}
