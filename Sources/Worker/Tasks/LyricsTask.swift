import Decode
import System

/// The worker's part of showing lyrics: writes those in the tags of the input as UTF-8; nothing if there are none.
enum LyricsTask {
    /// The argument is the file's name. Notes the language, if it is stated.
    static func run(_ bench: WorkerBench) throws {
        guard let input = bench.input, let output = bench.output else { throw WorkMissing() }
        guard let lyrics = try LyricsTag(descriptor: input.descriptor, nameHint: bench.arguments.first ?? "") else { return }
        try NewFile.write(Array(lyrics.text.utf8), to: output, at: 0)
        if let language = lyrics.language, !language.isEmpty { bench.note(language) }
    }
}
