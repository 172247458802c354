import Foundation

/// A file's bytes and the ending of its name.
struct HostileSound: Sendable {
    let ending: String
    let bytes: [UInt8]
}

/// Half a second of tone in every format that `ffmpeg` can write and people own, to be spoiled.
enum HostileSounds {
    /// Endings, each with what the encoder has to be told; a picture goes into those that say so.
    private static let formats: [(ending: String, words: [String], hasPicture: Bool)] = [
        ("mp3", [], true), ("flac", [], true), ("wav", [], false), ("aiff", [], false), ("ogg", [], false), ("opus", [], false),
        ("m4a", [], true), ("alac.m4a", ["-c:a", "alac"], false), ("wma", [], false), ("wv", [], false), ("tta", [], false),
        ("ac3", [], false), ("mka", [], false), ("webm", [], false), ("aac", [], false), ("caf", [], false), ("au", [], false),
        ("float.wav", ["-c:a", "pcm_f32le"], false), ("deep.flac", ["-sample_fmt", "s32", "-ar", "96000"], false),
        ("w64", [], false),
        ("adpcm.wav", ["-c:a", "adpcm_ms"], false), ("mp2", [], false), ("dts", ["-strict", "-2", "-c:a", "dca"], false),
        ("oga", ["-c:a", "flac"], false), ("mov", ["-c:a", "pcm_s16be"], false), ("avi", ["-c:a", "mp3"], false),
    ]

    /// Encodes all of them; the same bytes with the same ffmpeg.
    static func encode(with ffmpeg: String, in folder: String) async throws -> [HostileSound] {
        var sounds: [HostileSound] = []
        for format in formats {
            let path = "\(folder)/sound.\(format.ending)"
            let tone = "aevalsrc=0.4*sin(2*PI*(300+400*t)*t)+0.1*random(0)|0.3*sin(2*PI*440*t):s=44100:d=0.5"
            var words = ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", tone]
            if format.hasPicture {
                words += ["-f", "lavfi", "-i", "testsrc=size=64x64:rate=1:duration=1", "-map", "0", "-map", "1"]
                words += ["-frames:v", "1", "-c:v", "png", "-disposition:v", "attached_pic"]
            }
            words += format.words + ["-metadata", "title=Tone", "-fflags", "+bitexact", "-flags", "+bitexact", path]
            let (ending, _, complaint) = try await ChildProcess.run(ffmpeg, words)
            guard ending == .code(0) else { throw NeverHappened("encoding \(format.ending): \(complaint)") }
            sounds.append(HostileSound(ending: format.ending, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path)))))
        }
        return sounds
    }
}
