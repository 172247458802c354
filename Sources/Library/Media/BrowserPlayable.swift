/// The formats that every current browser plays without conversion.
package enum BrowserPlayable {
    /// FFmpeg's names of codecs, by container. "mov" also stands for MP4, and "matroska" for WebM.
    private static let codecs: [String: Set<String>] = [
        "mp3": ["mp3"], "aac": ["aac"], "mov": ["aac"], "flac": ["flac"], "wav": ["pcm_u8", "pcm_s16le", "pcm_s24le"],
        "ogg": ["vorbis", "opus"], "matroska": ["vorbis", "opus"],
    ]

    /// Takes the names that `TrackDescription` gives.
    package static func `is`(codec: String, container: String) -> Bool {
        codecs[container]?.contains(codec) == true
    }
}
