import Decode
import Signal
import Workers

/// The worker's part of a stream: transcodes the input to a format that browsers play.
enum StreamTask {
    /// The arguments are the file's name and the form's name.
    static func run(_ bench: WorkerBench) throws {
        guard let input = bench.input, let output = bench.output else { throw WorkMissing() }
        guard bench.arguments.count == 2, let form = StreamForm(rawValue: bench.arguments[1]) else { throw StreamProblem.noForm }
        guard form.isPossible else { throw StreamProblem.notPossible(form) }
        var decoder = try AudioDecoder(descriptor: input.descriptor, nameHint: bench.arguments[0])
        let format = decoder.format
        let rate = form.sampleRate(for: format.sampleRate)
        var resampler = rate == format.sampleRate ? nil : try Resampler(from: format, to: rate, mono: false)
        var writer = try StreamWriter(form, of: format, sampleRate: rate, storedBits: decoder.storedBits, to: output)
        var block = SampleBlock(channels: format.channels)
        var resampled = SampleBlock(channels: format.channels)
        while try decoder.next(into: &block) {
            if resampler != nil {
                resampled.removeAll()
                resampler?.push(block, into: &resampled)
                try writer.add(resampled)
            } else {
                try writer.add(block)
            }
            if let progress = decoder.progress { bench.report(progress: progress) }
        }
        if resampler != nil {
            resampled.removeAll()
            resampler?.finish(into: &resampled)
            try writer.add(resampled)
        }
        try writer.finish()
    }
}

/// Why a stream cannot be made.
enum StreamProblem: Error, CustomStringConvertible {
    case noForm, tooLong
    /// This build of FFmpeg lacks the encoder.
    case notPossible(StreamForm)

    var description: String {
        switch self {
        case .noForm: "a stream's form is one of \(StreamForm.allCases.map(\.rawValue).joined(separator: ", "))"
        case .notPossible(let form):
            "\(form.rawValue) cannot be made here, since FFmpeg was built without its encoder; possible are "
                + StreamForm.allCases.filter(\.isPossible).map(\.rawValue).joined(separator: ", ")
        case .tooLong: "it is too long for a WAV file, which holds 4 GB"
        }
    }
}
