package import Decode

/// A format in which the server offers the sound of files that browsers do not play.
package enum StreamForm: Hashable, Sendable, CaseIterable {
    /// 16-bit PCM, which every player supports and which costs no encoding.
    case wav
    case encoded(SoundForm)

    package static let allCases = [StreamForm.wav] + SoundForm.allCases.map(StreamForm.encoded)

    /// "wav", "flac", "mp3".
    package init?(name: String) {
        guard let form = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = form
    }

    package var name: String {
        switch self {
        case .wav: "wav"
        case .encoded(let form): form.rawValue
        }
    }

    package var mediaType: String {
        switch self {
        case .wav: "audio/wav"
        case .encoded(let form): form.mediaType
        }
    }

    /// Whether this build of FFmpeg can encode it.
    package var isPossible: Bool {
        switch self {
        case .wav: true
        case .encoded(let form): form.isPossible
        }
    }

    var mostChannels: Int {
        switch self {
        case .wav: 2
        case .encoded(let form): form.mostChannels
        }
    }

    func sampleRate(for rate: Int) -> Int {
        switch self {
        case .wav: rate
        case .encoded(let form): form.sampleRate(for: rate)
        }
    }
}
