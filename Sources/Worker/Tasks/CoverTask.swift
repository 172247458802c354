import Decode
import System
import Workers

/// The worker's part of a cover: finds the picture that the input is or contains, and writes it in the requested size.
enum CoverTask {
    /// The arguments are the file's name and the longest side in pixels, or `CoverSize.original`. Notes the picture's media type.
    static func run(_ bench: WorkerBench) throws {
        guard let input = bench.input, let output = bench.output else { throw WorkMissing() }
        guard bench.arguments.count == 2, let size = bench.arguments.last else { throw CoverProblem.noSize }
        let edge = Int(size)
        guard size == CoverSize.original || edge.map({ $0 > 0 }) == true else { throw CoverProblem.noSize }
        guard let art = try CoverArt(descriptor: input.descriptor, nameHint: bench.arguments[0]) else { throw CoverProblem.none }
        let picture = try art.fitted(to: edge)
        try NewFile.write(picture.bytes, to: output, at: 0)
        bench.note(picture.mediaType)
    }
}

/// Why no cover can be made.
enum CoverProblem: Error, CustomStringConvertible {
    case none, noSize

    var description: String {
        switch self {
        case .none: "there is no cover: the file carries no picture of at most \(CoverArt.mostBytes >> 20) MB"
        case .noSize: "a cover's size is a number of pixels above 0, or \"\(CoverSize.original)\""
        }
    }
}
