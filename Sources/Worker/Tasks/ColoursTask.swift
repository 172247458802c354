import Decode
import Music

/// The worker's part of finding a picture's dominant colours.
enum ColoursTask {
    /// The argument is the file's name. Notes each colour in CSS notation, the most dominant first. Fails for a picture that cannot be
    /// shown, as `CoverTask` does.
    static func run(_ bench: WorkerBench) throws {
        guard let input = bench.input else { throw WorkMissing() }
        guard let art = try CoverArt(descriptor: input.descriptor, nameHint: bench.arguments.first ?? "") else {
            throw CoverProblem.none
        }
        let colours = try CoverColours.dominant(in: art)
        // A picture that is wholly transparent, or AVIF, has none and can be shown.
        if colours.isEmpty { _ = try art.fitted(to: nil) }
        for colour in colours { bench.note(colour.hex) }
    }
}
