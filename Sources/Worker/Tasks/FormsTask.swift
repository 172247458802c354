import Decode
import Workers

/// The worker's part of offering streams: notes the name of each form that this build of FFmpeg can make.
enum FormsTask {
    static func run(_ bench: WorkerBench) throws {
        for form in StreamForm.allCases where form.isPossible { bench.note(form.rawValue) }
    }
}

extension StreamForm {
    /// The encoder's form; nil for WAV, which needs none.
    var encoded: SoundForm? {
        switch self {
        case .wav: nil
        case .flac: .flac
        case .mp3: .mp3
        }
    }

    /// Whether this build of FFmpeg can make it.
    var isPossible: Bool { encoded?.isPossible ?? true }
    var mostChannels: Int { encoded?.mostChannels ?? 2 }

    func sampleRate(for rate: Int) -> Int { encoded?.sampleRate(for: rate) ?? rate }
}
