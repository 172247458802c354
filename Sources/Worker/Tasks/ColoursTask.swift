import Decode
import Music

/// The worker's part of finding a picture's dominant colours.
enum ColoursTask {
    /// The argument is the file's name. Notes each colour in CSS notation, the most dominant first.
    static func run(_ bench: WorkerBench) throws {
        guard let input = bench.input else { throw WorkMissing() }
        guard let art = try CoverArt(descriptor: input.descriptor, nameHint: bench.arguments.first ?? "") else {
            throw CoverProblem.none
        }
        for colour in try CoverColours.dominant(in: art) { bench.note(colour.hex) }
    }
}
