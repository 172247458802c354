/// Why a file cannot be decoded, or cannot be decoded further.
package enum DecodeError: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    /// The file is not audio; what it seems to be instead ("an image", "text"), if known.
    case notAudio(looksLike: String?)
    case noAudioStream(container: String)
    case unsupportedCodec(String)
    /// It looks like audio, but none of it can be decoded.
    case damaged(container: String)
    /// It comes from a pipe, where not even its start can be read.
    case notFromPipe(container: String)
    /// A read failed with this errno.
    case unreadable(errno: Int32)
    case notARegularFile
    case tooManyChannels(Int)
    case absurdSampleRate(Int)
    case outOfMemory

    package var description: String { sentence(of: "the file") }

    /// The same of what is no file, as "the stream".
    package func sentence(of subject: String) -> String {
        switch self {
        case .empty: "\(subject) is empty"
        case .notAudio(nil): "\(subject) is not audio"
        case .notAudio(let kind?): "\(subject) is not audio; it looks like \(kind)"
        case .noAudioStream(let container): "\(subject) has no audio in it, though it is readable as \(container)"
        case .unsupportedCodec(let codec): "audio coded as \(codec) cannot be decoded"
        case .damaged(let container): "\(subject) is damaged: it looks like \(container), but none of it can be decoded"
        case .notFromPipe(let container): "it looks like \(container), which cannot be read from a pipe"
        case .unreadable(let number): "\(subject) cannot be read: \(SystemMessage.text(of: number))"
        case .notARegularFile: "this is not a regular file"
        case .tooManyChannels(let count):
            "\(subject) has \(count) channels; at most \(StreamFormat.mostChannels) are possible"
        case .absurdSampleRate(let rate): "\(subject) states a sample rate of \(rate) Hz, which is impossible"
        case .outOfMemory: "there is not enough memory to decode \(subject)"
        }
    }
}
