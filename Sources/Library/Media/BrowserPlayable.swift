/// Which sound every browser of today plays as it lies there.
package enum BrowserPlayable {
    /// FFmpeg's names of codecs, for each of its containers. "mov" is also MP4, "matroska" also WebM: the same name stands for both.
    private static let codecs: [String: Set<String>] = [
        "mp3": ["mp3"], "aac": ["aac"], "mov": ["aac"], "flac": ["flac"], "wav": ["pcm_u8", "pcm_s16le", "pcm_s24le"],
        "ogg": ["vorbis", "opus"], "matroska": ["vorbis", "opus"],
    ]

    /// With the names as `TrackDescription` gives them.
    package static func `is`(codec: String, container: String) -> Bool {
        codecs[container]?.contains(codec) == true
    }
}
