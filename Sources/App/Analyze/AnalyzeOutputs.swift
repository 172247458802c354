import CLinux
import Foundation
import Glibc
import Music
import System
import Workers

/// The files that `downbeat analyze` writes besides its report, and their paths.
struct AnalyzeOutputs: Sendable {
    private let options: AnalyzeOptions

    /// Throws if several tracks would be written to one file, or if there is no result to write.
    init(_ options: AnalyzeOptions) throws(Failure) {
        self.options = options
        let targets = [
            ("out", options.analysis), ("waveform", options.waveform), ("beats", options.beats), ("click", options.click),
        ]
        if options.live {
            guard options.files.count == 1 else { throw .usage("--live takes one file") }
            if let (name, _) = targets.first(where: { $0.1 != nil }) {
                throw .usage("--live writes no files, so --\(name) cannot be met")
            }
        }
        for (name, path) in targets {
            guard let path, options.files.count > 1 else { continue }
            guard Self.isFolder(path) else {
                throw .usage("--\(name) must be an existing folder, to hold the results of several files")
            }
            var takers: [String: String] = [:]
            for file in options.files {
                guard let other = takers.updateValue(file, forKey: Self.path(path, file, "")) else { continue }
                throw .usage("\(other) and \(file) would be written to the same file in \(path); analyze them separately")
            }
        }
    }

    /// The folder for unnamed files that hold results until they are complete.
    var scratchFolder: String { FileManager.default.temporaryDirectory.path }

    func click(of file: String) -> String? {
        options.click.map { Self.path($0, file, "wav") }
    }

    /// Writes the requested files of one track, from its analysis and its analysis file.
    func write(_ analysis: TrackAnalysis, _ output: WorkerFile, of file: String) throws {
        if let path = options.analysis { try NewFile.write(copyOf: output.raw, to: Self.path(path, file, "downbeat")) }
        if let path = options.waveform { try writeWaveform(analysis.waveform, to: Self.path(path, file, "dat")) }
        if let path = options.beats {
            try NewFile.write(Array(BeatsText.text(of: analysis.grid).utf8), to: Self.path(path, file, "beats"))
        }
    }

    private func writeWaveform(_ waveform: WaveformView, to path: String) throws {
        let pixels = WaveformPixels(of: waveform, samplesPerPixel: waveform.levels[0].samplesPerPoint)
        try NewFile.write(path.hasSuffix(".json") ? pixels.json(.eightBits) : pixels.binary(.two, .eightBits), to: path)
    }

    /// The target, or, if that is a folder, a file in it that is named after the track.
    private static func path(_ target: String, _ file: String, _ ending: String) -> String {
        guard isFolder(target) else { return target }
        let name = file == "-" ? "standard-input" : URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        return "\(target)/\(name).\(ending)"
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
