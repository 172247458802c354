import Foundation
import Waiting

/// A file's bytes and its name's ending.
struct HostileSound: Sendable {
    let ending: String
    let bytes: [UInt8]
}

/// Half a second of tone in every common format that `ffmpeg` can write, to be corrupted.
enum HostileSounds {
    /// Endings with the options of the encoder; some have a picture.
    private static let formats: [(ending: String, words: [String], hasPicture: Bool)] = [
        ("mp3", [], true), ("flac", [], true), ("wav", [], false), ("aiff", [], false), ("ogg", [], false), ("opus", [], false),
        ("m4a", [], true), ("alac.m4a", ["-c:a", "alac"], false), ("wma", [], false), ("wv", [], false), ("tta", [], false),
        ("ac3", [], false), ("mka", [], false), ("webm", [], false), ("aac", [], false), ("caf", [], false), ("au", [], false),
        ("float.wav", ["-c:a", "pcm_f32le"], false), ("deep.flac", ["-sample_fmt", "s32", "-ar", "96000"], false),
        ("w64", [], false),
        ("adpcm.wav", ["-c:a", "adpcm_ms"], false), ("mp2", [], false), ("dts", ["-strict", "-2", "-c:a", "dca"], false),
        ("oga", ["-c:a", "flac"], false), ("mov", ["-c:a", "pcm_s16be"], false), ("avi", ["-c:a", "mp3"], false),
    ]

    /// Encodes all of them with one call, since starting ffmpeg costs more than encoding. The same ffmpeg gives the same bytes.
    static func encode(with ffmpeg: String, in folder: String) async throws -> [HostileSound] {
        let tone = "aevalsrc=0.4*sin(2*PI*(300+400*t)*t)+0.1*random(0)|0.3*sin(2*PI*440*t):s=44100:d=0.5"
        let picture = "testsrc=size=64x64:rate=1:duration=1"
        var words = ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", tone, "-f", "lavfi", "-i", picture]
        for format in formats {
            words += ["-map", "0"]
            if format.hasPicture {
                words += ["-map", "1", "-frames:v", "1", "-c:v", "png", "-disposition:v", "attached_pic"]
            }
            words += format.words + ["-metadata", "title=Tone", "-fflags", "+bitexact", "-flags", "+bitexact"]
            words.append(path(of: format.ending, in: folder))
        }
        let (ending, _, complaint) = try await ChildProcess.run(ffmpeg, words)
        guard ending == .code(0) else { throw NeverHappened("encoding: \(complaint)") }
        return try formats.map { format in
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path(of: format.ending, in: folder)))
            return HostileSound(ending: format.ending, bytes: Array(bytes))
        }
    }

    private static func path(of ending: String, in folder: String) -> String { "\(folder)/sound.\(ending)" }
}
