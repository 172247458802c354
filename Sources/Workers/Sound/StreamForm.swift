/// A format in which the server offers the sound of files that browsers do not play.
package enum StreamForm: String, Sendable, CaseIterable {
    /// 16-bit PCM, which every player supports and which costs no encoding.
    case wav
    case flac, mp3

    package var mediaType: String {
        switch self {
        case .wav: "audio/wav"
        case .flac: "audio/flac"
        case .mp3: "audio/mpeg"
        }
    }
}
